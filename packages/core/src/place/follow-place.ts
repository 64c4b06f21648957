import { ok, okAsync, safeTry, type CommitId, type LineRange, type RepoPath, type ResultAsync } from '@chronicle/schema'
import type { AstUnit } from '../contracts/ast-parser.ts'
import type { FileRevision } from '../contracts/git-backend.ts'
import type { FileHistory } from '../history/file-history.ts'
import { lastSegment } from '../read/match-anchor.ts'
import type { ReadError } from '../read/read-error.ts'
import { findUnits } from './find-units.ts'
import { placeOfEdited } from './edited-lines.ts'
import type { FollowedPlace } from './followed-place.ts'
import type { FileState, FileText } from './file-texts.ts'
import { keptLines, placeOfRange } from './line-map.ts'
import type { LineMaps } from './line-maps.ts'
import { lengthOf } from './overlaps.ts'
import { isOfNeighbour } from './of-neighbour.ts'
import type { RecordedPlace } from './placement.ts'
import type { PlacingContext } from './placing-context.ts'
import type { PlaceableRegion } from './recorded-region.ts'
import { findSameNamed } from './same-named.ts'
import { hasUnit, openIn } from './state-in.ts'
import type { TargetFile } from './target-file.ts'
import { byName, isMovedBody, isSameBody, mayContain, unitBody } from './unit-body.ts'

/** Maximum number of commits through which one region is followed. */
const MAX_STEPS = 300
/** Minimum share of lines that one commit must keep for the place to count as the same. */
const MIN_SHARE = 0.5

/**
 * Follows a region through the commits since it was recorded: by its lines, then by its name, and by its body where a
 * commit moved the unit to another file or renamed it. A region without a name is followed by its lines alone. Returns
 * its lines in the target; `undefined` when it was deleted on the way or is in another file.
 */
export function followPlace(
  { committedAt, region, recordedIn }: PlaceableRegion,
  origin: RecordedPlace | undefined,
  target: TargetFile,
  placing: PlacingContext,
): ResultAsync<LineRange | undefined, ReadError> {
  return safeTry(async function* () {
    if (origin === undefined || target.text === undefined) return ok(undefined)
    const at = yield* await placeAtHead(
      { from: origin, name: region.ast_anchor?.name, recordedIn, committedAt },
      target,
      placing,
    )
    if (at === undefined) return ok(undefined)
    if (at.state.path !== target.committedPath && at.name !== undefined) return movedUncommitted(at, target, placing)
    const last = yield* advance(at, target.text, await placing.context.lineMaps(at.state.path), placing)
    if (last !== undefined) return ok(last.lines)
    return ok(undefined)
  })
}

/** What is followed, from where. */
interface FollowedCode {
  readonly from: RecordedPlace
  readonly name: string | undefined
  readonly recordedIn: CommitId
  readonly committedAt: number | undefined
}

/**
 * Returns the place at the queried commit. Code of other files that has not come to the target, or to a file that the
 * target was, is followed once for all targets of a query.
 */
function placeAtHead(
  code: FollowedCode,
  target: TargetFile,
  placing: PlacingContext,
): ResultAsync<FollowedPlace | undefined, ReadError> {
  return safeTry(async function* () {
    const { from, name, recordedIn } = code
    if (target.names.has(from.path)) return followThrough(code, target, placing, [])
    const key = JSON.stringify([from.path, from.blob, from.lines.start, from.lines.end, name ?? 0, recordedIn])
    const known = placing.followed.get(key)
    if (known !== undefined && !known.passed.some((path) => target.names.has(path))) {
      known.diagnostics.forEach(placing.journal.repeat)
      if (known.isTransient) placing.journal.markTransient()
      return ok(known.at)
    }
    const reading = placing.journal.begin()
    const passed: string[] = []
    const at = yield* followThrough(code, target, placing, passed)
    // The history of a target may be known by another name.
    if (!passed.some((path) => target.names.has(path))) placing.followed.set(key, { at, passed, ...reading() })
    return ok(at)
  })
}

