import { err, ok, type CommitId, type RepoPath, type Result } from '@chronicle/schema'
import type { FileRevision, GitError } from '../contracts/git-backend.ts'
import type { FileState, FileTexts } from '../place/file-texts.ts'
import type { LineMap } from '../place/line-map.ts'
import type { LineMaps } from '../place/line-maps.ts'
import type { LineRevision } from './line-history.ts'
import { countLines, hullOf, toRange, uniteSpans, withinSpan, type LineSpan } from './line-spans.ts'
import { passOverChange } from './pass-over-change.ts'
import { linesBefore, type FollowedLines, type LinesBefore } from './narrow-edits.ts'

/** What a commit did to lines. */
export interface RevisionStep {
  /** Absent where the commit left the lines as they were. */
  readonly found?: LineRevision
  /** The lines in the parents that they are followed in. */
  readonly onward: readonly OnwardLines[]
  /** The edits of the file, where the commit has one parent. */
  readonly map?: LineMap
}

/** Lines of a parent, to be followed from there. */
export interface OnwardLines extends FollowedLines {
  readonly parent: CommitId
  readonly state: FileState
}

/** The file of a revision: its states, and every name that it had. */
export interface ComparedFile {
  readonly maps: LineMaps
  readonly texts: FileTexts
  readonly paths: readonly RepoPath[]
}

/** A comparison with one parent. */
interface Comparison extends LinesBefore {
  readonly parent: CommitId | undefined
  readonly state: FileState | undefined
  readonly map: LineMap
}

/**
 * Compares lines of a revision with its parents. A merge that has the lines as one of its parents has is followed there
 * alone; otherwise it changed them, and they are followed in all of its parents. Returns `undefined` where a state
 * cannot be read.
 */
export async function compareRevision(
  revision: FileRevision,
  followed: FollowedLines,
  file: ComparedFile,
): Promise<Result<RevisionStep | undefined, GitError>> {
  const { blob, parents, path } = revision
  if (blob === undefined) return ok(undefined)
  const now: FileState = { path, blob }
  const comparisons: Comparison[] = []
  for (const index of parents.length === 0 ? [0] : parents.keys()) {
    const state = await stateInParent(revision, index, file)
    if (state.isErr()) return err(state.error)
    const compared = await compareStates(state.value, now, followed, file)
    if (compared.isErr()) return err(compared.error)
    if (compared.value === undefined) return ok(undefined)
    const comparison = { ...compared.value, parent: parents[index], state: state.value }
    if (comparison.touched.length === 0) return ok({ onward: onwardOf([comparison]) })
    comparisons.push(comparison)
  }
  const [only] = comparisons
  return ok({
    found: describeChange(revision, followed, comparisons),
    onward: onwardOf(comparisons),
    ...(comparisons.length === 1 && only !== undefined ? { map: only.map } : {}),
  })
}

/** The file in a parent; in another one than the first, under any name that it had. */
async function stateInParent(
  { parents, path, previousBlob, previousPath = path }: FileRevision,
  index: number,
  { paths, texts }: ComparedFile,
): Promise<Result<FileState | undefined, GitError>> {
  const parent = parents[index]
  if (index === 0 || parent === undefined) {
    return ok(previousBlob === undefined ? undefined : { path: previousPath, blob: previousBlob })
  }
  for (const name of new Set([path, previousPath, ...paths])) {
    const blob = await texts.blobAt(parent, name)
    if (blob.isErr()) return err(blob.error)
    if (blob.value !== undefined) return ok({ path: name, blob: blob.value })
  }
  return ok(undefined)
}

