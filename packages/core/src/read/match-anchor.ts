import { distance } from 'fastest-levenshtein'

/** How a name matches: exactly, by its last segments, or by similar spelling. */
export type AnchorMatchKind = 'exact' | 'unqualified' | 'fuzzy'

/** The candidates that match best; several when they match equally well. */
export interface AnchorMatches<T> {
  readonly kind: AnchorMatchKind
  /** Levenshtein distance; 0 unless `kind` is `fuzzy`. */
  readonly distance: number
  /** Never empty, in the order of the candidates. */
  readonly matches: readonly T[]
}

/** Maximum Levenshtein distance of a match; a spelling further away is a different name. */
export const MAX_FUZZY_DISTANCE = 3

const MAX_NAME_LENGTH = 1000

/**
 * A `#` is a separator, as in `Foo#bar`, except at the beginning of a name, where it marks a private one: `Foo::#bar`.
 */
const SEPARATOR = /::|[./]|(?<=[^:./#])#/u

/**
 * The innermost type parameters or arguments, as in `Box<T>`, `map::<U>` and `Stack[T]`. An operator (`<=>`) contains no
 * word, and a computed name (`[Symbol.iterator]`) follows a separator.
 */
const TYPE_PARAMETERS = /(?<=[\w>\])])(?:::)?<(?=[^<>]*\w)(?:[^<>]|(?<=[-=])>)*>|(?<=\w)\[[A-Z][\w\s,.*~|]*\]/gu

/** Type arguments in lower case, as in `Stack[int]`, or a part of a key in a configuration file, as in `page[size]`. */
const LOWER_CASE_ARGUMENTS = /(?<=\w)\[[a-z][\w\s,.*~|]*\]/gu

/** A qualified path of Rust, without type parameters: the type, and the trait that has the method. */
const QUALIFIED_PATH = /^<\s*(\S+?)(?:\s+as\s[^<>]*)?>(?=::)/u

/**
 * Splits a qualified name into segments. `::`, `.`, `#` and `/` are equivalent separators; parentheses at the end and
 * type parameters are ignored. A private JavaScript name keeps its `#`. Names longer than the maximum are cut off.
 */
export function anchorSegments(name: string): readonly string[] {
  return segmentsOf(withoutTypeParameters(name.slice(0, MAX_NAME_LENGTH).trim()))
}

function segmentsOf(text: string): readonly string[] {
  const call = text.endsWith(')') ? text.indexOf('(') : -1
  return (call < 0 ? text : text.slice(0, call))
    .split(SEPARATOR)
    .map((segment) => segment.trim())
    .filter((segment) => segment !== '' && segment !== '#')
}

/** Returns the name of a unit without its qualifiers; empty for a name without segments. */
export function lastSegment(name: string): string {
  return anchorSegments(name).at(-1) ?? ''
}

/** `<Iter<T> as Iterator>::next` → `Iter::next` */
function withoutTypeParameters(name: string): string {
  if (!/[<[]/u.test(name)) return name
  let text = name
  for (let before = ''; before !== text;) {
    before = text
    text = text.replace(TYPE_PARAMETERS, '')
  }
  return text.replace(QUALIFIED_PATH, '$1')
}

/** Returns whether one name equals the other, or ends in all of its segments. */
export function anchorRelation(left: readonly string[], right: readonly string[]): 'exact' | 'unqualified' | undefined {
  const shorter = Math.min(left.length, right.length)
  if (shorter === 0) return undefined
  for (let i = 1; i <= shorter; i++) if (left.at(-i) !== right.at(-i)) return undefined
  return left.length === right.length ? 'exact' : 'unqualified'
}

/**
 * Finds the candidates that a name matches: exactly, else by its last segments, else within a Levenshtein distance of
 * three and less than half of either name, and of each segment: `Stack::pop` is no spelling of `Stack::peek`. Only the
 * best kind is returned; of several that differ only in what looks like type parameters, such as the keys `page[size]`
 * and `page[number]`, those with the wanted ones. `undefined` when nothing is close enough.
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
  if (found !== undefined) return { ...found, matches: withSameParameters(name, found, nameOf) }
  const bare = name.slice(0, MAX_NAME_LENGTH).replace(LOWER_CASE_ARGUMENTS, '')
  const generic = bare === name ? undefined : matchSegments(anchorSegments(bare), candidates, nameOf)
  if (generic !== undefined) return generic
  // In Ruby and JSDoc, `#bar` means `bar` of any class, and no private name is spelled like that.
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

/** Returns the matches that have the type parameters of the name, too; all if none has. */
function withSameParameters<T>(
  name: string,
  { kind, matches }: AnchorMatches<T>,
  nameOf: (candidate: T) => string,
): readonly T[] {
  if (matches.length < 2) return matches
  const whole = (text: string): readonly string[] => segmentsOf(text.slice(0, MAX_NAME_LENGTH).trim())
  const wanted = whole(name)
  const same = matches.filter((candidate) => anchorRelation(wanted, whole(nameOf(candidate))) === kind)
  return same.length > 0 ? same : matches
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

/** Returns the distance over as many trailing segments as the queried name has; `undefined` when it is too large. */
function fuzzyDistance(wanted: readonly string[], candidate: readonly string[]): number | undefined {
  const tail = candidate.slice(-wanted.length)
  for (let i = 1; i <= tail.length; i++) {
    if (spellingDistance(wanted.at(-i) ?? '', tail.at(-i) ?? '') === undefined) return undefined
  }
  return spellingDistance(wanted.join('::'), tail.join('::'))
}

/** Returns the distance of two texts; `undefined` when it is too large for a spelling of the same name. */
function spellingDistance(asked: string, found: string): number | undefined {
  if (asked === found) return 0
  const limit = Math.min(MAX_FUZZY_DISTANCE, (Math.min(asked.length, found.length) - 1) / 2)
  if (Math.abs(asked.length - found.length) > limit) return undefined
  const away = distance(asked, found)
  return away <= limit ? away : undefined
}

/** Returns the names closest in spelling, nearest first, for an error message. */
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
