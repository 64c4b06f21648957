type Environment = Readonly<Record<string, string | undefined>>

/** Maximum size in bytes of what git prints. The configuration of a repository may have values of any size. */
const MAX_OUTPUT = 64 * 1024 * 1024

/**
 * Set for each git process whose output is parsed. As in the git backend, messages are in English, objects are what
 * their ids say, and git neither asks nor takes locks that it does not need. The user's configuration applies: these
 * processes are run to read it.
 */
const PINNED: Environment = {
  LC_ALL: 'C',
  GIT_OPTIONAL_LOCKS: '0',
  GIT_TERMINAL_PROMPT: '0',
  GIT_NO_REPLACE_OBJECTS: '1',
  GIT_TRACE: undefined,
}

/** Options of `execFile` for a git process whose output is parsed. */
export function gitProcess(env: Environment): { readonly env: Environment; readonly maxBuffer: number } {
  return { env: { ...env, ...PINNED }, maxBuffer: MAX_OUTPUT }
}