/** Follows code to the queried commit, and adds the paths of the files in which it was to `passed`. */
function followThrough(
  { committedAt, from, name, recordedIn }: FollowedCode,
  target: TargetFile,
  placing: PlacingContext,
  passed: string[],
): ResultAsync<FollowedPlace | undefined, ReadError> {
  return safeTry(async function* () {
    let at: FollowedPlace = { state: from, lines: from.lines, name }
    passed.push(from.path)
    let steps = since(yield* historyOf(from.path, target, placing), recordedIn, committedAt)
    let inFile = { at, steps }
    for (let count = 0; steps.length > 0 && count < MAX_STEPS; count++) {
      // Lines without a name look alike in many places: only a diff of adjacent commits identifies them.
      const skipped = yield* at.name === undefined ? ok({ at, count: 0 }) : await passOver(at, steps, target, placing)
      at = skipped.at
      const [step, ...rest] = steps.slice(skipped.count)
      if (step === undefined) break
      steps = rest
      const next = yield* takeStep(at, step, target, placing)
      if (next === undefined) return ok(undefined)
      const moved = next.state.path !== at.state.path && next.state.path !== step.path
      at = next
      passed.push(at.state.path)
      if (!moved) continue
      steps = since(yield* historyOf(at.state.path, target, placing), step.commit, step.committedAt)
      inFile = { at, steps }
    }
    passed.push(at.state.path)
    return (yield* isAtNeighbour(inFile.at, at, placing)) ? followRemoved(inFile, target, placing, passed) : ok(at)
  })
}

/** Whether the lines of a unit were followed to those of another one of the same file. */
function isAtNeighbour(
  from: FollowedPlace,
  at: FollowedPlace,
  { texts }: PlacingContext,
): ResultAsync<boolean, ReadError> {
  return safeTry(async function* () {
    if (from.name === undefined || at.state.blob === from.state.blob) return ok(false)
    const text = yield* texts.open(at.state)
    const units = (await text?.units()) ?? []
    if (text === undefined || units.some(({ name }) => name === from.name)) return ok(false)
    const older = yield* texts.open(from.state)
    return ok(
      older !== undefined && (await isOfNeighbour(at.lines, { lines: from.lines, text: older }, { text, units })),
    )
  })
}

/**
 * Follows a unit that a commit removed beside one with the same body, from the last state that has its name. That state
 * is found by halving.
 */
function followRemoved(
  { at, steps }: { readonly at: FollowedPlace; readonly steps: readonly FileRevision[] },
  target: TargetFile,
  placing: PlacingContext,
  passed: string[],
): ResultAsync<FollowedPlace | undefined, ReadError> {
  return safeTry(async function* () {
    const { texts } = placing
    let last = at
    let first = 0
    for (let end = steps.length; first < end;) {
      const middle = (first + end) >> 1
      const { blob, path } = steps[middle] ?? {}
      const text = yield* blob === undefined || path === undefined ? ok(undefined) : await texts.open({ blob, path })
      const unit = ((await text?.units()) ?? []).find(({ name }) => name === at.name)
      if (text === undefined || unit === undefined) end = middle
      else {
        last = { state: text, lines: unit.lines, name: unit.name }
        first = middle + 1
      }
    }
    const step = steps[first]
    const before = yield* texts.open(last.state)
    if (step === undefined || before === undefined) return ok(undefined)
    const next = yield* findElsewhere(last, before, undefined, step, placing)
    if (next === undefined) return ok(undefined)
    const from = { ...next.state, lines: next.lines }
    return followThrough(
      { from, name: next.name, recordedIn: step.commit, committedAt: step.committedAt },
      target,
      placing,
      passed,
    )
  })
}

/**
 * Skips the commits that left every line unchanged, and returns their number. The stride between the states read
 * doubles, so that a thousand commits elsewhere in the file cost a few comparisons.
 */