async function compareStates(
  before: FileState | undefined,
  now: FileState,
  followed: FollowedLines,
  { maps, texts }: ComparedFile,
): Promise<Result<(LinesBefore & { readonly map: LineMap }) | undefined, GitError>> {
  const { name, spans } = followed
  if (before?.blob === now.blob) return ok({ touched: [], before: spans, name, by: 'lines', map: [] })
  if (before === undefined) {
    const text = await texts.open(now)
    if (text.isErr()) return err(text.error)
    if (text.value === undefined) return ok(undefined)
    const map = [{ startA: 0, endA: 0, startB: 0, endB: lineCount(text.value.bytes) }]
    return ok({ touched: map, before: [], name, by: 'lines', map })
  }
  const far = await passOver(before, now, spans, texts)
  if (far.isErr()) return err(far.error)
  if (far.value !== undefined) return ok({ touched: [], before: far.value, name, by: 'lines', map: [] })
  const map = await maps.between(before, now, texts)
  if (map.isErr()) return err(map.error)
  if (map.value === undefined) return ok(undefined)
  const found = await linesBefore(followed, map.value, before, now, texts)
  return found.map((lines) => lines && { ...lines, map: map.value ?? [] })
}

async function passOver(
  before: FileState,
  now: FileState,
  spans: readonly LineSpan[],
  texts: FileTexts,
): Promise<Result<readonly LineSpan[] | undefined, GitError>> {
  // The newer one first: it is the one that those after it are read ahead with.
  const [newer, older] = [await texts.open(now), await texts.open(before)]
  if (newer.isErr()) return err(newer.error)
  if (older.isErr()) return err(older.error)
  return ok(newer.value && older.value && passOverChange(older.value.bytes, newer.value.bytes, spans))
}

const LF = 10

function lineCount(bytes: Uint8Array): number {
  let count = 0
  for (let at = bytes.indexOf(LF); at >= 0; at = bytes.indexOf(LF, at + 1)) count++
  return bytes.length > 0 && bytes.at(-1) !== LF ? count + 1 : count
}

function onwardOf(comparisons: readonly Comparison[]): readonly OnwardLines[] {
  return comparisons.flatMap(({ before, name, parent, state }) =>
    state === undefined || parent === undefined || before.length === 0 ? [] : [{ spans: before, name, parent, state }],
  )
}

function describeChange(
  { commit, committedAt, parents, path }: FileRevision,
  { name, spans }: FollowedLines,
  comparisons: readonly Comparison[],
): LineRevision {
  const from = comparisons.find(({ before, state }) => state !== undefined && before.length > 0)
  const lines = from && hullOf(from.before)
  const added = inAll(comparisons.map(({ map }) => map.map(spanInNewer)))
  const changed = uniteSpans(spans.flatMap((span) => withinSpan(added, span)))
  // What a merge took out may be what one of its parents had not.
  const only = parents.length > 1 ? undefined : comparisons[0]
  const deleted = only === undefined ? [] : uniteSpans(only.map.map(spanInOlder))
  const deletedHere = deleted.flatMap((span) => withinSpan(only?.before ?? [], span))
  return {
    commit,
    committedAt,
    merge: parents.length > 1,
    path,
    lines: hullOf(spans) ?? { start: 1, end: 1 },
    ...(name === undefined ? {} : { name }),
    ...(from?.state === undefined || lines === undefined
      ? {}
      : {
          before: {
            path: from.state.path,
            lines,
            ...(from.name === undefined ? {} : { name: from.name }),
            by: from.by,
          },
        }),
    changed: changed.map(toRange),
    changes: {
      inLines: countLines(changed) + countLines(deletedHere),
      inFile: countLines(added) + countLines(deleted),
    },
  }
}

function spanInNewer({ startB, endB }: LineMap[number]): LineSpan {
  return { start: startB, end: endB }
}

function spanInOlder({ startA, endA }: LineMap[number]): LineSpan {
  return { start: startA, end: endA }
}

/** The lines that are in each of several lists of spans. */
function inAll(lists: readonly (readonly LineSpan[])[]): readonly LineSpan[] {
  const [first = [], ...rest] = lists
  return rest.reduce(
    (common, spans) => uniteSpans(spans.flatMap((span) => withinSpan(common, span))),
    uniteSpans(first),
  )
}
