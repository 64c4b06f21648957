import type { AstUnit } from '@chronicle/core/contracts'
import { omitUndefined } from '@chronicle/schema'
import { namesInText, wordStems } from '@chronicle/core/prose'
import { containsName, escapeRegExp, mentionsFile } from '@chronicle/core/text'
import type { ChangedFile } from '../../commit-context.ts'
import { placesOfCode, sumOfWeights, type ChangedPlace } from './main-places.ts'
import type { CodePlace } from './unit-of-lines.ts'

/** Minimum share of the changed lines within a place for the change to be about it. */
const MAIN_SHARE = 0.6
/** Minimum share of the change within a named unit or file to be about it; with less, it is only mentioned. */
const MIN_NAMED_SHARE = 0.15

interface Candidate {
  readonly place: CodePlace
  readonly weight: number
}

/**
 * Returns the place that a message is about: of the units named in its subject, otherwise in its text, the one with the
 * most changed lines; otherwise the innermost unit that contains most of the change of code, or the file that does.
 * `undefined`: the change is spread over files, and the message is about the commit as a whole.
 */
export function reasonPlace(changed: readonly ChangedPlace[], subject: string, text: string): CodePlace | undefined {
  const total = sumOfWeights(changed)
  const all = unitCandidates(changed)
  for (const naming of [subject, text]) {
    const [named] = namedIn(all, naming).filter(({ weight }) => weight >= total * MIN_NAMED_SHARE)
    if (named !== undefined) return named.place
  }
  const inCode = placesOfCode(changed)
  const units = unitCandidates(inCode.filter(({ isTextOnly }) => isTextOnly !== true))
  const inNamedFiles = inCode.filter(({ file }) => mentionsFile(`${subject} ${text}`, file.path))
  const pool = sumOfWeights(inNamedFiles) >= sumOfWeights(inCode) * MIN_NAMED_SHARE ? inNamedFiles : inCode
  const inPool = new Set(pool.map(({ file }) => file))
  const main = units
    .filter(({ place, weight }) => inPool.has(place.file) && weight >= sumOfWeights(pool) * MAIN_SHARE)
    .sort((a, b) => linesOf(a) - linesOf(b))[0]
  if (main !== undefined) return (callerOf(main, units, `${subject} ${text}`) ?? main).place
  const lines = pool.find(({ unit, weight }) => unit === undefined && weight >= sumOfWeights(pool) * MAIN_SHARE)
  if (lines !== undefined) return withoutWeight(lines)
  const file = [...inPool].find(
    (each) => sumOfWeights(pool.filter((place) => place.file === each)) >= sumOfWeights(pool) * MAIN_SHARE,
  )
  return file === undefined ? undefined : { file }
}

/**
 * Returns the changed units that a text names, largest change first, except a given place and the units around and
 * inside it.
 */
export function otherNamedPlaces(
  changed: readonly ChangedPlace[],
  text: string,
  main: CodePlace | undefined,
): readonly CodePlace[] {
  const least = sumOfWeights(changed) * MIN_NAMED_SHARE
  const apart = unitCandidates(changed).filter(({ place, weight }) => weight >= least && !isSameOrNested(place, main))
  return namedIn(apart, text).map(({ place }) => place)
}

/** Returns all changed units that a text names, largest change first. */
export function namedUnits(changed: readonly ChangedPlace[], text: string): readonly CodePlace[] {
  return namedIn(unitCandidates(changed), text).map(({ place }) => place)
}

/**
 * Returns the unit that uses a new unit. A new unit that the text does not mention exists for its caller, which the
 * text is about.
 */
function callerOf(helper: Candidate, units: readonly Candidate[], text: string): Candidate | undefined {
  const name = lastName(helper)
  if (name.length < MIN_WORD || containsName(helper.place.file.before?.text ?? '', name)) return undefined
  const said = new Set(wordStems(text, MIN_WORD))
  if (wordStems(name, MIN_WORD).some((word) => said.has(word))) return undefined
  const [caller] = units
    .filter(({ place }) => place.file === helper.place.file && !isSameOrNested(place, helper.place))
    .filter(({ place: { file, lines } }) =>
      containsName((file.after?.lines ?? []).slice((lines?.start ?? 1) - 1, lines?.end).join('\n'), name),
    )
    .sort((a, b) => linesOf(a) - linesOf(b))
  return caller
}

