import { ok, safeTry, type Correction, type Diagnostic, type ResultAsync } from '@chronicle/schema'
import { secretNotice } from '../annotate/redact-annotation.ts'
import type { CallOptions } from '../contracts/call-options.ts'
import { redactWith } from '../contracts/redact-with.ts'
import type { RedactError, Redactor } from '../contracts/redactor.ts'
import type { DraftCorrection } from './draft-correction.ts'

/** Corrections after redaction, with diagnostics for their author. */
interface RedactedDrafts {
  readonly drafts: readonly DraftCorrection[]
  readonly notices: readonly Diagnostic[]
}

/** The free-text fields. All others are names, or repeat content of the note. */
const FREE_TEXT_FIELDS = ['reason', 'replacement', 'target_value'] as const

/**
 * Redacts secrets in corrections. If the value to correct is itself a secret, the correction no longer names it, so it
 * stays in the annotation until `scrub` removes it.
 */
export function redactDrafts(
  drafts: readonly DraftCorrection[],
  redactor: Redactor | undefined,
  options: CallOptions,
): ResultAsync<RedactedDrafts, RedactError> {
  return safeTry(async function* () {
    if (redactor === undefined) return ok({ drafts, notices: [] })
    const texts = drafts.flatMap(({ correction }) => FREE_TEXT_FIELDS.map((key) => correction[key] ?? ''))
    const redacted = yield* redactWith(redactor, texts, options)
    const notices: Diagnostic[] = []
    const clean = drafts.map(({ correction, ...draft }, number): DraftCorrection => {
      const changed: Partial<Record<(typeof FREE_TEXT_FIELDS)[number], string>> = {}
      for (const [position, key] of FREE_TEXT_FIELDS.entries()) {
        const { text, secrets } = redacted[number * FREE_TEXT_FIELDS.length + position] ?? { text: '', secrets: [] }
        if (correction[key] === undefined || secrets.length === 0) continue
        changed[key] = text
        notices.push(...secrets.map((secret) => secretNotice(secret, draft.commit)))
        if (key === 'target_value') notices.push(scrubNotice(draft.commit))
      }
      return { ...draft, correction: { ...correction, ...changed } satisfies Omit<Correction, 'author' | 'timestamp'> }
    })
    return ok({ drafts: clean, notices })
  })
}

function scrubNotice(commit: DraftCorrection['commit']): Diagnostic {
  const message =
    'The value to correct looks like a secret, so it was not repeated and stays where it is. Take it out with: git chronicle scrub --text -'
  return { code: 'secret_redacted', severity: 'warning', message, commit }
}
