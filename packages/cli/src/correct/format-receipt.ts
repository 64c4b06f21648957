import type { ReceiptFormatOptions } from '../host/print-receipt.ts'
import { createPaint } from '../host/paint.ts'
import type { CorrectionReceipt, RecordedAgain, ScrubReceipt, StoredCorrection } from '@chronicle/core/corrections'
import { quoteWord } from '@chronicle/core/review'
import type { CorrectionPlace } from '@chronicle/schema'
import { oneLine } from '../host/one-line.ts'
import { counted } from '../host/counted.ts'

/** A receipt ready for rendering. Each text is one line. */
export interface ReceiptPage {
  readonly headline: string
  readonly entries: readonly ReceiptEntry[]
  readonly warnings: readonly string[]
}

/** A change that was made or would be made. */
export interface ReceiptEntry {
  readonly mark: '+' | '=' | '!'
  readonly text: string
  readonly details: readonly string[]
}

/** Describes the result of a correction. */
export function describeCorrections(receipt: CorrectionReceipt): ReceiptPage {
  const added = receipt.corrections.filter((each) => each.known !== true).length
  const verb = receipt.dry_run ? 'Would record' : 'Recorded'
  const headline =
    receipt.status === 'unchanged'
      ? `Nothing new: ${receipt.notes_ref} has this already.`
      : `${verb} ${counted(added, 'correction')} in ${receipt.notes_ref}.`
  return {
    headline,
    entries: receipt.corrections.flatMap((each) => [
      {
        mark: each.known ? '=' : '+',
        text: oneLine(`${each.commit.slice(0, 12)} ${describeCorrection(each)}`),
        details: each.regions.map(({ file, anchor, intent, id }) => {
          const place = [file, anchor].filter((part) => part !== undefined).join('  ') || 'the whole commit'
          return oneLine(`${id === undefined ? '' : `[${id}] `}${place}: ${intent}`)
        }),
      },
      ...(each.also_on ?? []).map((again): ReceiptEntry => ({
        mark: '!',
        text: oneLine(`${again.commit.slice(0, 12)} says the same and is not corrected. To correct it as well:`),
        details: [commandFor(each, again).map(quoteWord).join(' ')],
      })),
    ]),
    warnings: receipt.warnings.map(({ message }) => oneLine(message)),
  }
}

/** Describes what was scrubbed and what remains to be done. */
export function describeScrub(receipt: ScrubReceipt): ReceiptPage {
  const verb = receipt.dry_run ? 'Would replace' : 'Replaced'
  const headline =
    receipt.status === 'nothing_found'
      ? 'Nothing found in any note or any former state of a note.'
      : `${verb} ${counted(receipt.refs.length, 'ref')}, each by one commit without history.`
  const refs = receipt.refs.map((ref): ReceiptEntry => ({
    mark: '+',
    text: ref.notes_ref + (ref.in_history ? ' (in its history alone)' : ''),
    details: ref.notes.map(({ commit, occurrences, removed }) => {
      return `${commit.slice(0, 12)}: ${counted(occurrences, 'occurrence')}${removed ? ', nothing is left of the note' : ''}`
    }),
  }))
  const also = receipt.also_on ?? []
  const others: readonly ReceiptEntry[] =
    also.length === 0
      ? []
      : [
          {
            mark: '!',
            text: `${counted(also.length, 'commit')} still with the same: ${also.map((id) => id.slice(0, 12)).join(', ')}`,
            details: [
              '--copies drops regions with the same words too; --text without --commit takes a text out everywhere',
            ],
          },
        ]
  const remaining = receipt.remaining.map(({ message, command }): ReceiptEntry => ({
    mark: '!',
    text: oneLine(message),
    details: command === undefined ? [] : [oneLine(command)],
  }))
  return {
    headline,
    entries: [...refs, ...others, ...remaining],
    warnings: receipt.warnings.map(({ message }) => oneLine(message)),
  }
}

/** Renders a page for a terminal or as markdown. */
export function renderReceipt(
  page: ReceiptPage,
  { format, colour }: ReceiptFormatOptions<'pretty' | 'markdown'>,
): string {
  const paint = createPaint(colour)
  const lines =
    format === 'markdown'
      ? [
          page.headline,
          ...(page.entries.length + page.warnings.length > 0 ? [''] : []),
          ...page.entries.flatMap(({ text, details }) => [`- ${text}`, ...details.map((detail) => `  - ${detail}`)]),
          ...page.warnings.map((warning) => `- **Warning:** ${warning}`),
        ]
      : [
          page.headline,
          ...page.entries.flatMap(({ mark, text, details }) => [
            `  ${paint(COLOURS[mark], mark)} ${text}`,
            ...details.map((detail) => `      ${detail}`),
          ]),
          ...page.warnings.map((warning) => `  ${paint('yellow', 'warning:')} ${warning}`),
        ]
  return `${lines.join('\n')}\n`
}

const COLOURS = { '+': 'green', '=': 'gray', '!': 'yellow' } as const

/** Formats a correction: `remove constraints "x" by 3f2a1c9d0000: reason (author)`. */
function describeCorrection({ correction }: StoredCorrection): string {
  const text = (key: string): string => (typeof correction[key] === 'string' ? correction[key] : '')
  const parts = [
    text('correction_type'),
    text('field'),
    text('target_value') && `"${text('target_value')}"`,
    text('replacement') && `→ "${text('replacement')}"`,
    text('superseded_by') && `by ${text('superseded_by').slice(0, 12)}`,
    describePlace(correction['place']),
  ]
  return `${parts.filter((part) => part !== '').join(' ')}: ${text('reason')} (${text('author')})`
}

/** Returns the command that makes the same correction of the same claim on another commit. */
function commandFor({ correction }: StoredCorrection, { commit, id, target_value: value }: RecordedAgain): string[] {
  const text = (key: string): string => (typeof correction[key] === 'string' ? correction[key] : '')
  const type = text('correction_type')
  const option = (name: string, given: string): readonly string[] => (given === '' ? [] : [`--${name}`, given])
  const change = type === 'amend' ? option('amend', value ?? '') : option('remove', value ?? '')
  return [
    ...['git', 'chronicle', type === 'remove' || type === 'amend' ? 'correct' : type, commit.slice(0, 12)],
    ...option('id', id ?? ''),
    ...option('field', text('field')),
    ...change,
    ...option('with', text('replacement')),
    ...option('by', text('superseded_by').slice(0, 12)),
    ...option('reason', text('reason')),
  ]
}

/** Formats a place: `to src/b.ts:10-20 connect`. */
function describePlace(place: unknown): string {
  if (typeof place !== 'object' || place === null) return ''
  const { file, ast_anchor: anchor, lines } = place as CorrectionPlace
  const range = lines === undefined ? '' : `:${lines.start}-${lines.end}`
  return `to ${file}${range}${anchor === undefined ? '' : ` ${anchor.name}`}`
}
