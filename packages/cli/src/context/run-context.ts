import {
  omitEmpty,
  omitUndefined,
  type Advice,
  type CodedError,
  CONTEXT_RECEIPT_SCHEMA,
  type ContextReceipt,
  err,
  formatPlace,
  formatTimestamp,
  ok,
  type Result,
  type ResultAsync,
  safeTry,
} from '@chronicle/schema'
import { codedError, requireCommit, type CallOptions } from '@chronicle/core/contracts'
import { noteId } from '@chronicle/core/text'
import type { AuthorContext, AuthorNote, PendingContext } from '@chronicle/writer'
import { checkStatedPlaces } from '../commit/check-stated-places.ts'
import { parseDependsOnAll } from '../commit/parse-depends-on.ts'
import { parseRejected, parseTags, statedNotes } from '../commit/split-commit-arguments.ts'
import type { CommandHost, Repository } from '../host/command-host.ts'
import { withRepository } from '../host/with-repository.ts'
import { readStdin, fillFromStdin } from '../host/read-stdin.ts'
import { reportFailure, reportWarning } from '../host/report-failure.ts'
import { findPlace } from '../read/find-place.ts'
import { formatContext } from './format-context.ts'
import { printReceipt } from '../host/print-receipt.ts'
import { openSession, type WritingSession } from '../writing/open-session.ts'
import type { RepositoryFlags } from '../host/open-repository.ts'

/** The options that all commands about the next commit share. */
export interface ContextFlags extends RepositoryFlags {
  readonly format: 'pretty' | 'json'
}

/** The options of `context set` as they were given. */
export interface SetContextFlags extends ContextFlags {
  readonly task?: string
  readonly reasoning?: string
  readonly dependencies?: string
  readonly tags?: readonly string[]
  readonly rejected?: readonly string[]
  readonly squashSources?: readonly string[]
  readonly hours?: number
}

/** The options of `note` as they were given. */
export interface NoteFlags extends ContextFlags {
  readonly at?: string
  readonly constraint?: readonly string[]
  readonly risk?: readonly string[]
  readonly dependsOn?: readonly string[]
  readonly list?: true
  readonly remove?: string
  readonly hours?: number
}

type StdinOption = 'task' | 'reasoning' | 'dependencies' | 'rejected'

const STDIN_OPTIONS: readonly StdinOption[] = ['task', 'reasoning', 'dependencies', 'rejected']

/** Runs one `context set`. */
export async function runSetContext(host: CommandHost, flags: SetContextFlags): Promise<void> {
  const given = await fillFromStdin<SetContextFlags, StdinOption>(flags, STDIN_OPTIONS, host.io)
  if (given.isErr()) return reportFailure(host.io, given.error)
  const author = parseAuthorContext(given.value)
  if (author.isErr()) return reportFailure(host.io, author.error)
  await runOnContext(host, flags, 'Nothing was added.', ({ repository, call, hours }) =>
    safeTry(async function* () {
      yield* checkStatedPlaces(author.value, repository, call)
      yield* checkSources(author.value.squashSources, repository, call)
      return repository.nextCommit.add(author.value, { ...call, hours: flags.hours ?? hours })
    }),
  )
}

/** Runs one `note`. */
export async function runNote(host: CommandHost, text: string | undefined, flags: NoteFlags): Promise<void> {
  const { list, remove, at } = flags
  if (list === true) return runShowContext(host, flags)
  if (remove !== undefined) return removeNote(host, remove, flags)
  const dependencies = parseDependsOnAll(flags.dependsOn ?? [])
  if (dependencies.isErr()) return reportFailure(host.io, dependencies.error)
  const given = text === '-' ? await readStdin(host.io, 'Interrupted while waiting for the note on stdin.') : ok(text)
  if (given.isErr()) return reportFailure(host.io, given.error)
  const remark = given.value?.trim() ?? ''
  const { constraint, risk } = flags
  const flagNotes = statedNotes({ constraint, risk, dependencies: dependencies.value })
  if (
    flagNotes.some((note) => note.text.trim() === '') ||
    (remark === '' && (text !== undefined || flagNotes.length === 0))
  ) {
    return reportFailure(host.io, codedError('usage', 'The note is empty. See: git chronicle note -h'))
  }
  const added: AuthorNote[] = []
  const takeNotes = (asked: ContextSession): ResultAsync<PendingContext | undefined, CodedError> =>
    safeTry(async function* () {
      const { repository, call, hours } = asked
      const place = yield* at === undefined ? ok(undefined) : await resolvePlace(at, asked)
      for (const { on, ...note } of [
        ...(remark === '' ? [] : [{ text: remark }]),
        ...flagNotes,
      ] as readonly AuthorNote[]) {
        const target = yield* on === undefined ? ok(undefined) : await resolvePlace(on, asked)
        added.push({
          ...note,
          ...omitUndefined({ place, on: target }),
        })
      }
      yield* checkStatedPlaces({ notes: added }, repository, call)
      return repository.nextCommit.add(
        { ...EMPTY_AUTHOR_CONTEXT, notes: added },
        { ...call, hours: flags.hours ?? hours },
      )
    })
  await runOnContext(host, flags, 'Nothing was added.', takeNotes, ({ repository, call }) =>
    repository.adviseOnNotes(
      added.map((note) => ({ id: noteId(note), ...note })),
      call,
    ),
  )
}

async function removeNote(host: CommandHost, id: string, flags: NoteFlags): Promise<void> {
  await runOnContext(host, flags, 'Nothing is kept for the next commit any more.', ({ repository, call }) =>
    repository.nextCommit.removeNote(id, call),
  )
}

