import type { PlaceEcho, Remedy } from '@chronicle/schema'
import type { RemedyStyle } from '../contracts/formatter.ts'
import { placeCommand, stateOption } from '../queries/place-command.ts'
import { neutralise } from '../format/neutralise-text.ts'
import { quoteWord } from './quote-word.ts'

/** The question that was asked, as far as a remedy needs it. */
export interface AskedQuestion {
  /** Words after `git chronicle`, without a budget. */
  readonly command: readonly string[]
  /** Absent where the question is about no single place. */
  readonly place?: PlaceEcho
}

/** A remedy as text for whoever asked; `undefined` in the style `none`. */
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

/** `max_tokens: 1200`, or `chronicle_history about the same place`. */
function argumentText({ query, option, value = true }: Remedy): string {
  const argument = option === undefined ? '' : `${snakeCase(option)}: ${neutralise(JSON.stringify(value))}`
  if (query === undefined) return argument
  return `chronicle_${query} about the same place${argument === '' ? '' : ` with ${argument}`}`
}

/** `--max-tokens 1200`; `undefined` where another command is meant, or none of its options. */
function optionText({ query, option, value = true }: Remedy): string | undefined {
  if (query !== undefined || option === undefined) return undefined
  return optionWords(option, value).map(quoteWord).join(' ')
}

/** `git chronicle read src/a.rs connect --max-tokens 1200`, for a POSIX shell. */
function commandText({ query, option, value = true }: Remedy, { command, place }: AskedQuestion): string {
  // An anchor is a word of a command, and no option.
  if (query !== undefined && place !== undefined && option === 'anchor')
    return commandText({ query }, { command, place: { ...place, anchor: `${value}` } })
  const words = query === undefined || place === undefined ? command : placeCommand(query, place)
  return ['git', 'chronicle', ...withOption(words, option, value)].map(quoteWord).join(' ')
}

/** The words with the option set, in place of another value that it has. */
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

/** The words without an option that is to be set, and the value that it has. */
function without(set: readonly string[], words: readonly string[]): readonly string[] {
  const before = words.indexOf(set[0] ?? '')
  return before < 0 ? words : words.toSpliced(before, set.length)
}

/** The words without the state that they ask about, which is said in one of two ways. */
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
