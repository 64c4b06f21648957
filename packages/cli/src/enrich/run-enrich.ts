import { codedError } from '@chronicle/core/contracts'
import type { CommandHost } from '../host/command-host.ts'
import { withRepository } from '../host/with-repository.ts'
import { reportFailure, reportWarning } from '../host/report-failure.ts'
import { showProgress } from '../host/show-progress.ts'
import { resolvePath } from '../read/find-path.ts'
import { createStepProgress } from '../retrieve/create-step-progress.ts'
import { modelChoiceOf, openSession } from '../writing/open-session.ts'
import { withSettings } from '../writing/with-settings.ts'
import { omitEmpty, type RepoPath } from '@chronicle/schema'
import { formatEnriched, formatPromoted } from './format-enriched.ts'
import type { RepositoryFlags } from '../host/open-repository.ts'

/** The options of `enrich` as they were given. */
export interface EnrichFlags extends RepositoryFlags {
  readonly model?: string
  readonly maxSpend?: number
  readonly dryRun?: true
  readonly promote?: true
}

/** Runs one `enrich`. */
export async function runEnrich(host: CommandHost, words: readonly string[], flags: EnrichFlags): Promise<void> {
  const { io } = host
  if (flags.promote === true && flags.dryRun === true)
    return reportFailure(
      io,
      codedError('usage', '--promote asks no model, so --dry-run has no effect. Leave out --dry-run.'),
    )
  await withRepository(host, openSession(host, flags), async function* ({ repository, info, dir, settings, call }) {
    const paths: RepoPath[] = []
    for (const word of words) {
      const path = yield* await resolvePath(word, {
        git: repository.git,
        repository: info,
        dir,
        revision: 'HEAD',
        call,
      })
      if (path === undefined)
        return reportFailure(
          io,
          codedError('invalid_path', `'${word}' is not in the repository. Give a file or folder of it.`),
        )
      paths.push(path)
    }
    const model = modelChoiceOf(settings)
    const steps = createStepProgress('Looking for files …')
    const asked = {
      ...{ model, ...call, onProgress: steps.onProgress },
      ...omitEmpty({ paths }),
    }
    if (flags.promote === true) {
      const promoted = yield* (await showProgress(io, steps.text, repository.promote(asked))).mapErr(withSettings)
      io.stdout.write(formatPromoted(promoted))
      return
    }
    const dryRun = flags.dryRun === true
    const report = yield* (
      await showProgress(io, steps.text, repository.enrich({ ...asked, dryRun, allowedSecrets: settings.redactAllow }))
    ).mapErr(withSettings)
    io.stdout.write(formatEnriched(report, { dryRun, price: settings.modelPrice }))
    const { stopped } = report
    if (stopped !== undefined) {
      const left = report.files.filter(({ status }) => status === 'left').length
      reportWarning(io, `Ended early, ${left} files left: ${stopped.message} Start it again to go on.`)
    }
    if (stopped !== undefined || report.files.some(({ status }) => status === 'failed'))
      io.setExitCode(stopped?.code === 'aborted' ? 130 : 1)
  })
}
