import { CHECK_OUTPUT_SCHEMA, omitUndefined, type CheckOutput, type RiskLevel } from '@chronicle/schema'
import { parseChange, renderSarif, type Change } from '@chronicle/core'
import { codedError } from '@chronicle/core/contracts'
import type { CommandHost } from '../host/command-host.ts'
import { reportFailure } from '../host/report-failure.ts'
import { askRepository, type Budget } from './ask-repository.ts'
import type { CheckFlags } from './query-flags.ts'

const RISKS: readonly RiskLevel[] = ['low', 'medium', 'high']

/** Runs `check`. The exit code is 3 if a finding that nobody has acknowledged is at least as risky as `--fail-on`. */
export async function runCheck(host: CommandHost, range: string | undefined, flags: CheckFlags): Promise<void> {
  const { staged, maxFindings, failOn = 'none', format, ack, reason, dryRun, ...rest } = flags
  if (staged === true && range !== undefined) {
    const error = codedError('usage', `A range and --staged exclude each other. Leave '${range}' or --staged out.`)
    return reportFailure(host.io, error, CHECK_OUTPUT_SCHEMA)
  }
  const change: Change = range === undefined ? { kind: staged === true ? 'staged' : 'worktree' } : parseChange(range)
  if (ack !== undefined) {
    const { runAcknowledge } = await import('./run-acknowledge.ts')
    return runAcknowledge(host, change, flags)
  }
  if (reason !== undefined || dryRun !== undefined) {
    const error = codedError('usage', `--${reason === undefined ? 'dry-run' : 'reason'} goes with --ack <id>.`)
    return reportFailure(host.io, error, CHECK_OUTPUT_SCHEMA)
  }
  const sarif = format === 'sarif'
  const answer = await askRepository(
    host,
    CHECK_OUTPUT_SCHEMA,
    { ...rest, ...(format !== undefined && !sarif && { format }) },
    ({ queries, settings, context, budget }) =>
      queries.check(
        {
          change,
          minConfidence: settings.minConfidence,
          ...omitUndefined({ maxFindings }),
          ...(sarif ? withoutLimit(budget) : budget),
        },
        context.call,
      ),
    sarif ? { render: (output) => renderSarif(output), printed: 'sarif' } : {},
  )
  if (answer !== undefined && isRisky(answer, failOn)) host.io.setExitCode(3)
}

/** SARIF is for programs, which need the whole result. */
function withoutLimit({ maxTokens: _, ...rest }: Budget): Omit<Budget, 'maxTokens'> {
  return rest
}

/** Judges all findings, including those that do not fit the budget. */
function isRisky({ stats: { highest_risk: risk } }: CheckOutput, failOn: RiskLevel | 'none'): boolean {
  return failOn !== 'none' && risk !== undefined && RISKS.indexOf(risk) >= RISKS.indexOf(failOn)
}
