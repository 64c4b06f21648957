import { CHECK_OUTPUT_SCHEMA, type CheckOutput, type RiskLevel } from '@chronicle/schema'
import { parseChange, renderAnswer, renderSarif, type Change } from '@chronicle/core'
import { codedError } from '@chronicle/core/contracts'
import type { CommandHost } from '../host/command-host.ts'
import { reportFailure } from '../host/report-failure.ts'
import { askRepository, type Budget } from './ask-repository.ts'
import type { CheckFlags } from './query-flags.ts'

const RISKS: readonly RiskLevel[] = ['low', 'medium', 'high']

/** Runs `check`; the exit code is 3 when a finding is as risky as `--fail-on`. */
export async function runCheck(host: CommandHost, range: string | undefined, flags: CheckFlags): Promise<void> {
  const { staged, maxFindings, failOn = 'none', format, ...rest } = flags
  if (staged === true && range !== undefined) {
    const error = codedError('usage', `A range and --staged exclude each other. Leave '${range}' or --staged out.`)
    return reportFailure(host.io, error, CHECK_OUTPUT_SCHEMA)
  }
  const change: Change = range === undefined ? { kind: staged === true ? 'staged' : 'worktree' } : parseChange(range)
  const sarif = format === 'sarif'
  const answer = await askRepository<CheckOutput>(
    host,
    CHECK_OUTPUT_SCHEMA,
    { ...rest, ...(format === undefined || sarif ? {} : { format }) },
    async ({ queries, settings, context, budget }) =>
      queries.check(
        {
          change,
          minConfidence: settings.minConfidence,
          ...(maxFindings === undefined ? {} : { maxFindings }),
          ...(sarif ? withoutLimit(budget) : budget),
        },
        context.call,
      ),
    sarif ? (output) => renderSarif(output) : renderAnswer,
  )
  if (answer !== undefined && isRisky(answer, failOn)) host.io.setExitCode(3)
}

/** SARIF is for programs, which want all of it. */
function withoutLimit({ maxTokens: _, ...rest }: Budget): Omit<Budget, 'maxTokens'> {
  return rest
}

function isRisky({ findings }: CheckOutput, failOn: RiskLevel | 'none'): boolean {
  if (failOn === 'none') return false
  return findings.some(({ risk }) => RISKS.indexOf(risk) >= RISKS.indexOf(failOn))
}
