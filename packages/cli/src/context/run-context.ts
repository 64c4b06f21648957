import {
  CONTEXT_RECEIPT_SCHEMA,
  err,
  formatPlace,
  formatTimestamp,
  ok,
  type CodedError,
  type ContextReceipt,
  type Result,
} from '@chronicle/schema'
import { codedError, type CallOptions, type RepositoryInfo } from '@chronicle/core/contracts'
import { noteId } from '@chronicle/core/text'
import type { AuthorContext, AuthorNote, PendingContext } from '@chronicle/writer'
import { checkStatedPlaces } from '../commit/check-stated-places.ts'
import { parseDependsOnAll } from '../commit/parse-depends-on.ts'
import { parseRejected, parseTags, statedNotes } from '../commit/split-commit-arguments.ts'
import { loadSettings } from '../config/load-settings.ts'
import type { CommandHost, Repository } from '../host/command-host.ts'
import { openRepository } from '../host/open-repository.ts'
import { reportFailure, reportWarning } from '../host/report-failure.ts'
import { useColour } from '../host/use-colour.ts'
import { findPlace } from '../read/find-place.ts'
import type { ContextFlags, NoteFlags, SetContextFlags } from './context-flags.ts'
import { formatContext } from './format-context.ts'

/** Runs one `context set`. */
export async function runSetContext(host: CommandHost, flags: SetContextFlags): Promise<void> {
  const author = statedBy(flags)
  if (author.isErr()) return reportFailure(host.io, author.error)
  await runOnContext(host, flags, 'Nothing was added.', async ({ repository, call, hours }) => {
    const checked = await checkStatedPlaces(author.value, repository, call)
    if (checked.isErr()) return err(checked.error)
    return repository.nextCommit.add(author.value, { ...call, hours: flags.hours ?? hours })
  })
}

/** Runs one `note`. */
export async function runNote(host: CommandHost, text: string | undefined, flags: NoteFlags): Promise<void> {
  const { list, remove, at } = flags
  if (list === true) return runShowContext(host, flags)
  if (remove !== undefined) return removeNote(host, remove, flags)
  const dependencies = parseDependsOnAll(flags.dependsOn ?? [])
  if (dependencies.isErr()) return reportFailure(host.io, dependencies.error)
  const remark = text?.trim() ?? ''
  const { constraint, risk } = flags
  const said = statedNotes({ constraint, risk, dependencies: dependencies.value })
  if (said.some((note) => note.text.trim() === '') || (remark === '' && (text !== undefined || said.length === 0))) {
    return reportFailure(host.io, codedError('usage', 'The note is empty. See: git chronicle note -h'))
  }
  await runOnContext(host, flags, 'Nothing was added.', async (asked) => {
    const { repository, call, hours } = asked
    const place = at === undefined ? ok(undefined) : await resolvePlace(at, asked)
    if (place.isErr()) return err(place.error)
    const notes: AuthorNote[] = []
    for (const { on, ...note } of [...(remark === '' ? [] : [{ text: remark }]), ...said] as readonly AuthorNote[]) {
      const target = on === undefined ? ok(undefined) : await resolvePlace(on, asked)
      if (target.isErr()) return err(target.error)
      notes.push({
        ...note,
        ...(place.value === undefined ? {} : { place: place.value }),
        ...(target.value === undefined ? {} : { on: target.value }),
      })
    }
    const checked = await checkStatedPlaces({ notes }, repository, call)
    if (checked.isErr()) return err(checked.error)
    return repository.nextCommit.add({ ...NOTHING, notes }, { ...call, hours: flags.hours ?? hours })
  })
}

async function removeNote(host: CommandHost, id: string, flags: NoteFlags): Promise<void> {
  await runOnContext(host, flags, 'Nothing is kept for the next commit any more.', async ({ repository, call }) =>
    repository.nextCommit.removeNote(id, call),
  )
}

/** Runs one `context show`. */
export async function runShowContext(host: CommandHost, flags: ContextFlags): Promise<void> {
  await runOnContext(host, flags, 'Nothing is kept for the next commit.', async ({ repository, call }) =>
    repository.nextCommit.read(call),
  )
}

/** Runs one `context clear`. */
export async function runClearContext(host: CommandHost, flags: ContextFlags): Promise<void> {
  await runOnContext(host, flags, 'Nothing is kept for the next commit any more.', async ({ repository, call }) => {
    const cleared = await repository.nextCommit.clear(call)
    return cleared.map(() => undefined)
  })
}

