import type { ResultAsync } from '@chronicle/schema'
import { err, ok, omitUndefined, safeTry, type BlobId, type RepoPath } from '@chronicle/schema'
import type {
  AstError,
  AstParser,
  CallOptions,
  Commit,
  CommitChanges,
  FileChange,
  GitBackend,
  GitError,
  Outline,
} from '@chronicle/core/contracts'
import type { AuthorContext } from '../author-context/author-context.ts'
import type { CommitDiscussion } from '../discussions/commit-discussion.ts'
import type { ChangedFile, CommitContext, FileText, OutlineOrProblem } from '../commit-context.ts'
import { fileText } from './file-text.ts'
import type { RecentAnnotationFinder } from './recent-annotations.ts'

/** The parts of a commit context, and its dependencies. */
export interface ContextParts {
  readonly commit: Commit
  readonly changes: CommitChanges
  readonly texts: ReadonlyMap<BlobId, FileText>
  readonly author: AuthorContext | undefined
  readonly discussions: readonly CommitDiscussion[] | undefined
  readonly git: GitBackend
  readonly outline: OutlineReader
  readonly findRecent: RecentAnnotationFinder
  readonly maxFileBytes: number
}

/** Creates an outline, once for each blob and path. */
export type OutlineReader = (path: RepoPath, text: FileText, call: CallOptions) => Promise<OutlineOrProblem>

export function commitContextOf(parts: ContextParts): CommitContext {
  const { commit, changes, texts, author, discussions, git, findRecent } = parts
  const files = changes.files.map((file) => changedFile(file, texts))
  const reading = new Map<RepoPath, ResultAsync<FileText | undefined, GitError>>()

  const read = (path: RepoPath, call: CallOptions): ResultAsync<FileText | undefined, GitError> =>
    safeTry(async function* () {
      const changed = files.find(({ newPath }) => newPath === path)
      if (changed?.after !== undefined) return ok(changed.after)
      const file = await git.readFile({ commit: commit.id }, path, call)
      if (file.isErr()) return file.error.code === 'file_too_large' ? ok(undefined) : err(file.error)
      if (file.value?.kind !== 'file' || file.value.bytes.length > parts.maxFileBytes) return ok(undefined)
      return ok(fileText(file.value.id, file.value.bytes))
    })

  return {
    commit,
    files,
    ...omitUndefined({ author, discussions }),
    readFile(path, call = {}) {
      const known = reading.get(path) ?? read(path, call)
      reading.set(path, known)
      return known.mapErr((error) => {
        // Errors are not cached: a failure may be temporary, and an abort of one caller must not affect the next.
        reading.delete(path)
        return error
      })
    },
    outline: (path, text, call = {}) => parts.outline(path, text, call),
    recentAnnotations(path, limit, call = {}) {
      const file = files.find((each) => each.path === path || each.oldPath === path)
      const names = [path, file?.newPath, file?.oldPath].filter((name) => name !== undefined)
      return findRecent(commit, [...new Set(names)], limit, call)
    },
  }
}

function changedFile(file: FileChange, texts: ReadonlyMap<BlobId, FileText>): ChangedFile {
  const path = (file.newPath ?? file.oldPath) as RepoPath
  if (!hasText(file)) return { ...file, path }
  const before = file.oldBlob === undefined ? undefined : texts.get(file.oldBlob)
  const after = file.newBlob === undefined ? undefined : texts.get(file.newBlob)
  return {
    ...file,
    path,
    ...omitUndefined({ before, after }),
  }
}

/** Whether a changed file has text. A link or a submodule has none, and a binary file has no lines. */
export function hasText({ binary, kind }: FileChange): boolean {
  return !binary && kind === undefined
}

/** Creates a function that caches the outlines of one run, so that a blob in several commits is parsed once. */
export function createOutlineReader(ast: AstParser | undefined, remembered = 64): OutlineReader {
  const made = new Map<string, ResultAsync<Outline, AstError>>()
  return async (path, text, call) => {
    if (ast?.language(path) === undefined) return {}
    const key = `${text.blob} ${path}`
    const outlining = made.get(key) ?? ast.outline({ path, text: text.text, blob: text.blob }, call)
    made.delete(key)
    made.set(key, outlining)
    for (const oldest of made.keys()) {
      if (made.size <= remembered) break
      made.delete(oldest)
    }
    const outline = await outlining
    if (outline.isOk()) return { outline: outline.value }
    if (outline.error.code === 'aborted') made.delete(key)
    return { problem: outline.error }
  }
}
