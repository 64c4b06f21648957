import {
  err,
  ok,
  omitEmpty,
  omitUndefined,
  safeTry,
  type CodedError,
  type Result,
  type ResultAsync,
} from '@chronicle/schema'
import { codedError } from '@chronicle/core/contracts'
import type { AnnotateReceipt } from '@chronicle/core/annotate'
import { formatReceipt } from '../annotate/format-receipt.ts'
import { readDocument } from '../annotate/read-document.ts'
import { resolveInputPaths } from '../annotate/resolve-input-paths.ts'
import { showExpectedShape } from '../annotate/show-expected-shape.ts'
import { parseDependsOnAll } from '../commit/parse-depends-on.ts'
import { parseRejectedAll } from '../commit/split-commit-arguments.ts'
import type { CommandHost } from '../host/command-host.ts'
import { withRepository } from '../host/with-repository.ts'
import { fillFromStdin } from '../host/read-stdin.ts'
import { reportFailure } from '../host/report-failure.ts'
import { showProgress } from '../host/show-progress.ts'
import { parsePart, type PartFlags } from '../read/parse-part.ts'
import { findRecordPlace } from './find-record-place.ts'
import { printReceipt } from '../host/print-receipt.ts'
import { openSession, type WritingSession } from '../writing/open-session.ts'
import type { NotesFlags } from '../host/open-repository.ts'

/** The options of `record` as they were given. */
export interface RecordFlags extends NotesFlags, PartFlags {
  readonly constraint?: readonly string[]
  readonly why?: string
  readonly rejected?: readonly string[]
  readonly risk?: readonly string[]
  readonly dependsOn?: readonly string[]
  readonly tag?: readonly string[]
  readonly commit?: string
  readonly dryRun?: true
  readonly format: 'pretty' | 'json'
}

/** The command line of one `record`. */
export interface RecordInvocation {
  readonly place: string
  readonly anchor: string | undefined
  readonly flags: RecordFlags
}

type StdinOption = 'constraint' | 'why' | 'rejected' | 'risk'

const STDIN_OPTIONS: readonly StdinOption[] = ['constraint', 'why', 'rejected', 'risk']

/** Runs one `record`: reads the statements about a place, or a document, stores them, and prints a confirmation. */
export async function runRecord(host: CommandHost, invocation: RecordInvocation): Promise<void> {
  const { io } = host
  const { flags, place } = invocation
  const input =
    place === '-'
      ? await documentOnStdin(invocation, host)
      : await fillFromStdin<RecordFlags, StdinOption>(flags, STDIN_OPTIONS, io).andThen(entryFromFlags)
  if (input.isErr()) return reportFailure(io, input.error)
  await withRepository(host, openSession(host, flags), async function* (session) {
    const stored = await showProgress(io, 'Recording …', store(session, invocation, input.value))
    const receipt = yield* place === '-' ? stored.mapErr(showExpectedShape) : stored
    printReceipt(io, receipt, flags.format, formatReceipt)
  })
}

type Json = Readonly<Record<string, unknown>>

function documentOnStdin({ anchor, flags }: RecordInvocation, { io }: CommandHost): ResultAsync<unknown, CodedError> {
  return safeTry(async function* () {
    const { constraint, lines, why, rejected, risk, dependsOn, tag } = flags
    if (
      [anchor, flags.anchor, lines, constraint, why, rejected, risk, dependsOn, tag].some(
        (given) => given !== undefined,
      )
    ) {
      const message =
        'A document on stdin contains everything to record: leave out the rest, or name a place instead of -.'
      return err(codedError('usage', message))
    }
    const document = await readDocument({}, io)
    if (document.isErr() || flags.commit === undefined) return document
    const { value } = document
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
    return ok(isObject ? { ...value, commit: flags.commit } : value)
  })
}

/** Returns what the options state: a document entry without its place. */
function entryFromFlags(flags: RecordFlags): Result<Json, CodedError> {
  const { constraint = [], why, risk = [], tag = [] } = flags
  const rejected = parseRejectedAll(flags.rejected ?? [])
  const dependencies = parseDependsOnAll(flags.dependsOn ?? [])
  const wrong = [rejected, dependencies].flatMap((each) => (each.isErr() ? [each.error.message] : []))
  if (rejected.isErr() || dependencies.isErr()) {
    return err(codedError('usage', `${wrong.join(' ')} See: git chronicle record -h`))
  }
  const intent =
    why ?? constraint[0] ?? risk[0] ?? dependencies.value[0]?.nature ?? alternativeAsIntent(rejected.value[0])
  if (intent === undefined) {
    const message = 'There is nothing to record. Give --constraint, --why, --rejected, --risk or --depends-on.'
    return err(codedError('usage', `${message} See: git chronicle record -h`))
  }
  return ok({
    intent,
    constraints: constraint,
    ...omitEmpty({ risk_notes: risk.join('\n') }),
    rejected_alternatives: rejected.value,
    semantic_dependencies: dependencies.value,
    tags: tag,
  })
}

function alternativeAsIntent(alternative: { readonly approach: string } | undefined): string | undefined {
  return alternative && `Not done: ${alternative.approach}`
}

function store(
  { repository, info, dir, notesRef, settings, call }: WritingSession,
  { anchor, flags, place }: RecordInvocation,
  input: unknown,
): ResultAsync<AnnotateReceipt, CodedError> {
  return safeTry(async function* () {
    const { git } = repository
    let document = input
    if (place !== '-') {
      const context = { git, repository: info, dir, revision: flags.commit ?? 'HEAD', call }
      const found = yield* findRecordPlace(place, context, yield* parsePart(anchor, flags))
      const commit = omitUndefined({ commit: flags.commit })
      document = { ...commit, regions: [{ ...found, ...(input as Json) }] }
    }
    const resolved = yield* resolveInputPaths(document, { git, prefix: info.prefix, call })
    const { redactAllow: allowedSecrets } = settings
    return repository.record(resolved, { ...call, notesRef, allowedSecrets, dryRun: flags.dryRun ?? false })
  })
}
