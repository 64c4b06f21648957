import { err, ok, type CodedError, type QualityReport, type Result } from '@chronicle/schema'
import { codedError, type CallOptions, type RepositoryInfo } from '@chronicle/core/contracts'
import type { FoundProblem } from '@chronicle/writer'
import { loadSettings } from '../config/load-settings.ts'
import { resolveSettings } from '../config/resolve-settings.ts'
import type { Settings } from '../config/settings.ts'
import type { CommandHost, Repository } from '../host/command-host.ts'
import { openRepository } from '../host/open-repository.ts'
import { printAnswer } from '../host/print-answer.ts'
import { reportFailure, reportWarning } from '../host/report-failure.ts'
import { showProgress } from '../host/show-progress.ts'
import { useColour } from '../host/use-colour.ts'
import { onlyPath } from '../read/find-path.ts'
import type { DoctorFlags, FailOn } from './doctor-flags.ts'
import { renderDoctor } from './format-report.ts'
import { lookAround } from './look-around.ts'

/** Runs `doctor`; the exit code is 3 when something was found that `--fail-on` names. */
export async function runDoctor(host: CommandHost, paths: readonly string[], flags: DoctorFlags): Promise<void> {
  const { io } = host
  const opened = await openRepository(host, flags)
  if (opened.isErr()) return reportFailure(io, opened.error)
  const { repository, dir } = opened.value
  try {
    const call: CallOptions = io.signal === undefined ? {} : { signal: io.signal }
    const report = await showProgress(io, 'Reviewing …', examine(host, repository, dir, paths, flags, call))
    if (report.isErr()) return reportFailure(io, report.error)
    const { format, failOn = [] } = flags
    const text =
      format === 'json'
        ? `${JSON.stringify(report.value, null, 2)}\n`
        : renderDoctor(report.value, format, useColour(io.stdout, io.env))
    await printAnswer(io, text, { format, dir, pager: flags.pager })
    if (failOn.some((what) => isFound(report.value, what))) io.setExitCode(3)
  } finally {
    await repository.close()
  }
}

async function examine(
  { io }: CommandHost,
  repository: Repository,
  dir: string,
  given: readonly string[],
  flags: DoctorFlags,
  call: CallOptions,
): Promise<Result<QualityReport, CodedError>> {
  const { git } = repository
  const loaded = await settingsOf(repository, io, flags, call)
  if (loaded.isErr()) return err(loaded.error)
  const { settings, problems, info } = loaded.value
  const paths = await insideRepository(given, repository, info, dir, call)
  if (paths.isErr()) return err(paths.error)
  const { range, commit, limit, maxCommits } = flags
  const request = {
    ...(range === undefined ? {} : { range }),
    ...(commit === undefined ? {} : { commit }),
    ...(paths.value.length === 0 ? {} : { paths: paths.value }),
    ...(limit === undefined ? {} : { findingsPerKind: limit }),
    ...(maxCommits === undefined ? {} : { maxCommits }),
  }
  const { notesRefs, redactAllow: allowedSecrets } = settings
  const reviewed = await repository.review(request, { ...call, notesRefs, allowedSecrets })
  if (reviewed.isErr()) return err(reviewed.error)
  const { environment, problems: around } = await lookAround({ git, info, notesRefs, env: io.env, call })
  const { withFindings } = await import('@chronicle/writer')
  return ok({ ...withFindings(reviewed.value, [...problems, ...around]), environment })
}

/** The settings. A wrong one is a finding here, and the others' defaults are worked with. */
async function settingsOf(
  { git }: Repository,
  io: CommandHost['io'],
  flags: DoctorFlags,
  call: CallOptions,
): Promise<
  Result<
    { readonly settings: Settings; readonly problems: readonly FoundProblem[]; readonly info: RepositoryInfo },
    CodedError
  >
> {
  const given = { notesRefs: flags.notesRef }
  const loaded = await loadSettings(git, { flags: given, env: io.env }, call)
  if (loaded.isOk()) {
    const { settings, warnings, repository: info } = loaded.value
    for (const warning of warnings) reportWarning(io, warning)
    return ok({ settings, problems: [], info })
  }
  const { error } = loaded
  if (error.code !== 'invalid_configuration') return err(error)
  const info = await git.describe(call)
  const defaults = resolveSettings({ flags: given, env: {}, gitConfig: new Map() })
  if (info.isErr()) return err(info.error)
  return defaults.map(({ settings }) => ({
    settings,
    problems: [{ kind: 'invalid_configuration', message: `${error.message} Defaults were used for this report.` }],
    info: info.value,
  }))
}

async function insideRepository(
  given: readonly string[],
  { git }: Repository,
  info: RepositoryInfo,
  dir: string,
  call: CallOptions,
): Promise<Result<readonly string[], CodedError>> {
  const paths: string[] = []
  for (const path of given) {
    const found = await onlyPath(path, { git, repository: info, dir, revision: 'HEAD', call })
    if (found.isErr()) return err(found.error)
    if (found.value === undefined) {
      const message = `'${path}' is outside the repository at ${info.worktreeDir ?? dir}.`
      return err(codedError('invalid_path', message, { data: { path } }))
    }
    paths.push(found.value)
  }
  return ok(paths)
}

const WORST_FIRST: readonly FailOn[] = ['error', 'warning', 'info']

/** Kinds are counted; severities go by the findings, of which each kind has one listed. */
function isFound({ counts, findings }: QualityReport, what: FailOn): boolean {
  const rank = WORST_FIRST.indexOf(what)
  return rank < 0 ? what in counts : findings.some(({ severity }) => WORST_FIRST.indexOf(severity) <= rank)
}
