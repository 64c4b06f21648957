import { ok, safeTry, type RepoPath, type ResultAsync } from '@chronicle/schema'
import type { DiffHunk, FileChange } from '../../contracts/git-backend.ts'
import { neutralisePath } from '../../format/neutralise-text.ts'
import { diffLines, LineTable, type Edit } from '../../line-diff/index.ts'
import { mostSimilar, sameNameFirst, type FileWithContent } from '../../read/find-moved-file.ts'
import type { ReadContext } from '../../read/read-context.ts'
import type { ReadError } from '../../read/read-error.ts'
import type { ResolvedChange } from './resolve-change.ts'

/** Maximum number of untracked files that are compared with deleted ones; files with the same name come first. */
const MAX_UNTRACKED = 20
/** Maximum number of deleted files to compare with; files with the same name come first. */
const MAX_DELETED = 50

/**
 * Returns the changes, with a deleted file shown as renamed when an untracked one has most of its content: `mv` does
 * not tell git. Otherwise everything recorded about the file would count as gone.
 */
export function withUntrackedRenames(
  changes: readonly FileChange[],
  { base, to }: ResolvedChange,
  context: ReadContext,
): ResultAsync<readonly FileChange[], ReadError> {
  return safeTry(async function* () {
    const { call, git, report } = context
    const deleted = new Map<RepoPath, FileChange>()
    for (const change of changes) {
      if (change.status === 'deleted' && change.oldPath !== undefined) deleted.set(change.oldPath, change)
    }
    if (base === undefined || to !== 'WORKTREE' || deleted.size === 0) return ok(changes)
    const tracked = new Set(yield* git.listFiles('INDEX', undefined, call))
    const untracked = (yield* git.listFiles('WORKTREE', undefined, call)).filter((path) => !tracked.has(path))
    const likely = sameNameFirst(untracked, [...deleted.keys()]).slice(0, MAX_UNTRACKED)
    const gone = sameNameFirst([...deleted.keys()], likely).slice(0, MAX_DELETED)
    let held = likely.length === 0 ? [] : yield* contentsOf(gone, deleted, context)
    const renamed = new Map<FileChange, FileChange>()
    for (const newPath of held.length === 0 ? [] : likely) {
      const content = yield* git.readFile('WORKTREE', newPath, call)
      if (content?.kind !== 'file') continue
      const bytes = yield* git.normalise?.(newPath, content.bytes, call) ?? ok(content.bytes)
      const like = mostSimilar({ path: newPath, bytes }, held)
      const change = like && deleted.get(like.path)
      if (like === undefined || change === undefined) continue
      held = held.filter(({ path }) => path !== like.path)
      const hunks = change.binary ? [] : hunksBetween(like.bytes, bytes)
      renamed.set(change, { ...change, status: 'renamed', newPath, hunks })
      const message = `${neutralisePath(newPath)} is not tracked; it has most of the content of ${neutralisePath(like.path)}, so it is checked as that file renamed.`
      report({ code: 'renamed_since_commit', severity: 'info', message, path: newPath })
    }
    return ok(changes.map((change) => renamed.get(change) ?? change))
  })
}

/** Reads the content of deleted files; links and submodules have none. */
function contentsOf(
  paths: readonly RepoPath[],
  deleted: ReadonlyMap<RepoPath, FileChange>,
  { call, git }: Pick<ReadContext, 'call' | 'git'>,
): ResultAsync<readonly FileWithContent[], ReadError> {
  const blobs = paths.flatMap((path) => {
    const { kind, oldBlob } = deleted.get(path) ?? {}
    return kind === undefined && oldBlob !== undefined ? [[path, oldBlob] as const] : []
  })
  return git.readBlobs([...new Set(blobs.map(([, blob]) => blob))], call).map((read) =>
    blobs.flatMap(([path, blob]) => {
      const bytes = read.get(blob)
      return bytes === undefined ? [] : [{ path, bytes }]
    }),
  )
}

function hunksBetween(before: Uint8Array, after: Uint8Array): readonly DiffHunk[] {
  const table = new LineTable()
  return diffLines(table.number(before), table.number(after), table).map(toHunk)
}

function toHunk({ startA, endA, startB, endB }: Edit): DiffHunk {
  return { old: spanOf(startA, endA), new: spanOf(startB, endB) }
}

function spanOf(start: number, end: number): DiffHunk['old'] {
  return { start: end > start ? start + 1 : start, count: end - start }
}
