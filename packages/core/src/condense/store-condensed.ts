import { safeTry, type CorrectionReceipt, type ResultAsync } from '@chronicle/schema'
import { authorOf } from '../corrections/author-of.ts'
import type { CorrectionError } from '../corrections/correction-error.ts'
import type { CorrectionOptions, CorrectionServices } from '../corrections/correction-services.ts'
import { storeCorrections } from '../corrections/store-corrections.ts'
import { condensingCorrections, type CondensedText } from './condensing-corrections.ts'

/**
 * Stores the condensed texts of one annotation beside it, as corrections of its reasoning only. The note itself is
 * unchanged. The author of the corrections is the model, on behalf of the user.
 */
export function storeCondensed(
  condensed: readonly [CondensedText, ...CondensedText[]],
  model: string,
  services: CorrectionServices,
  options: CorrectionOptions = {},
): ResultAsync<CorrectionReceipt, CorrectionError> {
  return safeTry(async function* () {
    const user = yield* authorOf(services, options)
    const drafts = condensed.flatMap((each) => condensingCorrections(each, model))
    return storeCorrections(drafts, { ...services, author: authorBy(model, user) }, options)
  })
}

/** Formats the author: `anthropic/claude-… for Ada <ada@example.com>` */
function authorBy(model: string, user: string): string {
  return `${model.replace(/[<>\s]+/gu, ' ').trim()} for ${user}`
}
