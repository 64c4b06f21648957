import { codedError, type GitError } from '@chronicle/core/contracts'
import { ResultAsync } from '@chronicle/schema'

/** Carries a coded error up to the method that was called. Never leaves the package: `attempt` turns it into a value. */
export class GitFailure extends Error {
  readonly error: GitError

  constructor(code: GitError['code'], message: string, extra: Parameters<typeof codedError>[2] = {}) {
    super(message)
    this.error = codedError(code, message, extra)
  }
}

/** Runs a method of the backend. What it throws becomes an error value. */
export function attempt<T>(signal: AbortSignal | undefined, run: () => Promise<T>): ResultAsync<T, GitError> {
  const guarded = async (): Promise<T> => {
    throwIfAborted(signal)
    return run()
  }
  return ResultAsync.fromPromise(guarded(), toGitError)
}

/** Throws the failure `aborted` when the caller has given up. */
export function throwIfAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted === true) throw abortedFailure()
}

export function abortedFailure(): GitFailure {
  return new GitFailure('aborted', 'The call was aborted before git answered. Nothing was changed.')
}

export function toGitError(thrown: unknown): GitError {
  if (thrown instanceof GitFailure) return thrown.error
  if (thrown instanceof Error && thrown.name === 'AbortError') return abortedFailure().error
  const message = thrown instanceof Error ? thrown.message : String(thrown)
  return codedError('git_failed', `Reading the repository failed: ${message}.`, { cause: thrown })
}

/** What a failed git said, as a coded error. `dir` is the folder it ran in. */
export function failureFromStderr(command: string, exit: string, stderr: string, dir: string): GitFailure {
  const errorText = stderr.trim()
  const data = { command, dir, stderr: errorText.slice(0, 2000) }
  if (/detected dubious ownership|^fatal: unsafe repository/m.test(errorText)) {
    return new GitFailure(
      'unsafe_repository',
      `Git refuses to work in "${dir}" because the repository belongs to another user. ` +
        'If you trust it, run: git config --global --add safe.directory <the folder git names>.',
      { data },
    )
  }
  if (/safe\.bareRepository/.test(errorText)) {
    return new GitFailure(
      'unsafe_repository',
      `Git refuses to work in the bare repository "${dir}" because safe.bareRepository is "explicit". ` +
        'If you trust it, name it in the environment variable GIT_DIR.',
      { data },
    )
  }
  if (/not a git repository/i.test(errorText)) return notARepository(dir, data)
  const fetching = /could not fetch ([0-9a-f]{40,64}) from promisor remote/.exec(errorText)
  if (fetching) {
    return new GitFailure(
      'missing_object',
      `The object ${fetching[1]} is not in this partial clone and could not be fetched from its remote. ` +
        'Check the connection, or fetch the objects with "git fetch --refetch --no-filter".',
      { data: { ...data, id: fetching[1] } },
    )
  }
  return new GitFailure('git_failed', `"git ${command}" in "${dir}" failed (${exit}): ${firstLines(errorText)}`, {
    data,
  })
}

export function notARepository(dir: string, data: Readonly<Record<string, unknown>> = { dir }): GitFailure {
  return new GitFailure(
    'not_a_repository',
    `"${dir}" is not inside a git repository. Run the command in one, or make one with "git init".`,
    { data },
  )
}

function firstLines(text: string): string {
  const lines = text.split('\n').filter((line) => !line.startsWith('hint:'))
  return lines.length === 0 || text === '' ? 'it said nothing.' : lines.slice(0, 3).join(' ').slice(0, 500)
}
