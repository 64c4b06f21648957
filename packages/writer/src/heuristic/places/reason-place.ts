import type { AstUnit } from '@chronicle/core/contracts'
import { omitUndefined } from '@chronicle/schema'
import { namesInText, wordStems } from '@chronicle/core/prose'
import { containsName, escapeRegExp } from '@chronicle/core/text'
import type { ChangedFile } from '../../commit-context.ts'
import type { ChangedPlace } from './main-places.ts'
import { mentionsFile } from './mentions-file.ts'
import type { CodePlace } from './unit-of-lines.ts'

/** A place holds what a change is about when this share of the changed lines lies in it. */
const MAIN_SHARE = 0.6
/** A unit that is named but has less of the change than this is mentioned, and not what the change is about. */
const MIN_NAMED_SHARE = 0.15

interface Candidate {
  readonly place: CodePlace
  readonly weight: number
}

/**
 * Returns the place that a message is about: of the units that its subject names, or else its text, the one with most of
 * the changed lines; or else the innermost unit that holds most of the change, or the file that does. `undefined`: the
 * change is spread over files, and the message is about the commit as a whole.
 */
export function reasonPlace(changed: readonly ChangedPlace[], subject: string, text: string): CodePlace | undefined {
  const total = sum(changed)
  const units = unitCandidates(changed)
  for (const naming of [subject, text]) {
    const [named] = namedIn(units, naming).filter(({ weight }) => weight >= total * MIN_NAMED_SHARE)
    if (named !== undefined) return named.place
  }
  const inNamedFiles = changed.filter(({ file }) => mentionsFile(`${subject} ${text}`, file.path))
  const pool = inNamedFiles.length > 0 ? inNamedFiles : changed
  const inPool = new Set(pool.map(({ file }) => file))
  const main = units
    .filter(({ place, weight }) => inPool.has(place.file) && weight >= sum(pool) * MAIN_SHARE)
    .sort((a, b) => linesOf(a) - linesOf(b))[0]
  if (main !== undefined) return (callerOf(main, units, `${subject} ${text}`) ?? main).place
  const lines = pool.find(({ unit, weight }) => unit === undefined && weight >= sum(pool) * MAIN_SHARE)
  if (lines !== undefined) return withoutWeight(lines)
  const file = [...inPool].find((each) => sum(pool.filter((place) => place.file === each)) >= sum(pool) * MAIN_SHARE)
  return file === undefined ? undefined : { file }
}

/** Returns the changed units that a text names, other than a place, those around it and those in it; most changed first. */
export function otherNamedPlaces(
  changed: readonly ChangedPlace[],
  text: string,
  main: CodePlace | undefined,
): readonly CodePlace[] {
  const least = sum(changed) * MIN_NAMED_SHARE
  const apart = unitCandidates(changed).filter(({ place, weight }) => weight >= least && !isSameOrNested(place, main))
  return namedIn(apart, text).map(({ place }) => place)
}

/** A unit that is new, and that the text has no word on, is there for the one that uses it: that is what the text is about. */
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

/** Shorter words and names are in any text. */
const MIN_WORD = 3

/** The changed units, and the units around them with all that changed in them. */
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

/** Of the units named, most changed first; of units in one another the inner ones. */
function namedIn(units: readonly Candidate[], text: string): readonly Candidate[] {
  const names = namesInText(text)
  const named = units.filter((unit) => names.has(lastName(unit)) && !isNameOfProject(unit, text))
  return meantOf(named, text)
    .filter((outer) => !named.some((inner) => inner !== outer && isWithin(inner, outer)))
    .sort((a, b) => b.weight - a.weight)
}

/** `Flask` in `src/flask/app.py` is the project wherever it is not marked as code. */
function isNameOfProject(unit: Candidate, text: string): boolean {
  const name = lastName(unit)
  const folders = unit.place.file.path.toLowerCase().split('/').slice(0, -1)
  return (
    folders.includes(name.toLowerCase()) &&
    !new RegExp(`[\`.:#]${escapeRegExp(name)}|${escapeRegExp(name)}[.:(#]\\w`).test(text)
  )
}

/**
 * Of several units with one name, such as a method of seven classes, those that the text names with their owner; or
 * else the one with most of what changed in them all; or else none of them, since the text is about all.
 */
function meantOf(named: readonly Candidate[], text: string): readonly Candidate[] {
  const isOwned = ({ place }: Candidate): boolean => namesWithOwner(text, place.unit?.name.split('::') ?? [])
  return named.filter((candidate) => {
    const same = named.filter((other) => lastName(other) === lastName(candidate))
    if (same.length === 1) return true
    return same.some(isOwned) ? isOwned(candidate) : candidate.weight > sum(same) / 2
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

function sum(places: readonly { readonly weight: number }[]): number {
  return places.reduce((total, { weight }) => total + weight, 0)
}
