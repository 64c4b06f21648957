import { ok, safeTry, type CommitId, type RepoPath, type ResultAsync, type TreeId } from '@chronicle/schema'
import { hashText } from '../cache/hash-text.ts'
import { createPathSlots } from '../cache/path-slots.ts'
import type { AnnotationView } from '../contracts/annotation-index.ts'
import type { FileChange, GitError } from '../contracts/git-backend.ts'
import { listLog } from '../contracts/list-log.ts'
import { historyStorage } from '../history/cache-per-history-edge.ts'
import type { QueriedCommit, ReadContext } from '../read/read-context.ts'
import type { ReadError } from '../read/read-error.ts'
import { foldersOf, isFolderPlace, REPOSITORY_PLACE } from './folder-places.ts'

/** A folder with rules that was renamed. Both paths end with a slash. */
export interface RenamedFolder {
  readonly oldPath: string
  readonly newPath: string
}

/** Finds the folders with rules that were renamed before the queried commit. */
export type FindRenamedFolders = (view: AnnotationView) => ResultAsync<readonly RenamedFolder[], ReadError>

/** Maximum number of annotated folders followed that no longer exist. */
const MAX_FOLLOWED = 20
/** Maximum number of names through which one folder is followed. */
const MAX_NAMES = 10

/**
 * Creates the search, which runs once for each query. Its result is cached until the commit or the annotated folders
 * change.
 */
export function createFindRenamedFolders(context: ReadContext, { head }: QueriedCommit): FindRenamedFolders {
  const storage = historyStorage(context)
  const slots = createPathSlots<{ of: string; renamed: readonly RenamedFolder[] }>('folders', 2, storage)
  const known = new WeakMap<AnnotationView, ReturnType<FindRenamedFolders>>()

  function find(view: AnnotationView): ReturnType<FindRenamedFolders> {
    return safeTry(async function* () {
      const { call, git } = context
      if (view.noteCount === 0 || git.changesOf === undefined) return ok([])
      const annotated = (yield* view.pathsUnder('', call)).map(({ path }) => path)
      const folders = annotated.filter((path) => isFolderPlace(path) && path !== REPOSITORY_PLACE)
      if (folders.length === 0) return ok([])
      const of = hashText(JSON.stringify([head, folders]))
      const kept = await slots.read('')
      if (kept?.of === of) return ok(kept.renamed)
      const there = yield* foldersIn(head, folders, context)
      const gone = folders.filter((folder) => !there.has(folder))
      const renamed: RenamedFolder[] = []
      for (const oldPath of gone.slice(0, MAX_FOLLOWED)) {
        const newPath = yield* followFolder(oldPath, view, head, context)
        if (newPath !== undefined) renamed.push({ oldPath, newPath })
      }
      await slots.write('', { of, renamed })
      return ok(renamed)
    })
  }

  return (view) => {
    const found = known.get(view) ?? find(view)
    known.set(view, found)
    return found
  }
}

/** Returns the places whose rules apply to a file: those of `foldersOf`, and the earlier names of these folders. */
export function rulePlacesOf(path: string, renamed: readonly RenamedFolder[]): readonly string[] {
  return [...foldersOf(path), ...renamed.flatMap(({ newPath, oldPath }) => (path.startsWith(newPath) ? [oldPath] : []))]
}

/** Returns the current name of a folder with rules. */
export function folderNow(folder: string, renamed: readonly RenamedFolder[]): string {
  return renamed.find(({ oldPath }) => oldPath === folder)?.newPath ?? folder
}

/**
 * Returns the current name of a folder that existed when a rule was recorded for it; `undefined` when it was not
 * renamed.
 */
