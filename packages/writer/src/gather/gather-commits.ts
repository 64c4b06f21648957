import {
  err,
  ok,
  omitUndefined,
  Result,
  safeTry,
  type BlobId,
  type CommitId,
  type Diagnostic,
  type RepoPath,
  type ResultAsync,
} from '@chronicle/schema'
import {
  codedError,
  type AstParser,
  type CallOptions,
  type Commit,
  type CommitChanges,
  type FileChange,
  type GitBackend,
  type GitError,
} from '@chronicle/core/contracts'
import { subjectOf } from '@chronicle/core/text'
import type { AuthorContext } from '../author-context/author-context.ts'
import type { CommitDiscussion } from '../discussions/commit-discussion.ts'
import type { CommitContext } from '../commit-context.ts'
import { commitWarning } from '../commit-warning.ts'
import { commitContextOf, createOutlineReader, hasText, type OutlineReader } from './commit-context-of.ts'
import { readSizes, readTexts } from './read-texts.ts'
import { createRecentAnnotationFinder, type EarlierAnnotations } from './recent-annotations.ts'

/** Dependencies of `gatherCommits`. */
export interface GatherServices extends EarlierAnnotations {
  readonly git: GitBackend
  /** Absent: files have no outline. */
  readonly ast?: AstParser
}

/** Options of `gatherCommits`. */
export interface GatherOptions extends CallOptions {
  /** Returns what the author said about a commit besides the message. */
  readonly author?: ((commit: Commit) => AuthorContext | undefined) | undefined
  /** Returns the review discussions of a commit. */
  readonly discussions?: ((commit: Commit) => readonly CommitDiscussion[] | undefined) | undefined
  /**
   * Whether the changes of a merge are everything that it brought to its first parent. Default: only its own changes.
   */
  readonly wholeMerges?: boolean | undefined
  /** Maximum size of a file's text; larger files have none. Default 1 MiB. */
  readonly maxFileBytes?: number | undefined
  /** Number of commits whose changes are read at once. Default 16. */
  readonly commitsAtOnce?: number | undefined
  /** Maximum size of the texts in memory at a time, unless a single commit has more. Default 2 MiB. */
  readonly bytesAtOnce?: number | undefined
  /** Returns whether to read the texts of a file. Otherwise only its changes are known. Default: all texts are read. */
  readonly wants?: ((commit: CommitId, file: FileChange) => boolean) | undefined
  /**
   * Called with the changes before any text is read. Returning a sentence skips the commit and sets `skipped` to it.
   */
  readonly skip?: ((commit: Commit, changes: CommitChanges) => string | undefined) | undefined
}

/** The result of gathering one commit. */
export interface GatheredCommit {
  readonly commit: CommitId
  /** The first line of the message. Absent if the commit does not exist. */
  readonly subject?: string
  /** Absent if the commit was skipped. */
  readonly context?: CommitContext
  /** Why it was skipped, as a sentence. */
  readonly skipped?: string
  readonly diagnostics: readonly Diagnostic[]
}

const DEFAULT_FILE_BYTES = 1024 * 1024
const DEFAULT_BYTES_AT_ONCE = 2 * 1024 * 1024
const DEFAULT_COMMITS_AT_ONCE = 16
/** Maximum size of the texts of one commit. Files beyond it have none. */
const COMMIT_BYTES = 16 * 1024 * 1024

/**
 * Yields the contexts of commits in the given order. They are read in portions, with one request each for the commits,
 * their changes and their files. The contents of a portion can be garbage-collected when the next one is requested.
 *
 * An error ends it, because git itself does not work. A commit that is not in the repository yields an item with a
 * diagnostic.
 */
