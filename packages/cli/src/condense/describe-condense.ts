import type { CondensedTexts, CondenseReceipt } from '@chronicle/schema'
import type { ReceiptEntry, ReceiptPage } from '../correct/format-receipt.ts'
import { oneLine } from '../host/one-line.ts'
import { counted } from '../host/counted.ts'

/** Describes the result of condensing, for people. */
export function describeCondense(receipt: CondenseReceipt): ReceiptPage {
  const { commits, stopped, totals, warnings } = receipt
  const entries = commits.flatMap(({ commit, places, subject = '' }): readonly ReceiptEntry[] =>
    places.map((place) => ({
      mark: place.status === 'condensed' ? '+' : place.status === 'failed' || place.status === 'refused' ? '!' : '=',
      text: oneLine(`${commit.slice(0, 12)} ${subject}: ${placeText(place)}`),
      details: detailsOf(place),
    })),
  )
  const left = totals.commits_left
  return {
    headline: headlineOf(receipt),
    entries,
    warnings: [
      ...warnings.map(({ message }) => oneLine(message)),
      ...(stopped === undefined ? [] : [oneLine(`Stopped: ${stopped.message}`)]),
      ...(left === 0
        ? []
        : [`${counted(left, 'more squashed annotation')} could be condensed: raise --limit, or start it again.`]),
    ],
  }
}

function headlineOf({ dry_run: dryRun, model, totals, usage }: CondenseReceipt): string {
  const { condensed, places, saved_tokens: saved, tokens, unasked } = totals
  if (places === 0) return 'Nothing to condense: no squashed annotation has several texts about one place.'
  if (dryRun === true) {
    return unasked === 0
      ? 'Nothing to ask a model about.'
      : `Would ask a model about ${counted(unasked, 'place')}, with about ${tokens} tokens of texts. None was asked.`
  }
  const by = `${oneLine(model ?? 'the model')} condensed the texts about ${condensed} of ${counted(places, 'place')}`
  const cost = usage?.cost_usd === undefined ? '' : `, $${usage.cost_usd.toFixed(4)}`
  const asked = usage === undefined ? '' : ` (${usage.input_tokens} tokens in, ${usage.output_tokens} out${cost})`
  return `${by}${condensed === 0 ? '' : `; answers are about ${saved} tokens shorter`}${asked}.`
}

function placeText({ anchor, file, texts, tokens }: CondensedTexts): string {
  const place = [file, anchor].filter((part) => part !== undefined).join(' — ')
  return `${place === '' ? 'the whole commit' : place}, ${counted(texts, 'text')}, about ${tokens} tokens`
}

function detailsOf({ problem, status, text, text_tokens: tokens }: CondensedTexts): readonly string[] {
  if (text !== undefined) return [`now about ${tokens ?? 0} tokens: ${oneLine(text)}`]
  if (problem === undefined) return []
  const what =
    status === 'refused' ? 'the answer was refused, the texts stay' : status === 'skipped' ? 'left' : 'failed'
  return [oneLine(`${what} [${problem.code}]: ${problem.message}`)]
}