function passOver(
  from: FollowedPlace,
  steps: readonly FileRevision[],
  target: TargetFile,
  { context, texts }: PlacingContext,
): ResultAsync<{ readonly at: FollowedPlace; readonly count: number }, ReadError> {
  return safeTry(async function* () {
    const maps = await context.lineMaps(target.committedPath)
    let at = from
    let count = 0
    let growing = true
    for (let stride = 1; stride >= 1 && count < steps.length; stride = growing ? stride * 2 : stride >> 1) {
      const next = Math.min(count + stride, steps.length)
      const { blob, path } = steps[next - 1] ?? {}
      const state: FileState | undefined = blob === undefined || path === undefined ? undefined : { blob, path }
      const map = yield* state === undefined ? ok(undefined) : await maps.between(at.state, state, texts)
      const lines = map && placeOfRange(map, at.lines)
      const intact = map !== undefined && keptLines(map, at.lines).count === lengthOf(at.lines)
      if (state !== undefined && lines !== undefined && intact) {
        at = { ...at, state, lines }
        count = next
      } else growing = false
    }
    return ok({ at, count })
  })
}

/** Returns the revisions after a commit, oldest first. */
function since({ revisions }: FileHistory, commit: CommitId, committedAt: number | undefined): readonly FileRevision[] {
  const own = revisions.findIndex((each) => each.commit === commit)
  const newer =
    own >= 0 ? revisions.slice(0, own) : revisions.filter((each) => each.committedAt > (committedAt ?? Infinity))
  return [...newer].reverse()
}

function historyOf(
  path: RepoPath,
  target: TargetFile,
  { context, queried }: PlacingContext,
): ResultAsync<FileHistory, ReadError> {
  return target.names.has(path) ? okAsync(target.history) : context.fileHistory(queried.head, path, context.call)
}

/** Returns the place after one commit. `undefined` when the commit deleted it. */
function takeStep(
  at: FollowedPlace,
  step: FileRevision,
  target: TargetFile,
  placing: PlacingContext,
): ResultAsync<FollowedPlace | undefined, ReadError> {
  return safeTry(async function* () {
    const { context, texts } = placing
    const maps = await context.lineMaps(target.committedPath)
    let path = step.path
    let { blob } = step
    if (blob === undefined && step.renamedTo !== undefined) {
      path = step.renamedTo
      blob = yield* texts.blobAt(step.commit, path)
    }
    const before = yield* texts.open(at.state)
    if (before === undefined) return ok(undefined)
    const after = yield* blob === undefined ? ok(undefined) : await texts.open({ path, blob })
    if (after !== undefined) {
      const advanced = await advance(at, after, maps, placing)
      if (advanced.isErr() || advanced.value !== undefined) return advanced
    }
    return at.name === undefined ? ok(undefined) : findElsewhere(at, before, after, step, placing)
  })
}

/**
 * Finds the place in a newer state of the same file: by most of its lines, else by its name, else by a unit with the
 * same body. Without a name: by most of its lines, else by those that were edited in place.
 */
function advance(
  at: FollowedPlace,
  after: FileText,
  maps: LineMaps,
  { texts }: PlacingContext,
): ResultAsync<FollowedPlace | undefined, ReadError> {
  return safeTry(async function* () {
    const map = yield* maps.between(at.state, after, texts)
    if (map === undefined) return ok(undefined)
    const here = placeOfRange(map, at.lines)
    const kept = keptLines(map, at.lines)
    if (here !== undefined && kept.count >= MIN_SHARE * lengthOf(at.lines)) {
      return ok({ ...at, state: after, lines: here })
    }
    const before = yield* texts.open(at.state)
    if (at.name === undefined) {
      const edited = before && placeOfEdited(map, at.lines, before.lines(), after.lines())
      return ok(edited && { ...at, state: after, lines: edited })
    }
    const units = (await after.units()) ?? []
    const name = (await nameAt(at, before)) ?? at.name
    const same = name === undefined ? undefined : before && (await findSameNamed(name, at.lines, before, after))
    const named = same === 'gone' ? undefined : (same ?? units.find((unit) => unit.name === name))
    if (named !== undefined && name !== undefined) return ok({ state: after, lines: named.lines, name })
    const unit = before && (await findLike(at, before, after))
    // A unit that had the same body before has it of its own.
    const now = { text: after, units }
    const isOther = unit && (await isOfNeighbour(unit.lines, { lines: at.lines, text: before }, now))
    return ok(unit && isOther !== true ? { state: after, lines: unit.lines, name: unit.name } : undefined)
  })
}

