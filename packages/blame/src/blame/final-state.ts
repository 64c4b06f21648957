import { readMergeHeads, type BlameRequest, type FileContent, type GitError } from '@chronicle/core/contracts'
import { ok, safeTry, type BlobId, type RepoPath, type ResultAsync } from '@chronicle/schema'
import type { CommitNode, FileEntry, ObjectReader } from '../object-reader.ts'
import { diffTrees, type FileAt, type TreeDifference } from '../renames/diff-trees.ts'
import { isBinary } from '../renames/similarity.ts'

/** The requested file: in a commit, or not yet committed on top of commits. */
export type FinalState =
  | { readonly kind: 'committed'; readonly commit: CommitNode; readonly file: FileEntry }
  | {
      readonly kind: 'uncommitted'
      readonly file: FileEntry
      readonly bytes: Uint8Array
      readonly parents: readonly CommitNode[]
      differenceFrom(parent: CommitNode): ResultAsync<TreeDifference, GitError>
    }

/** Opens the file. Returns `undefined` if there is no such file or it is a submodule. */
export function openFinalState(
  reader: ObjectReader,
  { at, path }: BlameRequest,
): ResultAsync<FinalState | undefined, GitError> {
  return safeTry(async function* () {
    if (typeof at === 'object') {
      const commit = yield* reader.commit(at.commit)
      const [file] = yield* reader.find([commit.tree], path)
      return ok(file && file.kind !== 'submodule' ? { kind: 'committed' as const, commit, file } : undefined)
    }
    const content = yield* reader.source.readFile(at, path, reader.options)
    if (content === undefined || content.kind === 'submodule') return ok(undefined)
    const parents = yield* readHeads(reader)
    const committed = yield* reader.find(
      parents.map((parent) => parent.tree),
      path,
    )
    const { id, bytes } = at === 'WORKTREE' ? yield* normalizeLineEndings(reader, content, committed[0]) : content
    const file: FileEntry = { id, kind: content.kind === 'symlink' ? 'symlink' : 'file' }
    reader.remember(id, bytes)
    return ok({
      kind: 'uncommitted' as const,
      file,
      bytes,
      parents,
      differenceFrom: (parent: CommitNode) => missingFromIndex(reader, parent, path),
    })
  })
}

/** Returns `HEAD`, and the commits that are being merged into it, if any. */
function readHeads(reader: ObjectReader): ResultAsync<readonly CommitNode[], GitError> {
  return safeTry(async function* () {
    const head = yield* reader.source.resolve('HEAD', reader.options)
    const merged = yield* readMergeHeads(reader.source, reader.options)
    const ids = head === undefined ? merged : [head, ...merged]
    return ok(yield* reader.commits([...new Set(ids)]))
  })
}

/**
 * Returns the files of a commit that are missing from the index, if `path` itself is in the index; git detects no other
 * renames here.
 */
function missingFromIndex(
  reader: ObjectReader,
  commit: CommitNode,
  path: RepoPath,
): ResultAsync<TreeDifference, GitError> {
  return safeTry(async function* () {
    const index = new Set(yield* reader.source.listFiles('INDEX', undefined, reader.options))
    if (!index.has(path)) return ok({ deleted: [], added: [] })
    const { deleted } = yield* diffTrees(reader, commit.tree, undefined)
    const missing = deleted.filter((file: FileAt) => file.kind !== 'submodule' && !index.has(file.path))
    return ok({ deleted: missing, added: [] })
  })
}

/**
 * Returns the content as git would store it. With `core.autocrlf`, git stores LF where the working tree has CRLF,
 * except in files already stored with CRLF. Attributes are ignored.
 */
function normalizeLineEndings(
  reader: ObjectReader,
  { id, bytes }: FileContent,
  committed: FileEntry | undefined,
): ResultAsync<{ readonly id: BlobId; readonly bytes: Uint8Array }, GitError> {
  return safeTry(async function* () {
    const asIs = { id, bytes }
    if (!hasCrlf(bytes) || isBinary(bytes) || reader.source.readConfig === undefined) return ok(asIs)
    const setting = (yield* reader.source.readConfig('core', reader.options)).get('autocrlf')?.at(-1)?.toLowerCase()
    if (setting !== 'true' && setting !== 'input') return ok(asIs)
    const [before] = committed ? yield* reader.blobs([committed.id]) : []
    if (before && hasCrlf(before)) return ok(asIs)
    // The engine cannot compute object ids; this one only has to be unique.
    return ok({ id: `${id}+lf` as BlobId, bytes: withoutCarriageReturns(bytes) })
  })
}

function hasCrlf(bytes: Uint8Array): boolean {
  for (let at = bytes.indexOf(CR); at >= 0; at = bytes.indexOf(CR, at + 1)) if (bytes[at + 1] === LF) return true
  return false
}

function withoutCarriageReturns(bytes: Uint8Array): Uint8Array {
  return bytes.filter((byte, at) => byte !== CR || bytes[at + 1] !== LF)
}

const CR = 13
const LF = 10