export async function* gatherCommits(
  seams: GatherServices,
  ids: readonly CommitId[],
  options: GatherOptions = {},
): AsyncGenerator<Result<GatheredCommit, GitError>, void> {
  const { commitsAtOnce = DEFAULT_COMMITS_AT_ONCE } = options
  const outline = createOutlineReader(seams.ast)
  const portions = Array.from({ length: Math.ceil(ids.length / commitsAtOnce) }, (_, index) =>
    ids.slice(index * commitsAtOnce, (index + 1) * commitsAtOnce),
  )
  let next = listChanges(seams.git, portions[0], options)
  for (const [index, portion] of portions.entries()) {
    const listed = await next
    // Git already compares the next commits while these are processed.
    next = listChanges(seams.git, portions[index + 1], options)
    if (listed.isErr()) {
      yield err(listed.error)
      return
    }
    const items = portion.map((id) => planCommit(id, listed.value, options))
    const sizes = await readSizes(seams.git, [...new Set(items.flatMap(({ blobs }) => blobs))], callOf(options))
    if (sizes.isErr()) {
      yield err(sizes.error)
      return
    }
    for (const group of groupBySize(items, sizes.value, options.bytesAtOnce ?? DEFAULT_BYTES_AT_ONCE)) {
      const gathered = await gatherGroup(group, sizes.value, { ...seams, outline }, options)
      if (gathered.isErr()) {
        yield err(gathered.error)
        return
      }
      for (const item of gathered.value) yield ok(item)
    }
  }
}

/** Returns the context of one commit. `skipped` says why there is none. */
export function gatherCommit(
  seams: GatherServices,
  id: CommitId,
  options: GatherOptions = {},
): ResultAsync<GatheredCommit, GitError> {
  return safeTry(async function* () {
    for await (const gathered of gatherCommits(seams, [id], options)) return gathered
    return ok({ commit: id, skipped: 'Nothing was asked for.', diagnostics: [] })
  })
}

interface ListedChanges {
  readonly commits: ReadonlyMap<CommitId, Commit>
  readonly changes: ReadonlyMap<CommitId, CommitChanges>
}

function listChanges(
  git: GitBackend,
  ids: readonly CommitId[] = [],
  options: GatherOptions,
): ResultAsync<ListedChanges, GitError> {
  return safeTry(async function* () {
    if (ids.length === 0) return ok({ commits: new Map(), changes: new Map() })
    if (git.changesOf === undefined) {
      const message = `The git backend ${git.name} cannot tell what a commit changed, so nothing can be annotated from it. Use the cli backend, or annotate with --live.`
      return err(codedError('unsupported', message))
    }
    const call = callOf(options)
    const [commits, changes] = yield* Result.combine(
      await Promise.all([git.readCommits(ids, call), git.changesOf(ids, call)]),
    )
    const all = new Map(changes.map((each) => [each.commit, each]))
    for (const { id, parents } of commits.values()) {
      const [first] = parents
      if (options.wholeMerges !== true || first === undefined || parents.length < 2 || git.diff === undefined) continue
      const files = await git.diff({ from: { commit: first }, to: { commit: id } }, call)
      // The first parent of a shallow clone's oldest merge is missing.
      if (files.isOk()) all.set(id, { commit: id, files: files.value })
      else if (files.error.code !== 'missing_object') return err(files.error)
    }
    return ok({ commits, changes: all })
  })
}

interface PlannedCommit {
  readonly id: CommitId
  readonly subject?: string
  readonly commit?: Commit
  readonly changes?: CommitChanges
  readonly skipped?: string
  readonly diagnostics: readonly Diagnostic[]
  /** The blobs whose text to read. */
  readonly blobs: readonly BlobId[]
}

function planCommit(id: CommitId, { commits, changes: all }: ListedChanges, options: GatherOptions): PlannedCommit {
  const commit = commits.get(id)
  const changes = all.get(id)
  const short = id.slice(0, 12)
  if (commit === undefined || changes === undefined) {
    const message = `${short} is no commit of this repository.`
    return { id, skipped: message, diagnostics: [commitWarning(id, { code: 'missing_commit', message })], blobs: [] }
  }
  if (changes.cutOff === true) {
    const message = `What ${short} changed is not known: the clone is shallow and its parent is cut off. Run git fetch --deepen.`
    return {
      id,
      skipped: message,
      diagnostics: [commitWarning(id, { code: 'history_incomplete', message })],
      blobs: [],
    }
  }
  const skipped = options.skip?.(commit, changes)
  const subject = subjectOf(commit.message)
  if (skipped !== undefined) return { id, subject, skipped, diagnostics: [], blobs: [] }
  const blobs = changes.files
    .filter((file) => hasText(file) && options.wants?.(id, file) !== false)
    .flatMap(({ oldBlob, newBlob }) => [newBlob, oldBlob])
  return { id, subject, commit, changes, diagnostics: [], blobs: blobs.filter((blob) => blob !== undefined) }
}

