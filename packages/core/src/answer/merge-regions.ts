import {
  groupBy,
  omitEmpty,
  omitUndefined,
  type Constraint,
  type Freshness,
  type LineRange,
  type ReadRegion,
} from '@chronicle/schema'
import { anchorSegments } from '../read/match-anchor.ts'
import { claimedSentences } from './claimed-sentences.ts'
import { distinctBy, foldText, joinPassages, passagesOf } from './fold-text.ts'

/**
 * Merges all regions of one commit about one unit into one entry, so that the texts of author, model and note are
 * together, the author's first. The entry takes the position of the first region. Statements of different people stay
 * separate, because an entry names one person; so do corrected regions, because an entry has one confidence.
 *
 * Lists are joined, equal texts (ignoring white space and case) once. Further intents become paragraphs of the
 * reasoning, unless they repeat a claim. The lines span all lines, and the freshness is the worst.
 */
export function mergeRegions(regions: readonly ReadRegion[]): readonly ReadRegion[] {
  const groups = groupBy(regions, (region) =>
    JSON.stringify([region.commit, unitKey(region), statedBy(region), correctionsOf(region)]),
  )
  return [...groups.values()].map((group) => joinGroup([...group].sort((a, b) => rankOf(a) - rankOf(b))))
}

/** Returns who stated a region, if recorded. Inferred regions have no such person. */
function statedBy({ context_level: level, recorded }: ReadRegion): string | undefined {
  return level === 'enhanced' ? recorded?.by : undefined
}

/** Returns the corrections of a region, except condensed texts: those do not mean that it was wrong. */
function correctionsOf({ corrections = [] }: ReadRegion): ReadRegion['corrections'] {
  return corrections.filter(({ condensed }) => condensed === undefined)
}

/** Returns a key for the subject of a region: a unit of a file, lines, the file, a folder or the repository. */
export function unitKey(region: ReadRegion): string {
  const { about, ast_anchor: anchor, current_anchor: now, current_lines: place, file, lines, recorded_file } = region
  const name = now ?? anchor?.name
  const unit = name === undefined ? undefined : anchorSegments(name).join('::')
  const wider = about === 'file' ? undefined : about
  // The rules of several folders apply to one file.
  const folder = about === 'folder' ? recorded_file : undefined
  return JSON.stringify([file, unit ?? place ?? lines ?? null, wider ?? null, folder ?? null])
}

/** Orders stated regions before inferred ones. */
function rankOf({ context_level: level }: ReadRegion): number {
  return level === 'enhanced' ? 0 : 1
}

function joinGroup(group: readonly ReadRegion[]): ReadRegion {
  const [first, ...others] = group as readonly [ReadRegion, ...ReadRegion[]]
  if (others.length === 0) return first
  const constraints = uniteConstraints(group.flatMap((each) => each.constraints))
  const claims = new Set([foldText(first.intent), ...group.flatMap((each) => [...claimedSentences(each)])])
  const passages = [
    ...passagesOf(first.reasoning),
    ...others.flatMap(({ intent, reasoning }) => [intent, ...passagesOf(reasoning)]),
  ].filter((passage) => passage.trim() !== '' && !claims.has(foldText(passage)))
  const risks = group.flatMap((each) => passagesOf(each.risk_notes))
  const { comment: _, outlived: __, reasoning: ___, ...base } = first
  return {
    ...base,
    ...placeOf(group),
    ...omitUndefined({ reasoning: joinPassages(distinctBy(passages, foldText)) }),
    constraints,
    ...omitUndefined({
      risk_notes: joinPassages(distinctBy(risks, foldText)),
      summary: firstOf(group, 'summary'),
      task: firstOf(group, 'task'),
    }),
    ...uniteLists(group),
    ...omitEmpty({ outlived: group.every(({ outlived }) => outlived === true) }),
    ...omitUndefined({ comment: group.every(({ comment }) => comment === first.comment) ? first.comment : undefined }),
  }
}

/** Removes duplicate rules. A rule that the author stated stays the author's, whoever else inferred it. */
export function uniteConstraints(constraints: readonly Constraint[]): readonly Constraint[] {
  const stated = constraints.filter(({ source }) => source === 'author')
  return distinctBy([...stated, ...constraints], ({ text }) => foldText(text))
}

const LISTS = [
  'drifted_by',
  'also_on',
  'rejected_alternatives',
  'evidence',
  'semantic_dependencies',
  'tags',
  'corrections',
  'related',
] as const

function uniteLists(group: readonly ReadRegion[]): Partial<ReadRegion> {
  const united = LISTS.flatMap((name) => {
    const entries: readonly unknown[] = group.flatMap((each): readonly unknown[] => each[name] ?? [])
    const distinct = distinctBy(entries, (entry) => foldText(JSON.stringify(entry)))
    return distinct.length === 0 ? [] : [[name, distinct] as const]
  })
  return Object.fromEntries(united)
}

/** Returns the range that spans all places, and how much of it is intact. */
function placeOf(group: readonly ReadRegion[]): Partial<ReadRegion> {
  const lines = hullOf(group.map((each) => each.lines))
  const current = hullOf(group.map((each) => each.current_lines))
  const counted = distinctBy(
    group.flatMap(({ intact_lines: intact, lines: recorded }) => (intact === undefined ? [] : [{ intact, recorded }])),
    ({ recorded }) => JSON.stringify(recorded ?? null),
  )
  const ranges = counted.map(({ recorded }) => recorded)
  const sum = (of: 'intact' | 'recorded'): number => counted.reduce((total, { intact }) => total + intact[of], 0)
  const isSum = counted.length > 1 && areDisjoint(ranges)
  const whole = counted.find(({ recorded }) => recorded?.start === lines?.start && recorded?.end === lines?.end)
  const intact = isSum ? { intact: sum('intact'), recorded: sum('recorded') } : undefined
  const least = Math.min(...group.map(({ survival }) => survival))
  return {
    ...omitUndefined({ lines, current_lines: current, intact_lines: intact ?? whole?.intact }),
    survival: intact === undefined || intact.recorded === 0 ? least : round(intact.intact / intact.recorded),
    freshness: FRESHNESS[Math.max(...group.map(({ freshness }) => FRESHNESS.indexOf(freshness)))] ?? 'orphaned',
  }
}

const FRESHNESS: readonly Freshness[] = ['fresh', 'moved', 'drifted', 'orphaned']

function hullOf(ranges: readonly (LineRange | undefined)[]): LineRange | undefined {
  const known = ranges.filter((range) => range !== undefined)
  if (known.length === 0) return undefined
  return { start: Math.min(...known.map(({ start }) => start)), end: Math.max(...known.map(({ end }) => end)) }
}

function areDisjoint(ranges: readonly (LineRange | undefined)[]): boolean {
  const known = ranges.filter((range) => range !== undefined).sort((a, b) => a.start - b.start)
  return known.length === ranges.length && known.every((range, i) => i === 0 || range.start > (known[i - 1]?.end ?? 0))
}

function round(share: number): number {
  return Math.round(share * 100) / 100
}

function firstOf(group: readonly ReadRegion[], name: 'summary' | 'task'): string | undefined {
  return group.map((each) => each[name]).find((text) => text !== undefined && text !== '')
}
