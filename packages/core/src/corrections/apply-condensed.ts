import { groupBy, omitUndefined, type Region, type UnknownKeys } from '@chronicle/schema'
import type { CorrectionEntry } from './correction-entry.ts'
import { changeRegion } from './region-values.ts'

/** The only field that a condensed text can replace. */
export const CONDENSED_FIELD = 'reasoning'

/** A region while corrections are applied to it. */
export interface RegionUnderCorrection {
  readonly region: Region
  /** All corrections that target it. */
  readonly entries: readonly CorrectionEntry[]
  readonly applied: ReadonlySet<CorrectionEntry>
  readonly retracted: boolean
  /** The condensations to show for its condensed texts. */
  readonly condensed?: readonly UnknownKeys[]
  /** Its reasoning before condensation. */
  readonly recordedReasoning?: string
}

type Regions = readonly (RegionUnderCorrection | undefined)[]

/**
 * Replaces source texts with condensed texts, in time order. A set is applied completely or not at all: each of its
 * corrections must match its text in a region that is not retracted, and must be about reasoning only. `edit` then
 * retries the other corrections of a region, which may target the new text.
 */
export function applyCondensed(
  regions: Regions,
  entries: readonly CorrectionEntry[],
  edit: (region: RegionUnderCorrection) => RegionUnderCorrection,
): Regions {
  const waiting = completeSets(entries)
  let now = regions
  for (let progress = waiting.length > 0; progress;) {
    progress = false
    for (const [index, set] of waiting.entries()) {
      const next = applySet(now, set)
      if (next === undefined) continue
      now = next.map((region, position) => (region === undefined || region === now[position] ? region : edit(region)))
      waiting.splice(index, 1)
      progress = true
      break
    }
  }
  return now
}

/** Returns sets of corrections that belong together, without incomplete sets. */
function completeSets(entries: readonly CorrectionEntry[]): (readonly CorrectionEntry[])[] {
  const condensing = entries.filter(({ correction }) => correction.condensed !== undefined)
  const sets = groupBy(condensing, ({ correction: { condensed, author, timestamp } }) =>
    JSON.stringify([condensed?.set, condensed?.parts, condensed?.with, author, timestamp]),
  )
  return [...sets.values()].filter((set) => set.length === set[0]?.correction.condensed?.parts)
}

/** Applies a set. Returns `undefined` if a source text is missing, or a correction is not allowed in a set. */
function applySet(regions: Regions, set: readonly CorrectionEntry[]): Regions | undefined {
  const texts = set.filter(({ correction }) => correction.correction_type === 'amend')
  const [text] = texts
  if (text === undefined || texts.length > 1) return undefined
  const shown = shownCondensation(text)
  let now = regions
  for (const entry of set) {
    const { correction_type: type, field, replacement, target_value: from } = entry.correction
    if (field !== CONDENSED_FIELD || from === undefined || (type !== 'amend' && type !== 'remove')) return undefined
    const to = type === 'amend' ? replacement : undefined
    if (type === 'amend' && to === undefined) return undefined
    let found = false
    now = now.map((each) => {
      if (each === undefined || each.retracted || !each.entries.includes(entry)) return each
      // Only the whole text counts: if passages were added since, it is not the text that was condensed.
      if (each.region.reasoning !== from) return each
      const region = changeRegion(each.region, CONDENSED_FIELD, { from, to })
      if (region === undefined) return each
      found = true
      return {
        ...each,
        region,
        applied: new Set([...each.applied, entry]),
        condensed: [...(each.condensed ?? []), shown],
        recordedReasoning: each.recordedReasoning ?? from,
      }
    })
    if (!found) return undefined
  }
  return now
}

/** Returns the condensation as shown in an answer, without the source texts, which are longer than the result. */
function shownCondensation({ correction, document }: CorrectionEntry): UnknownKeys {
  const { target_value: _, replacement: __, intent: ___, ...rest } = document
  return { ...rest, ...omitUndefined({ condensed: correction.condensed }), effect: 'applied' }
}