/** Runs one `context show`. */
export async function runShowContext(host: CommandHost, flags: ContextFlags): Promise<void> {
  await runOnContext(host, flags, 'Nothing is kept for the next commit.', ({ repository, call }) =>
    repository.nextCommit.read(call),
  )
}

/** Runs one `context clear`. */
export async function runClearContext(host: CommandHost, flags: ContextFlags): Promise<void> {
  await runOnContext(host, flags, 'Nothing is kept for the next commit any more.', ({ repository, call }) => {
    return repository.nextCommit.clear(call).map(() => undefined)
  })
}

/** The later commit would be refused because of an invalid revision; by then it is too late to tell the user. */
function checkSources(
  revisions: readonly string[],
  { git }: Repository,
  call: CallOptions,
): ResultAsync<void, CodedError> {
  return safeTry(async function* () {
    for (const revision of revisions) {
      yield* requireCommit(git, revision, call, 'Name the commits that the next one is squashed from.')
    }
    return ok(undefined)
  })
}

const EMPTY_AUTHOR_CONTEXT: AuthorContext = { tags: [], rejected: [], notes: [], squashSources: [] }

function parseAuthorContext(flags: SetContextFlags): Result<AuthorContext, CodedError> {
  return safeTry(function* () {
    const rejected = []
    for (const text of flags.rejected ?? []) {
      const parsed = yield* parseRejected(text)
      rejected.push(parsed)
    }
    const { task, reasoning, dependencies } = flags
    const empty = Object.entries({ task, reasoning, dependencies }).find(([, text]) => text?.trim() === '')
    if (empty !== undefined) {
      const message = `--${empty[0]} is empty. Give a text, or leave it out; git chronicle context clear removes what is kept.`
      return err(codedError('usage', message))
    }
    const author: AuthorContext = {
      ...EMPTY_AUTHOR_CONTEXT,
      ...omitUndefined({ task, reasoning, dependencies }),
      tags: parseTags(flags.tags ?? []),
      rejected,
      squashSources: parseTags(flags.squashSources ?? []),
    }
    const hasText = [task, reasoning, dependencies].some((text) => text !== undefined && text.trim() !== '')
    const listed = [author.tags, author.rejected, author.squashSources].some((list) => list.length > 0)
    if (hasText || listed) return ok(author)
    return err(
      codedError(
        'usage',
        'There is nothing to keep. Give --task, --reasoning or another. See: git chronicle context set -h',
      ),
    )
  })
}

/** Returns the place in the form that is kept, relative to the top of the repository. */
function resolvePlace(
  at: string,
  { repository: { ast, git }, info, dir, call }: ContextSession,
): ResultAsync<string, CodedError> {
  return safeTry(async function* () {
    const { anchor, lines, path } = yield* findPlace(at, { git, repository: info, dir, revision: 'HEAD', call })
    if (path === undefined || path === '') {
      const message = `'${at}' is not a path in the repository. Give one from the current folder. See: git chronicle note -h`
      return err(codedError('invalid_path', message, { data: { path: at } }))
    }
    if (lines === undefined) return ok(formatPlace({ file: path, ...omitUndefined({ anchor }) }))
    // The lines of a file may move until it is committed, but the name of the unit stays.
    const content = (yield* git.readFile('WORKTREE', path, call)) ?? (yield* git.readFile('INDEX', path, call))
    const text = content === undefined ? '' : new TextDecoder().decode(content.bytes)
    const outline = await ast.outline({ path, text }, call)
    const around = outline.isErr()
      ? []
      : outline.value.units.filter((unit) => unit.lines.start <= lines.start && lines.end <= unit.lines.end)
    const innermost = around.toSorted((a, b) => a.lines.end - a.lines.start - (b.lines.end - b.lines.start))[0]
    if (innermost !== undefined) return ok(formatPlace({ file: path, anchor: innermost.name }))
    const message = `No unit holds all of '${at}'. Name a unit, or the file alone. See: git chronicle note -h`
    return err(codedError('usage', message, { data: { path: at } }))
  })
}

interface ContextSession extends WritingSession {
  /** Hours that the context is kept, from the settings. */
  readonly hours: number
}

async function runOnContext<E extends CodedError>(
  host: CommandHost,
  flags: ContextFlags,
  empty: string,
  run: (on: ContextSession) => ResultAsync<PendingContext | undefined, E>,
  advise?: (on: ContextSession) => PromiseLike<Result<readonly Advice[], CodedError>>,
): Promise<void> {
  const { io } = host
  await withRepository(host, openSession(host, flags), async function* (session) {
    const on: ContextSession = { ...session, hours: session.settings.contextHours }
    const kept = yield* await run(on)
    const advice = (await advise?.(on)) ?? ok([])
    // The note is kept even if this check fails.
    if (advice.isErr())
      reportWarning(io, `The note could not be compared with what is recorded: ${advice.error.message}`)
    const adviceGiven = advice.unwrapOr([])
    const receipt = { ...receiptOf(kept), ...omitEmpty({ advice: adviceGiven }) }
    printReceipt(io, receipt, flags.format, (shown, { colour }) => formatContext(shown, { empty, colour }))
  })
}

function receiptOf(pending: PendingContext | undefined): ContextReceipt {
  if (pending === undefined) return { $schema: CONTEXT_RECEIPT_SCHEMA, status: 'empty' }
  const { squashSources, rejected, notes, ...author } = pending.author
  return {
    $schema: CONTEXT_RECEIPT_SCHEMA,
    status: 'kept',
    context: {
      ...author,
      notes: notes.map((note) => ({ id: noteId(note), ...note })),
      rejected: rejected.map(({ approach, reason }) => ({ approach, reason })),
      squash_sources: squashSources,
      created: formatTimestamp(pending.createdAt),
      expires: formatTimestamp(pending.expiresAt),
    },
  }
}
