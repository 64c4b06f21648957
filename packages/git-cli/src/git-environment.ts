import { devNull } from 'node:os'
import { resolve } from 'node:path'

/** An environment as a process gets it. */
export type Environment = Readonly<Record<string, string | undefined>>

/** Variables that say which repository git works on, and as whose part. */
const LOCATION_VARIABLES = [
  'GIT_DIR',
  'GIT_WORK_TREE',
  'GIT_IMPLICIT_WORK_TREE',
  'GIT_COMMON_DIR',
  'GIT_PREFIX',
  'GIT_INTERNAL_SUPER_PREFIX',
] as const

/** Variables that say what git sees of that repository: a hook is started with the index of the commit under way. */
const VIEW_VARIABLES = [
  'GIT_INDEX_FILE',
  'GIT_OBJECT_DIRECTORY',
  'GIT_ALTERNATE_OBJECT_DIRECTORIES',
  'GIT_QUARANTINE_PATH',
  'GIT_SHALLOW_FILE',
  'GIT_NAMESPACE',
] as const

/** Variables that change what git prints or how it reads a path. */
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
 * Set for every call. Replacement refs and grafts are left out of account: ids have to mean the bytes they name, or
 * caches that are keyed by them would be wrong. Objects that a partial clone lacks are fetched as git does by default.
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

/** Configuration that would change the output that is parsed, or run a program, put back to git's defaults. */
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
 * Which of the two the environment speaks of: `folder`, the repository that the opened folder is in, so nothing of
 * what it says about another one is heeded; `same`, that very repository, so its index and objects are the ones to
 * see; `given`, the repository that the environment names, because the folder is in none.
 */
export type EnvironmentMode = 'folder' | 'same' | 'given'

/** `top`: where a relative path of the index begins; default: the folder this process is in. */
export function gitEnvironment(
  given: Environment,
  mode: EnvironmentMode,
  top = '',
): Record<string, string | undefined> {
  const environment: Record<string, string | undefined> = { ...given, ...PINNED }
  for (const name of BEHAVIOUR_VARIABLES) delete environment[name]
  if (mode !== 'given') for (const name of LOCATION_VARIABLES) delete environment[name]
  if (mode === 'folder') for (const name of VIEW_VARIABLES) delete environment[name]
  // Relative paths are relative to the folder this process is in, and git is started in others.
  for (const name of ['GIT_DIR', 'GIT_WORK_TREE', 'GIT_COMMON_DIR', 'GIT_INDEX_FILE', 'GIT_OBJECT_DIRECTORY']) {
    const path = environment[name]
    if (path !== undefined && path !== '') environment[name] = resolve(name === 'GIT_INDEX_FILE' ? top : '', path)
  }
  return environment
}
