import {
  err,
  ok,
  omitEmpty,
  omitUndefined,
  safeTry,
  type CodedError,
  type QualityReport,
  type ResultAsync,
  type QualityFindingKind,
  type QualityFindingSeverity,
} from '@chronicle/schema'
import type { CallOptions, RepositoryInfo } from '@chronicle/core/contracts'
import type { FoundProblem } from '@chronicle/writer'
import { loadSettings } from '../config/load-settings.ts'
import { resolveSettings } from '../config/resolve-settings.ts'
import type { Settings } from '../config/settings.ts'
import type { CommandHost, Repository } from '../host/command-host.ts'
import { withRepository } from '../host/with-repository.ts'
import { openRepository, type NotesFlags } from '../host/open-repository.ts'
import { showName } from '../host/one-line.ts'
import { printAnswer } from '../host/print-answer.ts'
import { reportWarning } from '../host/report-failure.ts'
import { showProgress } from '../host/show-progress.ts'
import { useColour } from '../host/use-colour.ts'
import { pathsInside } from '../read/find-path.ts'
import { renderDoctor } from './format-report.ts'
import { findRewritten } from './find-rewritten.ts'
import { inspectEnvironment } from './inspect-environment.ts'
import { repairHooks } from './inspect-hooks.ts'
import { reviewAnnotations } from './review-annotations.ts'

/** The options of `doctor`, as they were given. */
export interface DoctorFlags extends NotesFlags {
  readonly range?: string
  readonly commit?: string
  readonly limit?: number
  readonly maxCommits?: number
  readonly failOn?: readonly FailOn[]
  readonly fix?: true
  readonly json?: true
  readonly pager?: boolean
  readonly format: 'pretty' | 'json' | 'markdown'
}

/** The findings that make `doctor` exit with 3: a kind of finding, all of a severity or a worse one, or any. */
export type FailOn = QualityFindingKind | QualityFindingSeverity

/** Runs `doctor`. The exit code is 3 if there is a finding that `--fail-on` names. */
export async function runDoctor(host: CommandHost, paths: readonly string[], flags: DoctorFlags): Promise<void> {
  const { io } = host
  await withRepository(host, openRepository(host, flags), async function* ({ repository, dir }) {
    const call: CallOptions = omitUndefined({ signal: io.signal })
    const report = yield* await showProgress(io, 'Reviewing …', examine(host, repository, dir, paths, flags, call))
    const { format, failOn = [] } = flags
    const text =
      format === 'json'
        ? `${JSON.stringify(report, null, 2)}\n`
        : renderDoctor(report, format, useColour(io.stdout, io.env))
    await printAnswer(io, text, { format, dir, pager: flags.pager })
    if (failOn.some((what) => isFound(report, what))) io.setExitCode(3)
  })
}

function examine(
  { io }: CommandHost,
  repository: Repository,
  dir: string,
  given: readonly string[],
  flags: DoctorFlags,
  call: CallOptions,
): ResultAsync<QualityReport, CodedError> {
  return safeTry(async function* () {
    const { git } = repository
    const { settings, problems, info } = yield* settingsOf(repository, io, flags, call)
    const paths = yield* pathsInside(given, { git, repository: info, dir, revision: 'HEAD', call })
    const { range, commit, limit, maxCommits } = flags
    const request = {
      ...omitUndefined({ range, commit }),
      ...omitEmpty({ paths }),
      ...omitUndefined({ findingsPerKind: limit, maxCommits, maxDiffLines: settings.maxDiffLines }),
    }
    const fixed = yield* flags.fix === true ? await repairHooks(io, info) : ok([])
    const { notesRefs, redactAllow: allowedSecrets } = settings
    // This runs before anything else reads the index, because reading rebuilds damaged parts.
    const { environment, problems: around } = await inspectEnvironment({ git, info, notesRefs, io, call })
    const reviewed = yield* reviewAnnotations(repository, request, { ...call, notesRefs, allowedSecrets })
    const rewritten = yield* findRewritten(repository, notesRefs[0], call)
    const { withFindings } = await import('@chronicle/writer')
    return ok({
      ...withFindings(reviewed, [...problems, ...around, ...rewritten]),
      environment,
      ...(flags.fix === true && { fixed: fixed.map((path) => `${showName(path)} is as init makes it.`) }),
    })
  })
}

/** Returns the settings. An invalid setting is reported as a finding, and the defaults are used instead. */
function settingsOf(
  { git }: Repository,
  io: CommandHost['io'],
  flags: DoctorFlags,
  call: CallOptions,
): ResultAsync<
  { readonly settings: Settings; readonly problems: readonly FoundProblem[]; readonly info: RepositoryInfo },
  CodedError
> {
  return safeTry(async function* () {
    const given = { notesRefs: flags.notesRef }
    const loaded = await loadSettings(git, { flags: given, env: io.env }, call)
    if (loaded.isOk()) {
      const { settings, warnings, repository: info } = loaded.value
      for (const warning of warnings) reportWarning(io, warning)
      return ok({ settings, problems: [], info })
    }
    const { error } = loaded
    if (error.code !== 'invalid_configuration') return err(error)
    const info = yield* git.describe(call)
    const defaults = resolveSettings({ flags: given, env: {}, gitConfig: new Map() })
    return defaults.map(({ settings }) => ({
      settings,
      problems: [{ kind: 'invalid_configuration', message: `${error.message} Defaults were used for this report.` }],
      info,
    }))
  })
}

const WORST_FIRST: readonly FailOn[] = ['error', 'warning', 'info']

/** Kinds are looked up in the counts, severities in the findings; at least one finding of each kind is listed. */
function isFound({ counts, findings }: QualityReport, what: FailOn): boolean {
  const rank = WORST_FIRST.indexOf(what)
  return rank < 0 ? what in counts : findings.some(({ severity }) => WORST_FIRST.indexOf(severity) <= rank)
}
