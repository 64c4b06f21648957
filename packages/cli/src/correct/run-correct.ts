import { posix } from 'node:path'
import { ok, omitUndefined, safeTry, type CodedError, type NotesRef, type ResultAsync } from '@chronicle/schema'
import { codedError, type CallOptions, type RepositoryInfo } from '@chronicle/core/contracts'
import type { CorrectionReceipt, RegionSelection } from '@chronicle/core/corrections'
import { placeReadings } from '@chronicle/core/text'
import type { CommandHost } from '../host/command-host.ts'
import { withRepository } from '../host/with-repository.ts'
import { reportFailure } from '../host/report-failure.ts'
import { readAll } from '../host/read-stdin.ts'
import { showProgress } from '../host/show-progress.ts'
import { findRecordPlace } from '../record/find-record-place.ts'
import { describeCorrections, describeScrub, renderReceipt, type ReceiptPage } from './format-receipt.ts'
import { printReceipt } from '../host/print-receipt.ts'
import { scrubFiles } from './scrub-files.ts'
import { openSession, type WritingSession } from '../writing/open-session.ts'
import { parsePart, type PartFlags } from '../read/parse-part.ts'
import { parseLines } from '../read/parse-lines.ts'
import type { NotesFlags } from '../host/open-repository.ts'

/** The options that all correcting commands share. */
export interface CorrectingFlags extends NotesFlags {
  readonly dryRun?: true
  readonly format: ReceiptFormat
}

/** The output format of a receipt. */
export type ReceiptFormat = 'pretty' | 'json' | 'markdown'

/** The options of `flag`. */
export interface FlagFlags extends CorrectingFlags, PartFlags {
  readonly reason: string
  readonly commit?: string
  readonly all?: true
  readonly id?: string
  readonly intent?: string
}

/** Options that select regions of an annotation. */
export interface SelectionFlags extends CorrectingFlags {
  readonly file?: string
  readonly region?: string
  readonly id?: string
  readonly intent?: string
}

/** The options of `correct`. */
export interface CorrectFlags extends SelectionFlags {
  readonly field: string
  readonly remove?: string
  readonly amend?: string
  readonly with?: string
  readonly reason: string
}

/** The options of `supersede`. */
export interface SupersedeFlags extends SelectionFlags {
  readonly by: string
  readonly reason?: string
}

/** The options of `retract`. */
export interface RetractFlags extends SelectionFlags {
  readonly reason: string
}

/** The options of `reattach`. */
export interface ReattachFlags extends SelectionFlags {
  readonly to: string
  readonly at?: string
  readonly reason?: string
}

/** The options of `scrub`. */
export interface ScrubFlags extends SelectionFlags {
  readonly text?: string
  readonly commit?: string
  readonly copies?: boolean
}

/** Runs one `flag`. */
export async function runFlag(
  host: CommandHost,
  {
    place: word,
    anchor,
    flags,
  }: { readonly place: string; readonly anchor: string | undefined; readonly flags: FlagFlags },
): Promise<void> {
  const given = parsePart(anchor, flags)
  if (given.isErr()) return reportFailure(host.io, given.error)
  await runCorrecting(host, flags, describeCorrections, ({ repository, info, dir, call, options }) =>
    safeTry(async function* () {
      const context = { git: repository.git, repository: info, dir, revision: 'HEAD', call }
      const place = yield* findRecordPlace(word, context, given.value)
      const lines = yield* parseLines(place.lines)
      const { reason, commit, all, id, intent } = flags
      const where = omitUndefined({ anchor: place.anchor, lines, commit, id, intent })
      const flagged = await repository.flag({ path: place.file, ...where, all: all ?? false, reason }, options)
      return flagged.mapErr((error) => withOptions(error, '--commit, --id, --intent, --lines or --all'))
    }),
  )
}

/** Runs one `reattach`. */
export async function runReattach(host: CommandHost, sha: string, flags: ReattachFlags): Promise<void> {
  const { to, at, reason } = flags
  await runCorrecting(host, flags, describeCorrections, ({ repository, info, dir, call, options }) =>
    safeTry(async function* () {
      const context = { git: repository.git, repository: info, dir, revision: at ?? 'HEAD', call }
      const place = yield* findRecordPlace(to, context)
      const lines = yield* parseLines(place.lines)
      const { file, anchor } = place
      const input = {
        commit: sha,
        to: {
          file,
          ...omitUndefined({ anchor, lines }),
        },
        ...omitUndefined({ at, reason }),
      }
      return runOnSelection(flags, info, (selection) => {
        return repository
          .reattach({ ...input, ...selection }, options)
          .mapErr((error) => withOptions(error, '--region, --file, --id or --intent'))
      })
    }),
  )
}

/** Core lists the candidates; this adds the options that choose among them. */
function withOptions(error: CodedError, options: string): CodedError {
  return error.code === 'ambiguous_region' ? { ...error, message: `${error.message} Use ${options}.` } : error
}

