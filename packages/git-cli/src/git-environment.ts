import { devNull } from 'node:os'
import { resolve } from 'node:path'

/** The environment of a process. */
export type Environment = Readonly<Record<string, string | undefined>>

/** Variables that name the repository git works on, and its place in a superproject. */
const LOCATION_VARIABLES = [
  'GIT_DIR',
  'GIT_WORK_TREE',
  'GIT_IMPLICIT_WORK_TREE',
  'GIT_COMMON_DIR',
  'GIT_PREFIX',
  'GIT_INTERNAL_SUPER_PREFIX',
] as const

/** Variables that change which data git sees in that repository. A hook runs with the index of the pending commit. */
const VIEW_VARIABLES = [
  'GIT_INDEX_FILE',
  'GIT_OBJECT_DIRECTORY',
  'GIT_ALTERNATE_OBJECT_DIRECTORIES',
  'GIT_QUARANTINE_PATH',
  'GIT_SHALLOW_FILE',
  'GIT_NAMESPACE',
] as const

/** Variables that change git's output or how it reads a path. */
const BEHAVIOUR_VARIABLES = [
  'GIT_EXTERNAL_DIFF',
  'GIT_DIFF_OPTS',
  'GIT_GLOB_PATHSPECS',
  'GIT_NOGLOB_PATHSPECS',
  'GIT_ICASE_PATHSPECS',
  'GIT_REPLACE_REF_BASE',
  'GIT_TRACE',
] as const

/**
 * Set for every call. Replacement refs and grafts are ignored: an id must identify the bytes it names, or caches keyed
 * by ids would be wrong. Objects that a partial clone lacks are fetched, which is git's default.
 */
const PINNED: Environment = {
  LC_ALL: 'C',
  GIT_OPTIONAL_LOCKS: '0',
  GIT_TERMINAL_PROMPT: '0',
  GIT_PAGER: 'cat',
  GIT_LITERAL_PATHSPECS: '1',
  GIT_NO_REPLACE_OBJECTS: '1',
  GIT_GRAFT_FILE: devNull,
}

/** Resets configuration that would change the parsed output, or run a program, to git's defaults. */
export const PINNED_CONFIG: readonly string[] = [
  'core.quotePath=false',
  'core.fsmonitor=false',
  'advice.graftFileDeprecated=false',
  'diff.renames=true',
  'diff.renameLimit=1000',
  'diff.algorithm=myers',
  'diff.indentHeuristic=true',
  'diff.noprefix=false',
  'diff.relative=false',
  'diff.ignoreSubmodules=none',
  'i18n.commitEncoding=UTF-8',
  'log.showSignature=false',
  'log.follow=false',
  'log.showRoot=false',
  'log.mailmap=false',
].flatMap((setting) => ['-c', setting])

/**
 * Which repository the environment applies to. `folder`: the repository of the opened folder, and variables about
 * another one are ignored. `same`: the environment names that same repository, so its index and objects apply. `given`:
 * the repository that the environment names, because the folder is in none.
 */
export type EnvironmentMode = 'folder' | 'same' | 'given'

/**
 * Returns the environment to run git with. `top` is the base of a relative index path; default: the current folder of
 * this process.
 */
export function gitEnvironment(
  given: Environment,
  mode: EnvironmentMode,
  top = '',
): Record<string, string | undefined> {
  const environment: Record<string, string | undefined> = { ...given, ...PINNED }
  for (const name of BEHAVIOUR_VARIABLES) delete environment[name]
  if (mode !== 'given') for (const name of LOCATION_VARIABLES) delete environment[name]
  if (mode === 'folder') for (const name of VIEW_VARIABLES) delete environment[name]
  // Relative paths are relative to the current folder of this process, but git runs in other folders.
  for (const name of ['GIT_DIR', 'GIT_WORK_TREE', 'GIT_COMMON_DIR', 'GIT_INDEX_FILE', 'GIT_OBJECT_DIRECTORY']) {
    const path = environment[name]
    if (path !== undefined && path !== '') environment[name] = resolve(name === 'GIT_INDEX_FILE' ? top : '', path)
  }
  return environment
}
