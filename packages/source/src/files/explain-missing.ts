import type { FileContent } from '@chronicle/core/contracts'
import { nearestPaths, neutralisePath } from '@chronicle/core/text'
import type { RepoPath } from '@chronicle/schema'
import { fail, valueOf } from '../failure.ts'
import type { SourceContext } from '../source-context.ts'
import type { NamedState } from './file-states.ts'

/**
 * Refuses a path that leads through a submodule or a symbolic link: what lies behind is not in this repository, or is
 * not called that here. A file that is committed under its path is behind neither.
 */
export async function refuseDetours(
  path: RepoPath,
  state: NamedState,
  found: boolean,
  context: SourceContext,
): Promise<void> {
  const { git, call } = context
  const folders = foldersAbove(path)
  if (folders.length === 0 || (found && state.tree !== 'WORKTREE')) return
  if (found) {
    // The working tree of a submodule is below ours, and its files can be opened; links cannot be passed.
    const head = await valueOf(git.resolve('HEAD', call))
    if (head === undefined) return
    if ((await valueOf(git.readFile({ commit: head }, path, call))) !== undefined) return
    for (const folder of folders) {
      for (const tree of [{ commit: head }, 'INDEX'] as const) {
        const above = await valueOf(git.readFile(tree, folder, call))
        if (above?.kind === 'submodule') refuse(path, folder, above.kind)
      }
    }
    return
  }
  for (const folder of folders) {
    const above = await valueOf(git.readFile(state.tree, folder, call))
    if (above?.kind === 'file') {
      const message = `File not found: ${neutralisePath(path)}: ${neutralisePath(folder)} is a file, not a folder.`
      fail('file_not_found', message, { path, behind: folder })
    }
    if (above !== undefined) refuse(path, folder, above.kind)
  }
}

function refuse(path: RepoPath, folder: RepoPath, kind: Exclude<FileContent['kind'], 'file'>): never {
  const [code, what] =
    kind === 'submodule'
      ? (['is_submodule', 'a submodule, a repository of its own. Read inside it.'] as const)
      : (['is_symlink', 'a symbolic link, which is not followed. Use the path of the folder it leads to.'] as const)
  const message = `${neutralisePath(path)} is behind ${neutralisePath(folder)}, ${what}`
  return fail(code, message, { path, behind: folder })
}

/** Ends the read with `is_folder` where a folder has files in it. */
export async function refuseFolder(path: RepoPath, state: NamedState, context: SourceContext): Promise<void> {
  const { git, call, limits } = context
  const inside = await valueOf(git.listFiles(state.tree, path, call))
  if (inside.length === 0) return
  const some = inside.slice(0, 3).map(neutralisePath).join(', ')
  const message = `${neutralisePath(path)} is a folder. Name a file in it, for example ${some}.`
  fail('is_folder', message, { path, files: inside.slice(0, limits.listed) })
}

/** Ends the read with `is_folder` or `file_not_found`. */
export async function explainMissing(path: RepoPath, state: NamedState, context: SourceContext): Promise<never> {
  const { git, call } = context
  const shown = neutralisePath(path)
  await refuseFolder(path, state, context)
  const nearest = nearestPaths(path, await valueOf(git.listFiles(state.tree, undefined, call)))
  const hint = nearest.length === 0 ? '' : ` Nearest paths: ${nearest.map(neutralisePath).join(', ')}`
  return fail('file_not_found', `File not found: ${shown}. Does it exist at ${state.name}?${hint}`, { path, nearest })
}

/** `a` and `a/b` for `a/b/c`. */
function foldersAbove(path: RepoPath): readonly RepoPath[] {
  const names = path.split('/')
  return names.slice(1).map((_, index) => names.slice(0, index + 1).join('/') as RepoPath)
}