/** Groups consecutive commits whose texts fit into memory together. */
function* groupBySize(
  items: readonly PlannedCommit[],
  sizes: ReadonlyMap<BlobId, number>,
  limit: number,
): Generator<readonly PlannedCommit[]> {
  let group: PlannedCommit[] = []
  let held = new Set<BlobId>()
  let bytes = 0
  for (const item of items) {
    const sizeOfNew = (known: ReadonlySet<BlobId>): number =>
      [...new Set(item.blobs)].reduce((sum, blob) => sum + (known.has(blob) ? 0 : (sizes.get(blob) ?? 0)), 0)
    if (group.length > 0 && bytes + sizeOfNew(held) > limit) {
      yield group
      group = []
      held = new Set()
      bytes = 0
    }
    bytes += sizeOfNew(held)
    for (const blob of item.blobs) held.add(blob)
    group.push(item)
  }
  if (group.length > 0) yield group
}

function gatherGroup(
  group: readonly PlannedCommit[],
  sizes: ReadonlyMap<BlobId, number>,
  seams: GatherServices & { readonly outline: OutlineReader },
  options: GatherOptions,
): ResultAsync<readonly GatheredCommit[], GitError> {
  return safeTry(async function* () {
    const { maxFileBytes = DEFAULT_FILE_BYTES } = options
    const wanted = group.flatMap(({ blobs }) => withinLimit(blobs, sizes, maxFileBytes))
    const read = yield* readTexts(seams.git, wanted, sizes, callOf(options))
    const findRecent = createRecentAnnotationFinder(seams)
    return ok(
      group.map(({ id, subject, commit, changes, skipped, diagnostics }): GatheredCommit => {
        const known = { commit: id, ...omitUndefined({ subject }) }
        if (commit === undefined || changes === undefined) {
          return { ...known, ...omitUndefined({ skipped }), diagnostics }
        }
        const context = commitContextOf({
          ...{ commit, changes, texts: read, author: options.author?.(commit) },
          discussions: options.discussions?.(commit),
          ...{ git: seams.git, outline: seams.outline, findRecent, maxFileBytes },
        })
        return { ...known, context, diagnostics: [...diagnostics, ...unreadFiles(changes, sizes, maxFileBytes, id)] }
      }),
    )
  })
}

/** Returns the blobs of one commit up to the limit per commit, without those above the limit per file. */
function withinLimit(
  blobs: readonly BlobId[],
  sizes: ReadonlyMap<BlobId, number>,
  maxFileBytes: number,
): readonly BlobId[] {
  let left = COMMIT_BYTES
  return [...new Set(blobs)].filter((blob) => {
    const size = sizes.get(blob) ?? 0
    if (size > maxFileBytes) return false
    left -= size
    return left >= 0
  })
}

function unreadFiles(
  changes: CommitChanges,
  sizes: ReadonlyMap<BlobId, number>,
  maxFileBytes: number,
  id: CommitId,
): readonly Diagnostic[] {
  return changes.files.filter(hasText).flatMap((file): Diagnostic[] => {
    const size = Math.max(...[file.oldBlob, file.newBlob].map((blob) => (blob && sizes.get(blob)) ?? 0))
    if (size <= maxFileBytes) return []
    const path = (file.newPath ?? file.oldPath) as RepoPath
    const message = `${path} has ${size} bytes, more than the ${maxFileBytes} that are read of a file: what it says is not known.`
    return [commitWarning(id, { code: 'file_not_read', message, path })]
  })
}

function callOf({ signal }: CallOptions): CallOptions {
  return omitUndefined({ signal })
}
