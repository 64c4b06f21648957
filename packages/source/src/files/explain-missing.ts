import type { FileContent } from '@chronicle/core/contracts'
import { nearestPaths, neutralisePath, shownName } from '@chronicle/core/text'
import { ok, safeTry, type Err, type RepoPath, type ResultAsync } from '@chronicle/schema'
import type { SourceContext } from '../source-context.ts'
import { sourceFailure, type SourceError } from '../source-error.ts'
import type { NamedState } from './file-states.ts'

/**
 * Rejects a path that leads through a submodule or a symbolic link: its target is not in this repository, or has
 * another path here. A file that is committed under its path is behind neither.
 */
export function rejectSubmodulesAndLinks(
  path: RepoPath,
  state: NamedState,
  found: boolean,
  context: SourceContext,
): ResultAsync<void, SourceError> {
  return safeTry(async function* () {
    const { git, call } = context
    const folders = foldersAbove(path)
    if (folders.length === 0 || (found && state.tree !== 'WORKTREE')) return ok(undefined)
    if (found) {
      // The working tree of a submodule is inside ours, so its files can be opened. Links cannot be followed, so they
      // need no check.
      const head = yield* git.resolve('HEAD', call)
      if (head === undefined) return ok(undefined)
      if ((yield* git.readFile({ commit: head }, path, call)) !== undefined) return ok(undefined)
      for (const folder of folders) {
        for (const tree of [{ commit: head }, 'INDEX'] as const) {
          const above = yield* git.readFile(tree, folder, call)
          if (above?.kind === 'submodule') return refuse(path, folder, above.kind)
        }
      }
      return ok(undefined)
    }
    for (const folder of folders) {
      const above = yield* git.readFile(state.tree, folder, call)
      if (above?.kind === 'file') {
        const message = `File not found: ${neutralisePath(path)}: ${neutralisePath(folder)} is a file, not a folder.`
        return sourceFailure('file_not_found', message, { path, behind: folder })
      }
      if (above !== undefined) return refuse(path, folder, above.kind)
    }
    return ok(undefined)
  })
}

function refuse(path: RepoPath, folder: RepoPath, kind: Exclude<FileContent['kind'], 'file'>): Err<never, SourceError> {
  const [code, what] =
    kind === 'submodule'
      ? (['is_submodule', 'a submodule, a repository of its own. Read inside it.'] as const)
      : (['is_symlink', 'a symbolic link, which is not followed. Use the path of the folder it leads to.'] as const)
  const message = `${neutralisePath(path)} is behind ${neutralisePath(folder)}, ${what}`
  return sourceFailure(code, message, { path, behind: folder })
}

/** Fails with `is_folder` if the path is a folder that contains files. */
export function refuseFolder(
  path: RepoPath,
  state: NamedState,
  context: SourceContext,
): ResultAsync<void, SourceError> {
  return safeTry(async function* () {
    const { git, call, limits } = context
    const inside = yield* git.listFiles(state.tree, path, call)
    if (inside.length === 0) return ok(undefined)
    const some = inside.slice(0, 3).map(neutralisePath).join(', ')
    const message = `${neutralisePath(path)} is a folder. Name a file in it, for example ${some}.`
    return sourceFailure('is_folder', message, { path, files: inside.slice(0, limits.listed) })
  })
}

/** Fails with `is_folder` or `file_not_found`. */
export function explainMissing(
  path: RepoPath,
  state: NamedState,
  context: SourceContext,
): ResultAsync<never, SourceError> {
  return safeTry(async function* () {
    const { git, call } = context
    const shown = shownName(path)
    yield* refuseFolder(path, state, context)
    const nearest = nearestPaths(path, yield* git.listFiles(state.tree, undefined, call))
    const hint = nearest.length === 0 ? '' : ` Nearest paths: ${nearest.map(neutralisePath).join(', ')}`
    return sourceFailure('file_not_found', `File not found: ${shown}. Does it exist at ${state.name}?${hint}`, {
      path,
      nearest,
    })
  })
}

/** Returns `a` and `a/b` for `a/b/c`. */
function foldersAbove(path: RepoPath): readonly RepoPath[] {
  const names = path.split('/')
  return names.slice(1).map((_, index) => names.slice(0, index + 1).join('/') as RepoPath)
}
