import { err, ok, type CodedError, type Result } from '@chronicle/schema'
import { codedError } from '@chronicle/core/contracts'
import type { Settings } from '../config/settings.ts'

/** What the run may cost, as far as anybody has said. */
export interface SpendingIntent {
  readonly settings: Pick<Settings, 'writer' | 'provider' | 'model' | 'maxSpend' | 'maxSpendTokens'>
  /** Commits that may be looked at. Absent: all that there are. */
  readonly limit: number | undefined
  /** How many there are. */
  readonly commits: number
}

/** Whether a model would be asked. */
export function asksModel({ writer, provider }: SpendingIntent['settings']): boolean {
  return writer === 'llm' || (writer === 'auto' && provider !== undefined)
}

/** Refuses a run over the history with a model that nothing limits. */
export function checkSpendingLimit({
  settings,
  limit,
  commits,
}: SpendingIntent): Result<void, CodedError<'spending_limit_required'>> {
  const { provider, model, maxSpend, maxSpendTokens } = settings
  const isLimited = [maxSpend, maxSpendTokens, limit].some((each) => each !== undefined)
  if (!asksModel(settings) || isLimited || provider === undefined) return ok(undefined)
  const asked = model === undefined ? provider : `${provider}/${model}`
  const message =
    `This would ask ${asked} about up to ${commits} commits, and nothing limits what that costs. ` +
    'See what it would cost: git chronicle backfill --estimate. Then give a limit: --max-spend <dollars>, ' +
    '--max-spend-tokens <n>, or --limit <n> commits; git config chronicle.maxSpend and chronicle.maxSpendTokens hold for every run.'
  return err(codedError('spending_limit_required', message, { data: { commits } }))
}