/** Minimum length of a word or name: shorter ones occur in any text. */
const MIN_WORD = 3

/** Returns the changed units and their enclosing units, each with the total change inside it. */
function unitCandidates(changed: readonly ChangedPlace[]): readonly Candidate[] {
  const candidates = new Map<ChangedFile, Map<AstUnit, number>>()
  for (const { file, unit, around = [], weight } of changed) {
    const ofFile = candidates.get(file) ?? new Map<AstUnit, number>()
    candidates.set(file, ofFile)
    for (const each of unit === undefined ? around : [unit, ...around])
      ofFile.set(each, (ofFile.get(each) ?? 0) + weight)
  }
  return [...candidates].flatMap(([file, units]) =>
    [...units].map(([unit, weight]) => ({ place: { file, unit, lines: unit.lines }, weight })),
  )
}

/** Returns the named units, largest change first, without units that contain another named one. */
function namedIn(units: readonly Candidate[], text: string): readonly Candidate[] {
  const names = namesInText(text)
  const named = units.filter((unit) => names.has(lastName(unit)) && !isNameOfProject(unit, text))
  return disambiguate(named, text)
    .filter((outer) => !named.some((inner) => inner !== outer && isWithin(inner, outer)))
    .sort((a, b) => b.weight - a.weight)
}

/** Whether the name means the project: `Flask` in `src/flask/app.py` does, unless it is marked as code. */
function isNameOfProject(unit: Candidate, text: string): boolean {
  const name = lastName(unit)
  const folders = unit.place.file.path.toLowerCase().split('/').slice(0, -1)
  return (
    folders.includes(name.toLowerCase()) &&
    !new RegExp(`[\`.:#]${escapeRegExp(name)}|${escapeRegExp(name)}[.:(#]\\w`).test(text)
  )
}

/**
 * Of several units with the same name, such as a method of seven classes, returns those that the text names with their
 * owner; otherwise the one with most of their changes; otherwise none, because the text is about all of them.
 */
function disambiguate(named: readonly Candidate[], text: string): readonly Candidate[] {
  const isOwned = ({ place }: Candidate): boolean => namesWithOwner(text, place.unit?.name.split('::') ?? [])
  return named.filter((candidate) => {
    const same = named.filter((other) => lastName(other) === lastName(candidate))
    if (same.length === 1) return true
    return same.some(isOwned) ? isOwned(candidate) : candidate.weight > sumOfWeights(same) / 2
  })
}

function lastName({ place }: Candidate): string {
  return place.unit?.name.split('::').at(-1) ?? ''
}

function namesWithOwner(text: string, segments: readonly string[]): boolean {
  const [owner, last] = segments.slice(-2)
  if (owner === undefined || last === undefined) return false
  return ['.', '::', '#', '->'].some((mark) => text.includes(`${owner}${mark}${last}`))
}

function isWithin({ place: inner }: Candidate, { place: outer }: Candidate): boolean {
  return inner.file === outer.file && inner.unit?.name.startsWith(`${outer.unit?.name}::`) === true
}

function isSameOrNested(a: CodePlace, b: CodePlace | undefined): boolean {
  if (b?.unit === undefined || a.unit === undefined || a.file !== b.file) return false
  const [one, other] = [a.unit.name, b.unit.name]
  return one === other || one.startsWith(`${other}::`) || other.startsWith(`${one}::`)
}

function linesOf({ place: { lines } }: Candidate): number {
  return lines === undefined ? Infinity : lines.end - lines.start
}

function withoutWeight({ file, lines }: ChangedPlace): CodePlace {
  return { file, ...omitUndefined({ lines }) }
}
