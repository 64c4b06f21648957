import { groupBy, omitUndefined, type Region, type UnknownKeys } from '@chronicle/schema'
import type { CorrectionEntry } from './correction-entry.ts'
import { changeRegion } from './region-values.ts'

/** The one field that a condensed text may take the place of. */
export const CONDENSED_FIELD = 'reasoning'

/** A region while corrections are applied to it. */
export interface RegionUnderCorrection {
  readonly region: Region
  /** All corrections that speak of it. */
  readonly entries: readonly CorrectionEntry[]
  readonly applied: ReadonlySet<CorrectionEntry>
  readonly retracted: boolean
  /** What is shown of the condensed texts that it is part of. */
  readonly condensed?: readonly UnknownKeys[]
  /** Its reasoning before any of it was condensed. */
  readonly recordedReasoning?: string
}

type Regions = readonly (RegionUnderCorrection | undefined)[]

/**
 * Puts condensed texts in the place of those that they were made of, in the order of their times. A set is applied as a
 * whole or not at all: each of its corrections must find its text in a region that is not retracted, and none may speak
 * of anything but reasoning. `edit` makes the other corrections of a region again, some of which may be about the new text.
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

/** Corrections that belong together, where all of them are there. */
function completeSets(entries: readonly CorrectionEntry[]): (readonly CorrectionEntry[])[] {
  const condensing = entries.filter(({ correction }) => correction.condensed !== undefined)
  const sets = groupBy(condensing, ({ correction: { condensed, author, timestamp } }) =>
    JSON.stringify([condensed?.set, condensed?.parts, condensed?.with, author, timestamp]),
  )
  return [...sets.values()].filter((set) => set.length === set[0]?.correction.condensed?.parts)
}

/** `undefined`: a text of the set is not there, or it says something that no condensed text may. */
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
      // The whole text: a passage that has company by now is not the text that was condensed.
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

/** What an answer says of a condensed text: not the texts again, which are longer than it. */
function shownCondensation({ correction, document }: CorrectionEntry): UnknownKeys {
  const { target_value: _, replacement: __, intent: ___, ...rest } = document
  return { ...rest, ...omitUndefined({ condensed: correction.condensed }), effect: 'applied' }
}