/** Runs one `correct`. */
export async function runCorrect(host: CommandHost, sha: string, flags: CorrectFlags): Promise<void> {
  const { field, remove, amend, with: replacement, reason } = flags
  const value = remove ?? amend
  if (value === undefined || (amend === undefined) !== (replacement === undefined)) {
    const message =
      'correct needs --remove <value>, or --amend <value> and --with <value>. See: git chronicle correct -h'
    return reportFailure(host.io, codedError('usage', message))
  }
  const change = { commit: sha, field, value, reason, ...omitUndefined({ replacement }) }
  await runCorrecting(host, flags, describeCorrections, ({ repository, info, options }) =>
    runOnSelection(flags, info, (selection) => repository.correct({ ...change, ...selection }, options)),
  )
}

/** Runs one `supersede`. */
export async function runSupersede(host: CommandHost, sha: string, flags: SupersedeFlags): Promise<void> {
  const { by, reason } = flags
  const newer = { commit: sha, by, ...omitUndefined({ reason }) }
  await runCorrecting(host, flags, describeCorrections, ({ repository, info, options }) =>
    runOnSelection(flags, info, (selection) => repository.supersede({ ...newer, ...selection }, options)),
  )
}

/** Runs one `retract`. */
export async function runRetract(host: CommandHost, sha: string, flags: RetractFlags): Promise<void> {
  await runCorrecting(host, flags, describeCorrections, ({ repository, info, options }) =>
    runOnSelection(flags, info, (selection) =>
      repository.retract({ commit: sha, reason: flags.reason, ...selection }, options),
    ),
  )
}

/** Runs one `scrub`. */
export async function runScrub(host: CommandHost, flags: ScrubFlags): Promise<void> {
  const { commit, copies = false, file, region } = flags
  // Removes the final newline that `echo` adds.
  const text = flags.text === '-' ? (await readAll(host.io.stdin)).replace(/\r?\n$/u, '') : flags.text
  const hasRegion = file !== undefined || region !== undefined
  if (text === undefined && (commit === undefined || !hasRegion)) {
    const message =
      'scrub needs --text <text>, or --commit <sha> with --region <anchor> or --file <path>. See: git chronicle scrub -h'
    return reportFailure(host.io, codedError('usage', message))
  }
  await runCorrecting(host, flags, describeScrub, ({ repository, info, options }) =>
    safeTry(async function* () {
      if (text !== undefined) {
        const receipt = yield* repository.scrub({ text, ...omitUndefined({ commit }) }, options)
        if (commit !== undefined) return ok(receipt)
        const unrecorded = await scrubFiles(info, text, options.dryRun)
        return ok({ ...receipt, warnings: [...receipt.warnings, ...unrecorded] })
      }
      return runOnSelection(flags, info, (selection) =>
        repository.scrub({ commit: commit ?? '', copies, ...selection }, options),
      )
    }),
  )
}

/** The context of a correcting command with an open repository. */
interface CorrectionSession extends WritingSession {
  readonly options: CallOptions & {
    readonly dryRun: boolean
    readonly notesRefs: readonly NotesRef[]
    readonly allowedSecrets: readonly string[]
  }
}

async function runCorrecting<Receipt extends Pick<CorrectionReceipt, 'warnings'>, E extends CodedError>(
  host: CommandHost,
  flags: CorrectingFlags,
  describe: (receipt: Receipt) => ReceiptPage,
  run: (correcting: CorrectionSession) => ResultAsync<Receipt, E>,
): Promise<void> {
  const { io } = host
  await withRepository(host, openSession(host, flags), async function* (session) {
    const { notesRefs, redactAllow: allowedSecrets } = session.settings
    const options = { ...session.call, dryRun: flags.dryRun ?? false, notesRefs, allowedSecrets }
    const receipt = yield* await showProgress(io, 'Correcting …', run({ ...session, options }))
    printReceipt(io, receipt, flags.format, (done, look) => renderReceipt(describe(done), look))
  })
}

/**
 * Tries the file relative to the top, as the annotation names it. If it has no region there, tries it relative to the
 * current folder.
 */
function runOnSelection<T, E extends CodedError>(
  { file, region, id, intent }: Pick<SelectionFlags, 'file' | 'region' | 'id' | 'intent'>,
  { prefix }: Pick<RepositoryInfo, 'prefix'>,
  run: (selection: RegionSelection) => ResultAsync<T, E>,
): ResultAsync<T, E> {
  return safeTry(async function* () {
    const others = omitUndefined({ anchor: region, id, intent })
    if (file === undefined) return run(others)
    const fromTop = await run({ file, ...others })
    if (fromTop.isOk() || fromTop.error.code !== 'region_not_found') return fromTop
    const fromHere = prefix === '' ? fromTop : await run({ file: posix.join(prefix, file), ...others })
    if (fromHere.isOk()) return fromHere
    const split = region === undefined ? placeReadings(file).at(-1) : undefined
    return split === undefined || split.part === ''
      ? fromTop
      : runOnSelection(
          {
            file: split.path,
            region: split.part,
            ...omitUndefined({ id, intent }),
          },
          { prefix },
          run,
        )
  })
}
