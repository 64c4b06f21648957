import { codedError, type GitError } from '@chronicle/core/contracts'
import { catchDefects, err, ok, type Result, type ResultAsync } from '@chronicle/schema'

/** Runs a method of the backend and converts anything thrown into a coded error. */
export function guardCall<T>(
  signal: AbortSignal | undefined,
  run: () => PromiseLike<Result<T, GitError>>,
): ResultAsync<T, GitError> {
  return catchDefects(async () => {
    const allowed = checkAborted(signal)
    return allowed.isErr() ? err(allowed.error) : run()
  }, toGitError)
}

/** Returns the error `aborted` if the caller has aborted, and `unsupported` if the value is not a signal. */
export function checkAborted(signal: AbortSignal | undefined): Result<void, GitError> {
  if (signal === undefined) return ok()
  // An untyped caller may pass the controller, or `null`.
  if (typeof (signal as Partial<AbortSignal> | null)?.addEventListener !== 'function') {
    const message = 'The signal is no AbortSignal. Give that of an AbortController, or leave it out.'
    return err(codedError('unsupported', message))
  }
  return signal.aborted ? err(abortedError()) : ok()
}

export function abortedError(): GitError {
  return codedError('aborted', 'The call was aborted before git answered.')
}

/** Converts an error thrown by Node into a coded error. */
export function toGitError(thrown: unknown): GitError {
  if (thrown instanceof Error && thrown.name === 'AbortError') return abortedError()
  if (thrown instanceof Error && 'code' in thrown && thrown.code === 'E2BIG') {
    const long = 'A path, or all arguments together, are longer than the operating system allows for git. Ask for less.'
    return codedError('git_failed', long, { cause: thrown })
  }
  const message = thrown instanceof Error ? thrown.message : String(thrown)
  return codedError('git_failed', `Reading the repository failed: ${message}.`, { cause: thrown })
}

/** Converts the stderr of a failed git into a coded error. `dir` is the folder it ran in. */
export function failureFromStderr(command: string, exit: string, stderr: string, dir: string): GitError {
  const errorText = stderr.trim()
  const data = { command, dir, stderr: errorText.slice(0, 2000) }
  if (/detected dubious ownership|^fatal: unsafe repository/m.test(errorText)) {
    return codedError(
      'unsafe_repository',
      `Git refuses to work in "${dir}" because the repository belongs to another user. ` +
        'If you trust it, run: git config --global --add safe.directory <the folder git names>.',
      { data },
    )
  }
  if (/safe\.bareRepository/.test(errorText)) {
    return codedError(
      'unsafe_repository',
      `Git refuses to work in the bare repository "${dir}" because safe.bareRepository is "explicit". ` +
        'If you trust it, name it in the environment variable GIT_DIR.',
      { data },
    )
  }
  if (/not a git repository/i.test(errorText)) return notARepository(dir, data)
  const fetching = /could not fetch ([0-9a-f]{40,64}) from promisor remote/.exec(errorText)
  if (fetching) {
    return codedError(
      'missing_object',
      `The object ${fetching[1]} is not in this partial clone and could not be fetched from its remote. ` +
        'Check the connection, or fetch the objects with "git fetch --refetch --no-filter".',
      { data: { ...data, id: fetching[1] } },
    )
  }
  return codedError('git_failed', `"git ${command}" in "${dir}" failed (${exit}): ${firstLines(errorText)}`, {
    data,
  })
}

export function notARepository(dir: string, data: Readonly<Record<string, unknown>> = { dir }): GitError {
  return codedError(
    'not_a_repository',
    `"${dir}" is not inside a git repository. Run the command in one, or make one with "git init".`,
    { data },
  )
}

function firstLines(text: string): string {
  const lines = text.split('\n').filter((line) => !line.startsWith('hint:'))
  return lines.length === 0 || text === '' ? 'it said nothing.' : lines.slice(0, 3).join(' ').slice(0, 500)
}
