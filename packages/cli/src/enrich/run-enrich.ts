import { codedError } from '@chronicle/core/contracts'
import { loadSettings } from '../config/load-settings.ts'
import type { CommandHost } from '../host/command-host.ts'
import { openRepository } from '../host/open-repository.ts'
import { reportFailure, reportWarning } from '../host/report-failure.ts'
import { showProgress } from '../host/show-progress.ts'
import { onlyPath } from '../read/find-path.ts'
import { followSteps } from '../retrieve/follow-steps.ts'
import { modelChoiceOf } from '../writing/open-session.ts'
import { withSettings } from '../writing/with-settings.ts'
import { omitEmpty, omitUndefined, type RepoPath } from '@chronicle/schema'
import type { EnrichFlags } from './enrich-flags.ts'
import { formatEnriched, formatPromoted } from './format-enriched.ts'

/** Runs one `enrich`. */
export async function runEnrich(host: CommandHost, words: readonly string[], flags: EnrichFlags): Promise<void> {
  const { io } = host
  if (flags.promote === true && flags.dryRun === true)
    return reportFailure(
      io,
      codedError('usage', '--promote asks nobody, so there is nothing to try out. Leave out --dry-run.'),
    )
  const opened = await openRepository(host, flags)
  if (opened.isErr()) return reportFailure(io, opened.error)
  const { repository, dir } = opened.value
  try {
    const call = omitUndefined({ signal: io.signal })
    const { model: named, maxSpend } = flags
    const loaded = await loadSettings(repository.git, { flags: { model: named, maxSpend }, env: io.env }, call)
    if (loaded.isErr()) return reportFailure(io, loaded.error)
    const { settings, warnings, repository: info } = loaded.value
    for (const warning of warnings) reportWarning(io, warning)
    const paths: RepoPath[] = []
    for (const word of words) {
      const path = await onlyPath(word, { git: repository.git, repository: info, dir, revision: 'HEAD', call })
      if (path.isErr()) return reportFailure(io, path.error)
      if (path.value === undefined)
        return reportFailure(
          io,
          codedError('invalid_path', `'${word}' is not in the repository. Give a file or folder of it.`),
        )
      paths.push(path.value)
    }
    const model = modelChoiceOf(settings)
    const steps = followSteps('Looking for files …')
    const asked = {
      ...{ model, ...call, onProgress: steps.onProgress },
      ...omitEmpty({ paths }),
    }
    if (flags.promote === true) {
      const promoted = await showProgress(io, steps.text, repository.promote(asked))
      if (promoted.isErr()) return reportFailure(io, withSettings(promoted.error))
      io.stdout.write(formatPromoted(promoted.value))
      return
    }
    const dryRun = flags.dryRun === true
    const enriched = await showProgress(
      io,
      steps.text,
      repository.enrich({ ...asked, dryRun, allowedSecrets: settings.redactAllow }),
    )
    if (enriched.isErr()) return reportFailure(io, withSettings(enriched.error))
    const report = enriched.value
    io.stdout.write(formatEnriched(report, { dryRun, price: settings.modelPrice }))
    const { stopped } = report
    if (stopped !== undefined) {
      const left = report.files.filter(({ status }) => status === 'left').length
      reportWarning(io, `Ended early, ${left} files left: ${stopped.message} Start it again to go on.`)
    }
    if (stopped !== undefined || report.files.some(({ status }) => status === 'failed'))
      io.setExitCode(stopped?.code === 'aborted' ? 130 : 1)
  } finally {
    await repository.close()
  }
}
