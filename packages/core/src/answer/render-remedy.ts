import type { PlaceEcho, Remedy } from '@chronicle/schema'
import type { RemedyStyle } from '../contracts/formatter.ts'
import { placeCommand, stateOption } from '../queries/place-command.ts'
import { neutralise } from '../format/neutralise-text.ts'
import { quoteWord } from '../text/quote-word.ts'

/** The original question, as far as a remedy needs it. */
export interface AskedQuestion {
  /** The words after `git chronicle`, without a budget. */
  readonly command: readonly string[]
  /** Absent if the question is not about a single place. */
  readonly place?: PlaceEcho
}

/** Formats a remedy. Returns `undefined` in the style `none`. */
export function renderRemedy(remedy: Remedy, style: RemedyStyle, asked: AskedQuestion): string | undefined {
  switch (style) {
    case 'none':
      return undefined
    case 'argument':
      return argumentText(remedy)
    case 'option':
      return optionText(remedy) ?? commandText(remedy, asked)
    case 'command':
      return commandText(remedy, asked)
  }
}

/** Formats tool arguments: `max_tokens: 1200`, or `chronicle_history about the same place`. */
function argumentText({ query, option, value = true }: Remedy): string {
  const argument = option === undefined ? '' : `${snakeCase(option)}: ${neutralise(JSON.stringify(value))}`
  if (query === undefined) return argument
  // An anchor takes the place of lines.
  const place = option === 'anchor' ? 'file' : 'place'
  return `chronicle_${query} about the same ${place}${argument === '' ? '' : ` with ${argument}`}`
}

/** Formats an option: `--max-tokens 1200`. Returns `undefined` if the remedy is another command, or not an option. */
function optionText({ query, option, value = true }: Remedy): string | undefined {
  if (query !== undefined || option === undefined) return undefined
  return optionWords(option, value).map(quoteWord).join(' ')
}

/** Formats a command line for a POSIX shell: `git chronicle read src/a.rs connect --max-tokens 1200`. */
function commandText({ query, option, value = true }: Remedy, { command, place }: AskedQuestion): string {
  // An anchor is a positional argument, not an option, and takes the place of lines.
  if (query !== undefined && place !== undefined && option === 'anchor') {
    const { lines: _, ...file } = place
    return commandText({ query }, { command, place: { ...file, anchor: `${value}` } })
  }
  const words = query === undefined || place === undefined ? command : placeCommand(query, place)
  return ['git', 'chronicle', ...withOption(words, option, value)].map(quoteWord).join(' ')
}

/** Sets an option in a command line and replaces its previous value. */
function withOption(
  words: readonly string[],
  option: string | undefined,
  value: NonNullable<Remedy['value']>,
): readonly string[] {
  if (option === undefined) return words
  const set = optionWords(option, value)
  const end = words.indexOf('--')
  const options = end < 0 ? words : words.slice(0, end)
  const others = option === 'at' ? withoutState(options) : without(set, options)
  return [...others, ...set, ...(end < 0 ? [] : words.slice(end))]
}

/** Removes an option that is to be set, with its value. */
function without(set: readonly string[], words: readonly string[]): readonly string[] {
  const before = words.indexOf(set[0] ?? '')
  return before < 0 ? words : words.toSpliced(before, set.length)
}

/** Removes the state of the question, which has two forms. */
function withoutState(words: readonly string[]): readonly string[] {
  return without(['--at', ''], words).filter((word) => !word.startsWith('--rev='))
}

function optionWords(option: string, value: NonNullable<Remedy['value']>): readonly string[] {
  if (option === 'at') return stateOption(`${value}`)
  const flag = `--${option.replace(/[A-Z]/gu, (letter) => `-${letter.toLowerCase()}`)}`
  return value === true ? [flag] : [flag, `${value}`]
}

function snakeCase(option: string): string {
  return option.replace(/[A-Z]/gu, (letter) => `_${letter.toLowerCase()}`)
}
