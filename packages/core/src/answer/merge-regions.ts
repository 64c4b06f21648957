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
import { distinctBy, foldText, joinPassages, passagesOf } from './fold-text.ts'

/**
 * Makes one entry of all regions of one commit about one unit, so that what an author, a model and a note say of it
 * stands together, the author's words first. An entry stands where the first of its regions stood. What several people
 * stated stays apart, because an entry names one of them; so does what was corrected, because an entry has one confidence.
 *
 * Lists are united, equal texts (white space and case aside) once. Other intents become paragraphs of the reasoning.
 * The lines are those from the first to the last of all, the freshness is the worst.
 */
export function mergeRegions(regions: readonly ReadRegion[]): readonly ReadRegion[] {
  const groups = groupBy(regions, (region) =>
    JSON.stringify([region.commit, unitKey(region), stater(region), doubts(region)]),
  )
  return [...groups.values()].map((group) => joinGroup([...group].sort((a, b) => rankOf(a) - rankOf(b))))
}

/** Who stated it, where that is not the author of the commit. What a tool inferred is nobody's statement. */
function stater({ context_level: level, recorded }: ReadRegion): string | undefined {
  return level === 'enhanced' ? recorded?.by : undefined
}

/** What was corrected. A text that was condensed was not wrong. */
function doubts({ corrections = [] }: ReadRegion): ReadRegion['corrections'] {
  return corrections.filter(({ condensed }) => condensed === undefined)
}

/** What a region is about: a unit of a file, lines, the file, a folder or the repository. */
export function unitKey(region: ReadRegion): string {
  const { about, ast_anchor: anchor, current_anchor: now, current_lines: place, file, lines } = region
  const name = now ?? anchor?.name
  const unit = name === undefined ? undefined : anchorSegments(name).join('::')
  const wider = about === 'file' ? undefined : about
  return JSON.stringify([file, unit ?? place ?? lines ?? null, wider ?? null])
}

/** What was stated first, then what was inferred. */
function rankOf({ context_level: level }: ReadRegion): number {
  return level === 'enhanced' ? 0 : 1
}

function joinGroup(group: readonly ReadRegion[]): ReadRegion {
  const [first, ...others] = group as readonly [ReadRegion, ...ReadRegion[]]
  if (others.length === 0) return first
  const constraints = uniteConstraints(group.flatMap((each) => each.constraints))
  const knownTexts = new Set([first.intent, ...constraints.map(({ text }) => text)].map(foldText))
  const passages = [
    ...passagesOf(first.reasoning),
    ...others.flatMap(({ intent, reasoning }) => [intent, ...passagesOf(reasoning)]),
  ].filter((passage) => passage.trim() !== '' && !knownTexts.has(foldText(passage)))
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

/** Each rule once; one that the author stated is the author's, whoever else inferred it. */
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

/** The hull of all places, and how much of it is intact. */
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