/** Returns the name of the unit at the place in the state it was followed to. */
async function nameAt({ lines, name }: FollowedPlace, state: FileText | undefined): Promise<string | undefined> {
  const units = (await state?.units()) ?? []
  if (name !== undefined && findUnits({ type: '', name }, units, [])?.match === 'exact') return name
  const around = units.filter((unit) => unit.lines.start <= lines.end && unit.lines.end >= lines.start)
  const most = around.map((unit) => ({
    unit,
    shared: Math.min(unit.lines.end, lines.end) - Math.max(unit.lines.start, lines.start) + 1,
  }))
  most.sort((a, b) => b.shared - a.shared || lengthOf(a.unit.lines) - lengthOf(b.unit.lines))
  return most[0]?.unit.name
}

/**
 * Finds a unit with the body of the place in a newer state or in another file. With `moved`, a unit with the same name,
 * outside its scopes, may have been edited.
 */
async function findLike(
  at: FollowedPlace,
  before: FileText,
  after: FileText,
  moved = false,
): Promise<AstUnit | undefined> {
  const name = await nameAt(at, before)
  const own = unitBody(before.lines(), { type: 'function', name: name ?? '', lines: at.lines })
  if (!mayContain(after.lines(), own, moved)) return undefined
  const units = (await after.units()) ?? []
  return byName(units, name).find((unit) => {
    const other = unitBody(after.lines(), unit)
    // A body too short to identify a unit does so together with its whole name.
    if (moved && unit.name === name && own.text === other.text) return true
    const isNamed = moved && lastSegment(unit.name) === lastSegment(name ?? '')
    return isNamed ? isMovedBody(own, other) : isSameBody(own, other)
  })
}

/** Finds code that a commit removed from a file in one of the other files that the commit changed. */
function findElsewhere(
  at: FollowedPlace,
  before: FileText,
  after: FileText | undefined,
  { commit, parents }: FileRevision,
  { context, texts }: PlacingContext,
): ResultAsync<FollowedPlace | undefined, ReadError> {
  return safeTry(async function* () {
    const { git, call } = context
    if (git.changedPaths === undefined) return ok(undefined)
    const changed = yield* git.changedPaths([commit], call)
    const paths = (changed.get(commit) ?? []).filter((path) => path !== at.state.path && path !== after?.path)
    if (paths.length > MAX_FILES_SEARCHED) return ok(undefined)
    const [parent] = parents
    for (const path of paths) {
      if (context.pastAst?.language(path) === undefined) continue
      const file = yield* openIn(commit, [path], texts)
      const unit = file && (await findLike(at, before, file, true))
      if (unit === undefined || file === undefined) continue
      const wasThere = yield* parent === undefined ? ok(false) : await hasUnit(unit.name, parent, path, texts)
      if (wasThere) continue
      return ok({ state: file, lines: unit.lines, name: unit.name })
    }
    return ok(undefined)
  })
}

/** Maximum number of other files that a commit changed in which a moved unit is searched. */
const MAX_FILES_SEARCHED = 50

/** Finds the place in the target when an uncommitted edit moved it there and removed it from its old file. */
function movedUncommitted(
  at: FollowedPlace,
  target: TargetFile,
  { context, journal, queried, texts }: PlacingContext,
): ResultAsync<LineRange | undefined, ReadError> {
  return safeTry(async function* () {
    if (target.committed === undefined || target.text === undefined) return ok(undefined)
    if (queried.at !== 'WORKTREE' && queried.at !== 'INDEX') return ok(undefined)
    // The result depends on another file, which may be edited again.
    journal.markTransient()
    const before = yield* texts.open(at.state)
    if (before === undefined) return ok(undefined)
    const left = yield* context.git.readFile(queried.at, at.state.path, context.call)
    const rest = left && texts.add(at.state.path, left, async () => undefined)
    const [line = ''] = before.lines().slice(at.lines.start - 1, at.lines.start)
    if (rest !== undefined && rest.lines().includes(line) && line.trim() !== '') return ok(undefined)
    const unit = await findLike(at, before, target.text)
    return ok(unit?.lines)
  })
}
