import { err, ok, type CodedError, type Result } from '@chronicle/schema'
import { codedError } from '@chronicle/core/contracts'
import type { Settings } from '../config/settings.ts'

/** The spending limits of a run and what it would process. */
export interface SpendingIntent {
  readonly settings: Pick<Settings, 'writer' | 'provider' | 'model' | 'maxSpend' | 'maxSpendTokens'>
  /** Maximum number of commits to process. Absent: all of them. */
  readonly limit: number | undefined
  /** Number of commits in the run. */
  readonly commits: number
}

/** Whether a model would be called. */
export function asksModel({ writer, provider }: SpendingIntent['settings']): boolean {
  return writer === 'llm' || (writer === 'auto' && provider !== undefined)
}

/** Refuses a run that would call a model about the history if no limit of cost, tokens or commits is set. */
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
    `This would ask ${asked} about up to ${commits} commits, and no limit is set. ` +
    'See what it would cost: git chronicle backfill --estimate. Then give a limit: --max-spend <dollars>, ' +
    '--max-spend-tokens <n>, or --limit <n> commits; git config chronicle.maxSpend and chronicle.maxSpendTokens hold for every run.'
  return err(codedError('spending_limit_required', message, { data: { commits } }))
}
