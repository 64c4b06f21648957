import type { Advice, AdvisedCorrection } from '@chronicle/schema'
import { oneLine } from '../host/one-line.ts'
import { quoteWord } from '@chronicle/core/review'
import type { Paint } from '../host/paint.ts'

/** Maximum length of a value that is repeated in a command. Longer ones can be copied from the note. */
const MAX_VALUE_LENGTH = 200

/** Returns advice with the command that acts on it, for people and agents alike. */
export function adviceLines(advice: readonly Advice[], paint: Paint): readonly string[] {
  return advice.flatMap(({ message, correct, kind }) => [
    `  ${paint('cyan', 'look again:')} ${oneLine(message)}`,
    ...(correct === undefined ? [] : [`      ${correctCommand(correct, REASONS[kind])}`]),
  ])
}

const REASONS: Readonly<Record<Advice['kind'], string>> = {
  repeats_change: 'Repeats the change',
  recorded_already: 'Recorded already',
  constraint_in_doubt: 'WHY',
}

/** Returns the command that removes the words. An intent is replaced instead, because a region must have one. */
export function correctCommand({ commit, file, anchor, field, value }: AdvisedCorrection, reason: string): string {
  const named = value.length > MAX_VALUE_LENGTH ? 'VALUE' : value
  const words = [
    ...['git', 'chronicle', 'correct', commit.slice(0, 12), '--file', file],
    ...(anchor === undefined ? [] : ['--region', anchor]),
    ...['--field', field],
    ...(field === 'intent' ? ['--amend', named, '--with', 'WHY_IT_IS_SO'] : ['--remove', named]),
    ...['--reason', reason],
  ]
  return words.map(quoteWord).join(' ')
}