const NOTHING: AuthorContext = { tags: [], rejected: [], notes: [], squashSources: [] }

function statedBy(flags: SetContextFlags): Result<AuthorContext, CodedError> {
  const rejected = []
  for (const text of flags.rejected ?? []) {
    const parsed = parseRejected(text)
    if (parsed.isErr()) return err(parsed.error)
    rejected.push(parsed.value)
  }
  const { task, reasoning, dependencies } = flags
  const author: AuthorContext = {
    ...NOTHING,
    ...(task === undefined ? {} : { task }),
    ...(reasoning === undefined ? {} : { reasoning }),
    ...(dependencies === undefined ? {} : { dependencies }),
    tags: parseTags(flags.tags ?? []),
    rejected,
    squashSources: parseTags(flags.squashSources ?? []),
  }
  const said = [task, reasoning, dependencies].some((text) => text !== undefined && text.trim() !== '')
  const listed = [author.tags, author.rejected, author.squashSources].some((list) => list.length > 0)
  if (said || listed) return ok(author)
  return err(
    codedError(
      'usage',
      'There is nothing to keep. Give --task, --reasoning or another. See: git chronicle context set -h',
    ),
  )
}

/** The place as it is kept, from the top. */
async function resolvePlace(
  at: string,
  { repository: { ast, git }, info, dir, call }: OnContext,
): Promise<Result<string, CodedError>> {
  const found = await findPlace(at, { git, repository: info, dir, revision: 'HEAD', call })
  if (found.isErr()) return err(found.error)
  const { anchor, lines, path } = found.value
  if (path === undefined || path === '') {
    const message = `'${at}' is not a path in the repository. Give one from the current folder. See: git chronicle note -h`
    return err(codedError('invalid_path', message, { data: { path: at } }))
  }
  if (lines === undefined) return ok(formatPlace({ file: path, ...(anchor === undefined ? {} : { anchor }) }))
  // The lines of a file move until it is committed; the name of the unit stays.
  const content = await git.readFile('WORKTREE', path, call)
  if (content.isErr()) return err(content.error)
  const text = content.value === undefined ? '' : new TextDecoder().decode(content.value.bytes)
  const outline = await ast.outline({ path, text }, call)
  const around = outline.isErr()
    ? []
    : outline.value.units.filter((unit) => unit.lines.start <= lines.start && lines.end <= unit.lines.end)
  const innermost = around.toSorted((a, b) => a.lines.end - a.lines.start - (b.lines.end - b.lines.start))[0]
  if (innermost !== undefined) return ok(formatPlace({ file: path, anchor: innermost.name }))
  const message = `No unit holds all of '${at}'. Name a unit, or the file alone. See: git chronicle note -h`
  return err(codedError('usage', message, { data: { path: at } }))
}

interface OnContext {
  readonly repository: Repository
  readonly call: CallOptions
  readonly info: RepositoryInfo
  /** Absolute: the folder that the command works in. */
  readonly dir: string
  /** How long what is said is kept, by the settings. */
  readonly hours: number
}

async function runOnContext(
  host: CommandHost,
  flags: ContextFlags,
  empty: string,
  run: (on: OnContext) => Promise<Result<PendingContext | undefined, CodedError>>,
): Promise<void> {
  const { io } = host
  const opened = await openRepository(host, flags)
  if (opened.isErr()) return reportFailure(io, opened.error)
  const { repository, dir } = opened.value
  try {
    const call: CallOptions = io.signal === undefined ? {} : { signal: io.signal }
    const loaded = await loadSettings(repository.git, { flags: {}, env: io.env }, call)
    if (loaded.isErr()) return reportFailure(io, loaded.error)
    const { settings, warnings, repository: info } = loaded.value
    for (const warning of warnings) reportWarning(io, warning)
    const kept = await run({ repository, call, info, dir, hours: settings.contextHours })
    if (kept.isErr()) return reportFailure(io, kept.error)
    const receipt = receiptOf(kept.value)
    const colour = useColour(io.stdout, io.env)
    io.stdout.write(
      flags.format === 'json' ? `${JSON.stringify(receipt, null, 2)}\n` : formatContext(receipt, { empty, colour }),
    )
  } finally {
    await repository.close()
  }
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
