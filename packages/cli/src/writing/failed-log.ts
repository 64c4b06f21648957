import { appendFile, mkdir, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import {
  err,
  isObjectId,
  ok,
  omitUndefined,
  safeTry,
  type CodedError,
  type CommitId,
  type Diagnostic,
  type ResultAsync,
} from '@chronicle/schema'
import { codedError, type RepositoryInfo } from '@chronicle/core/contracts'

/** One line of the log. */
interface FailedLogEntry {
  readonly time: string
  readonly commit?: CommitId | undefined
  /**
   * `failed`: the commit could not be annotated, or not completely. `refused`: a claim was not stored. `settled`: a
   * failed commit was handled later.
   */
  readonly kind: 'failed' | 'refused' | 'settled'
  /** Absent for `settled`. */
  readonly code?: string
  readonly message: string
  readonly path?: string
}

interface LogPlace {
  readonly info: RepositoryInfo
  readonly now?: () => Date
}

/** Returns the path of the log of commits that could not be annotated, one JSON object per line. */
export function failedLogOf({ chronicleDir }: RepositoryInfo): string | undefined {
  return chronicleDir === undefined ? undefined : join(chronicleDir, 'failed.log')
}

/** Adds a failure of a commit, or of a whole run, to the log. */
export function recordFailure(
  place: LogPlace,
  commit: CommitId | undefined,
  { code, message }: Pick<CodedError, 'code' | 'message'>,
): Promise<void> {
  return append(place, [{ commit, kind: 'failed', code, message }])
}

/** Records that a failed commit has been annotated later, or need not be. */
export function recordSettled(place: LogPlace, commit: CommitId, message: string): Promise<void> {
  return append(place, [{ commit, kind: 'settled', message }])
}

/** Records claims of a writer that were not stored. */
export function recordRefusals(place: LogPlace, commit: CommitId, refused: readonly Diagnostic[]): Promise<void> {
  const entries = refused.map(({ code, message, path }) => ({
    ...{ commit, kind: 'refused' as const, code, message },
    ...omitUndefined({ path }),
  }))
  return append(place, entries)
}

/**
 * Reads the commits that failed and have not been annotated since, each with the code of its last failure, oldest
 * first.
 */
export function readFailedCommits(
  info: RepositoryInfo,
): ResultAsync<ReadonlyMap<CommitId, string>, CodedError<'failed_log_unreadable'>> {
  return safeTry(async function* () {
    const path = failedLogOf(info)
    const failed = new Map<CommitId, string>()
    if (path === undefined) return ok(failed)
    let text: string
    try {
      text = await readFile(path, 'utf8')
    } catch (cause) {
      if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return ok(failed)
      const message = `The commits that failed cannot be read from ${path}: ${String(cause)}. Fix the file or remove it.`
      return err(codedError('failed_log_unreadable', message, { data: { path }, cause }))
    }
    for (const line of text.split('\n')) {
      const entry = parseEntry(line)
      if (entry?.commit === undefined || entry.kind === 'refused') continue
      failed.delete(entry.commit)
      if (entry.kind !== 'settled') failed.set(entry.commit, entry.code ?? '')
    }
    return ok(failed)
  })
}

/** Parses a line. Returns `undefined` for lines that we did not write, such as one that a full disk cut off. */
function parseEntry(line: string): Pick<FailedLogEntry, 'commit' | 'kind' | 'code'> | undefined {
  try {
    const { commit, kind = 'failed', code } = JSON.parse(line) as Partial<FailedLogEntry>
    if (typeof commit !== 'string' || !isObjectId(commit) || (typeof code !== 'string' && kind !== 'settled'))
      return undefined
    return { commit, kind, ...omitUndefined({ code }) }
  } catch {
    return undefined
  }
}

/** Failure to write the log is ignored, because the receipt contains the same. */
async function append(
  { info, now = () => new Date() }: LogPlace,
  entries: readonly Omit<FailedLogEntry, 'time'>[],
): Promise<void> {
  const path = failedLogOf(info)
  if (path === undefined || entries.length === 0) return
  const time = now().toISOString()
  const lines = entries.map((entry) => `${JSON.stringify({ time, ...entry })}\n`).join('')
  const write = (): Promise<void> => appendFile(path, lines)
  await write().catch(() =>
    mkdir(dirname(path), { recursive: true })
      .then(write)
      .catch(() => undefined),
  )
}