function followFolder(
  was: string,
  view: AnnotationView,
  head: CommitId,
  context: ReadContext,
): ResultAsync<string | undefined, ReadError> {
  return safeTry(async function* () {
    const noted = yield* view.annotating([was as RepoPath], context.call)
    let existed = false
    for (const { commit } of noted) existed ||= (yield* foldersIn(commit, [was], context)).size > 0
    // For a folder that never existed, the search would read the whole history.
    let name = existed ? was : undefined
    for (let names = 1; name !== undefined && names < MAX_NAMES; names++) {
      name = yield* nextName(name, head, context)
      if (name !== undefined && (yield* foldersIn(head, [name], context)).size > 0) return ok(name)
    }
    return ok(undefined)
  })
}

/**
 * Returns the name that the newest commit which touched a folder gave it, if that commit moved all removed files to one
 * place.
 */
function nextName(folder: string, head: CommitId, context: ReadContext): ResultAsync<string | undefined, ReadError> {
  return safeTry(async function* () {
    const { call, git } = context
    const path = folder.slice(0, -1) as RepoPath
    const [{ id: newest } = {}] = yield* listLog(git, { from: head, path, limit: 1 }, call)
    if (newest === undefined || git.changesOf === undefined) return ok(undefined)
    const [change] = yield* git.changesOf([newest], call)
    const now = movedTo(folder, change?.files ?? [])
    if (now === undefined) return ok(undefined)
    const [parent] = (yield* git.readCommits([newest], call)).get(newest)?.parents ?? []
    // If the new folder existed already, this was no rename: its own files were not under the rule.
    const before = parent === undefined ? new Set() : yield* foldersIn(parent, [now], context)
    return ok(before.size > 0 ? undefined : now)
  })
}

/** Returns the folder to which a commit moved all files of another folder with their relative paths unchanged. */
function movedTo(folder: string, files: readonly FileChange[]): string | undefined {
  const left = files.filter(({ oldPath }) => oldPath?.startsWith(folder) === true)
  const made = new Set(files.flatMap(({ newPath, status }) => (status === 'modified' ? [] : (newPath ?? []))))
  for (const { newPath, oldPath = '' } of left) {
    const rest = oldPath.slice(folder.length)
    if (newPath?.endsWith(`/${rest}`) !== true) continue
    const now = newPath.slice(0, -rest.length)
    // A file with too many edits to be detected as renamed is listed as added.
    if (left.every((each) => made.has(`${now}${(each.oldPath ?? '').slice(folder.length)}` as RepoPath))) return now
  }
  return undefined
}

/** Returns the folders that exist in a commit. Reads the trees of all of them in one batch for each level. */
function foldersIn(
  commit: CommitId,
  folders: readonly string[],
  { call, git }: Pick<ReadContext, 'call' | 'git'>,
): ResultAsync<ReadonlySet<string>, GitError> {
  return safeTry(async function* () {
    const root = (yield* git.readCommits([commit], call)).get(commit)?.tree
    const found = new Map<string, TreeId>(root === undefined ? [] : [['', root]])
    const levels = Math.max(0, ...folders.map((folder) => folder.split('/').length - 1))
    for (let level = 0; level < levels; level++) {
      const wanted = new Map<string, string>()
      for (const folder of folders) {
        const segments = folder.split('/').slice(0, level + 1)
        if (segments.at(-1) !== '') wanted.set(`${segments.join('/')}/`, segments.at(-1) ?? '')
      }
      const parents = new Map([...wanted.keys()].map((path) => [path, path.replace(/[^/]+\/$/u, '')]))
      const ids = new Set([...parents.values()].flatMap((parent) => found.get(parent) ?? []))
      const trees = yield* git.readTrees([...ids], call)
      for (const [path, name] of wanted) {
        const tree = trees.get(found.get(parents.get(path) ?? '') ?? ('' as TreeId))
        const entry = tree?.find((each) => each.kind === 'tree' && each.name === name)
        if (entry !== undefined) found.set(path, entry.id as TreeId)
      }
    }
    return ok(new Set(folders.filter((folder) => found.has(folder))))
  })
}
