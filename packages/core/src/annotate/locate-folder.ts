import { err, ok, REPOSITORY_PATH, safeTry, type RepoPath, type ResultAsync } from '@chronicle/schema'
import type { CallOptions } from '../contracts/call-options.ts'
import { codedError } from '../contracts/coded-error.ts'
import type { GitError } from '../contracts/git-error.ts'
import { nearestNames } from '../read/match-anchor.ts'
import type { AnnotateError } from './annotate-error.ts'
import { isSubmodule, type AnnotatedCommit, type OpenFileDependencies } from './open-annotated-file.ts'
import { createSuggestions } from './suggestions.ts'

const MAX_NEAREST = 5

/** Checks that a folder exists at the commit; `./` always does. */
export function locateFolder(
  folder: RepoPath,
  commit: AnnotatedCommit,
  { git, suggestions }: Pick<OpenFileDependencies, 'git' | 'suggestions'>,
  call: CallOptions,
): ResultAsync<void, AnnotateError> {
  return safeTry(async function* () {
    if (folder === REPOSITORY_PATH) return ok(undefined)
    const path = folder.slice(0, -1) as RepoPath
    const inside = yield* git.listFiles({ commit: commit.id }, path, call)
    // Some backends list a file as the only entry below itself.
    if (inside.some((file) => file.startsWith(folder))) return ok(undefined)
    const file = yield* git.readFile({ commit: commit.id }, path, call)
    if (file !== undefined) {
      const message =
        file.kind === 'submodule'
          ? isSubmodule(path)
          : `${path} is no folder. Write ${path} without the / at its end to name the file.`
      return err(codedError('not_a_file', message, { data: { path: folder } }))
    }
    if (yield* isFolder(path, commit, git, call)) return ok(undefined)
    const { filesOf, search } = suggestions ?? createSuggestions(git, call)
    const all = yield* filesOf(commit.id)
    const nearest = search(() => nearestFolders(folder, all))
    const hint = nearest.length === 0 ? '' : ` Nearest folders: ${nearest.join(', ')}`
    const message = `Folder not found: ${folder}. Does it exist at ${commit.revision}?${hint}`
    return err(codedError('file_not_found', message, { data: { path: folder, nearest } }))
  })
}

/** Whether a path is a folder, even one that contains only submodules, which no listing of files has. */
function isFolder(
  path: RepoPath,
  { id }: AnnotatedCommit,
  git: OpenFileDependencies['git'],
  call: CallOptions,
): ResultAsync<boolean, GitError> {
  return safeTry(async function* () {
    let tree = (yield* git.readCommits([id], call)).get(id)?.tree
    for (const name of path.split('/')) {
      const entries = tree === undefined ? undefined : (yield* git.readTrees([tree], call)).get(tree)
      const entry = entries?.find((each) => each.name === name)
      if (entry?.kind !== 'tree') return ok(false)
      tree = entry.id as typeof tree
    }
    return ok(true)
  })
}

/** Returns folders that end with the given one (it may be relative to another), then similar ones. */
function nearestFolders(folder: string, files: readonly RepoPath[]): readonly string[] {
  const folders = new Set<string>()
  for (const file of files) {
    for (let end = file.lastIndexOf('/'); end > 0; end = file.lastIndexOf('/', end - 1)) {
      const each = file.slice(0, end + 1)
      if (folders.has(each)) break
      folders.add(each)
    }
  }
  const below = [...folders].filter((each) => each.endsWith(`/${folder}`))
  return [...new Set([...below, ...nearestNames(folder, [...folders], MAX_NEAREST)])].slice(0, MAX_NEAREST)
}
