import { distance } from 'fastest-levenshtein'

/** How well a name matches: equal, equal in its last segments, or close in spelling. */
export type AnchorMatchKind = 'exact' | 'unqualified' | 'fuzzy'

/** The candidates that match best; several when they match equally well. */
export interface AnchorMatches<T> {
  readonly kind: AnchorMatchKind
  /** Levenshtein distance; 0 unless `kind` is `fuzzy`. */
  readonly distance: number
  /** Never empty, in the order of the candidates. */
  readonly matches: readonly T[]
}

/** Spellings further away than this are another name (source document 000, §4.2). */
export const MAX_FUZZY_DISTANCE = 3

const MAX_NAME_LENGTH = 1000

/** A `#` separates, as in `Foo#bar`, except where a name begins: there it is the mark of a private one, `Foo::#bar`. */
const SEPARATOR = /::|[./]|(?<=[^:./#])#/u

/**
 * Splits a qualified name into segments. `::`, `.`, `#` and `/` are the same separator; what stands in parentheses at
 * the end does not count. A private name of JavaScript keeps its `#`. Of names longer than any unit's, only the
 * beginning is looked at.
 */
export function anchorSegments(name: string): readonly string[] {
  const text = name.slice(0, MAX_NAME_LENGTH).trim()
  const call = text.endsWith(')') ? text.indexOf('(') : -1
  return (call < 0 ? text : text.slice(0, call))
    .split(SEPARATOR)
    .map((segment) => segment.trim())
    .filter((segment) => segment !== '' && segment !== '#')
}

/** Whether one name equals the other, or ends in all of its segments. */
export function anchorRelation(left: readonly string[], right: readonly string[]): 'exact' | 'unqualified' | undefined {
  const shorter = Math.min(left.length, right.length)
  if (shorter === 0) return undefined
  for (let i = 1; i <= shorter; i++) if (left.at(-i) !== right.at(-i)) return undefined
  return left.length === right.length ? 'exact' : 'unqualified'
}

/**
 * Finds what a name stands for: exactly equal, else equal in the last segments, else within a Levenshtein distance of
 * three and less than half of either name. Only the best kind is returned. `undefined` when nothing is close enough.
 */
export function matchAnchor<T>(
  name: string,
  candidates: readonly T[],
  nameOf: (candidate: T) => string,
  options: { readonly fuzzy?: boolean } = {},
): AnchorMatches<T> | undefined {
  const wanted = anchorSegments(name)
  const [first] = wanted
  if (first === undefined) return undefined
  const found = matchSegments(wanted, candidates, nameOf)
  if (found !== undefined) return found
  // `#bar` is `bar` of any class in Ruby and in JSDoc, where nothing private is called that.
  const unmarked = wanted.length === 1 && first.startsWith('#') ? [first.slice(1)] : undefined
  const instance = unmarked && matchSegments(unmarked, candidates, nameOf)
  if (instance !== undefined) return instance
  return options.fuzzy === false ? undefined : matchFuzzily(wanted, candidates, nameOf)
}

function matchSegments<T>(
  wanted: readonly string[],
  candidates: readonly T[],
  nameOf: (candidate: T) => string,
): AnchorMatches<T> | undefined {
  const exact: T[] = []
  const unqualified: T[] = []
  for (const candidate of candidates) {
    const relation = anchorRelation(wanted, anchorSegments(nameOf(candidate)))
    if (relation === 'exact') exact.push(candidate)
    else if (relation === 'unqualified') unqualified.push(candidate)
  }
  if (exact.length > 0) return { kind: 'exact', distance: 0, matches: exact }
  return unqualified.length > 0 ? { kind: 'unqualified', distance: 0, matches: unqualified } : undefined
}

function matchFuzzily<T>(
  wanted: readonly string[],
  candidates: readonly T[],
  nameOf: (candidate: T) => string,
): AnchorMatches<T> | undefined {
  let best = MAX_FUZZY_DISTANCE + 1
  let matches: T[] = []
  for (const candidate of candidates) {
    const away = fuzzyDistance(wanted, anchorSegments(nameOf(candidate)))
    if (away === undefined || away > best) continue
    if (away < best) {
      best = away
      matches = []
    }
    matches.push(candidate)
  }
  return matches.length > 0 ? { kind: 'fuzzy', distance: best, matches } : undefined
}

/** Distance over as many trailing segments as were asked for; `undefined` when too far to be the same name. */
function fuzzyDistance(wanted: readonly string[], candidate: readonly string[]): number | undefined {
  const asked = wanted.join('::')
  const found = candidate.slice(-wanted.length).join('::')
  const limit = Math.min(MAX_FUZZY_DISTANCE, (Math.min(asked.length, found.length) - 1) / 2)
  if (Math.abs(asked.length - found.length) > limit) return undefined
  const away = distance(asked, found)
  return away <= limit ? away : undefined
}

/** The names closest in spelling, nearest first, for an error message. */
export function nearestNames(name: string, names: readonly string[], limit = 5): readonly string[] {
  const lower = name.toLowerCase()
  return [...new Set(names)]
    .map((candidate) => ({ candidate, away: nameDistance(lower, candidate.toLowerCase()) }))
    .sort((a, b) => a.away - b.away || (a.candidate < b.candidate ? -1 : 1))
    .slice(0, limit)
    .map(({ candidate }) => candidate)
}

function nameDistance(wanted: string, candidate: string): number {
  const tail = candidate.split(SEPARATOR).at(-1) ?? candidate
  const contained = candidate.includes(wanted) || wanted.includes(tail) ? 0.5 : 1
  return Math.min(distance(wanted, candidate), distance(wanted, tail)) * contained
}
