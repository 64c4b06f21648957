import { ok, omitUndefined, safeTry, type CommitId, type RepoPath, type ResultAsync } from '@chronicle/schema'
import type { FileRevision, GitError } from '../contracts/git-backend.ts'
import type { FileState, FileTexts } from '../place/file-texts.ts'
import { stateIn } from '../place/state-in.ts'
import type { LineMap } from '../place/line-map.ts'
import type { LineMaps } from '../place/line-maps.ts'
import type { ChangeExtents } from './change-extents.ts'
import type { LineRevision } from './line-history.ts'
import { countLines, hullOf, toRange, uniteSpans, withinSpan, type LineSpan } from './line-spans.ts'
import { passOverChange } from './pass-over-change.ts'
import { linesBefore, type FollowedLines, type LinesBefore } from './narrow-edits.ts'

/** The effect of a commit on lines. */
export interface RevisionStep {
  /** Absent if the commit did not change the lines. */
  readonly found?: LineRevision
  /** The lines in the parents where they are followed further. */
  readonly onward: readonly OnwardLines[]
  /** The edits of the file, if the commit has one parent. */
  readonly map?: LineMap
}

/** Lines in a parent, to be followed from there. */
export interface OnwardLines extends FollowedLines {
  readonly parent: CommitId
  readonly state: FileState
}

/** The file of a revision, with its states and all its names. */
export interface ComparedFile {
  readonly extents: ChangeExtents
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
 * Compares lines of a revision with its parents. If a merge has the same lines as one of its parents, they are followed
 * only there. Otherwise the merge changed them, and they are followed in all parents. Returns `undefined` if a state
 * cannot be read.
 */
export function compareRevision(
  revision: FileRevision,
  followed: FollowedLines,
  file: ComparedFile,
): ResultAsync<RevisionStep | undefined, GitError> {
  return safeTry(async function* () {
    const { blob, parents, path } = revision
    if (blob === undefined) return ok(undefined)
    const now: FileState = { path, blob }
    const comparisons: Comparison[] = []
    for (const index of parents.length === 0 ? [0] : parents.keys()) {
      const state = yield* stateInParent(revision, index, file)
      const compared = yield* compareStates(state, now, followed, file)
      if (compared === undefined) return ok(undefined)
      const comparison = { ...compared, parent: parents[index], state }
      if (comparison.touched.length === 0) return ok({ onward: onwardOf([comparison]) })
      comparisons.push(comparison)
    }
    const [only] = comparisons
    return ok({
      found: describeChange(revision, followed, comparisons),
      onward: onwardOf(comparisons),
      ...(comparisons.length === 1 && only !== undefined && { map: only.map }),
    })
  })
}

/** Returns the file in a parent. In parents other than the first, tries all names that it ever had. */
function stateInParent(
  { parents, path, previousBlob, previousPath = path }: FileRevision,
  index: number,
  { paths, texts }: ComparedFile,
): ResultAsync<FileState | undefined, GitError> {
  return safeTry(async function* () {
    const parent = parents[index]
    if (index === 0 || parent === undefined) {
      return ok(previousBlob === undefined ? undefined : { path: previousPath, blob: previousBlob })
    }
    return stateIn(parent, new Set([path, previousPath, ...paths]), texts)
  })
}

function compareStates(
  before: FileState | undefined,
  now: FileState,
  followed: FollowedLines,
  { extents, maps, texts }: ComparedFile,
): ResultAsync<(LinesBefore & { readonly map: LineMap }) | undefined, GitError> {
  return safeTry(async function* () {
    const { name, spans } = followed
    if (before?.blob === now.blob) return ok({ touched: [], before: spans, name, by: 'lines', map: [] })
    if (before === undefined) {
      const text = yield* texts.open(now)
      if (text === undefined) return ok(undefined)
      const map = [{ startA: 0, endA: 0, startB: 0, endB: lineCount(text.bytes) }]
      return ok({ touched: map, before: [], name, by: 'lines', map })
    }
    const extent = yield* extents.between(before, now, texts)
    const far = extent && passOverChange(extent, spans)
    if (far !== undefined) return ok({ touched: [], before: far, name, by: 'lines', map: [] })
    const map = yield* maps.between(before, now, texts)
    if (map === undefined) return ok(undefined)
    const found = await linesBefore(followed, map, before, now, texts)
    return found.map((lines) => lines && { ...lines, map: map ?? [] })
  })
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
  // In a merge, a deleted line may simply be missing in one of the parents.
  const only = parents.length > 1 ? undefined : comparisons[0]
  const deleted = only === undefined ? [] : uniteSpans(only.map.map(spanInOlder))
  const deletedHere = deleted.flatMap((span) => withinSpan(only?.before ?? [], span))
  return {
    commit,
    committedAt,
    merge: parents.length > 1,
    path,
    lines: hullOf(spans) ?? { start: 1, end: 1 },
    ...omitUndefined({ name }),
    ...(from?.state !== undefined &&
      lines !== undefined && {
        before: {
          path: from.state.path,
          lines,
          ...omitUndefined({ name: from.name }),
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

/** Returns the lines that all the given lists of spans contain. */
function inAll(lists: readonly (readonly LineSpan[])[]): readonly LineSpan[] {
  const [first = [], ...rest] = lists
  return rest.reduce(
    (common, spans) => uniteSpans(spans.flatMap((span) => withinSpan(common, span))),
    uniteSpans(first),
  )
}
