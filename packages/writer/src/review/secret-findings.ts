import { ok, safeTry, type CommitId, type Region, type ResultAsync } from '@chronicle/schema'
import { redactWith, type CallOptions, type RedactError, type Redactor } from '@chronicle/core/contracts'
import type { RecordedNote } from '@chronicle/core/review'
import { textsOf } from '../agent/texts-of.ts'
import type { FoundProblem } from './finding-list.ts'
import { chronicleCommand, placeOf } from './correction-commands.ts'

/**
 * Finds text in stored notes that looks like a secret, even where it was retracted, because retracting removes nothing.
 * Never repeats the secret.
 */
export function secretFindings(
  notes: ReadonlyMap<CommitId, RecordedNote>,
  redactor: Redactor,
  call: CallOptions,
): ResultAsync<readonly FoundProblem[], RedactError> {
  return safeTry(async function* () {
    const texts: string[] = []
    const places: { readonly commit: CommitId; readonly region?: Region }[] = []
    for (const [commit, { annotation, regions: corrected }] of notes) {
      if (annotation === undefined) continue
      const { regions, ...rest } = annotation
      for (const [position, region] of regions.entries()) {
        texts.push(textsOf([region, corrected[position]?.region.corrections ?? []]).join('\n'))
        places.push({ commit, region })
      }
      texts.push(textsOf(rest).join('\n'))
      places.push({ commit })
    }
    if (texts.length === 0) return ok([])
    const redacted = await redactWith(redactor, texts, call)
    return redacted.map((results) =>
      results.flatMap(({ secrets }, index): readonly FoundProblem[] => {
        const place = places[index]
        if (place === undefined || secrets.length === 0) return []
        const { commit, region } = place
        const rules = [...new Set(secrets.map(({ rule }) => rule))].join(', ')
        const message = `It holds what looks like a secret (${rules}). Withdraw the secret itself, too. The command reads it from its stdin.`
        const at = region === undefined ? { commit } : placeOf(commit, region)
        return [
          { kind: 'secret_in_note', ...at, message, fix: chronicleCommand('scrub', '--text', '-', '--commit', commit) },
        ]
      }),
    )
  })
}
