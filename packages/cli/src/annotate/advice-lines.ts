import type { Advice, AdvisedCorrection } from '@chronicle/schema'
import { oneLine } from '../host/one-line.ts'
import { quoteWord } from '@chronicle/core/review'
import type { Paint } from '../host/paint.ts'

/** Longer values are not repeated in a command: whoever corrects it copies them from the note. */
const LONGEST_VALUE = 200

/** Advice with the command that acts on it, for people and agents alike. */
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

/** The command that takes the words out; an intent gets others in their place, because a region has one. */
export function correctCommand({ commit, file, anchor, field, value }: AdvisedCorrection, reason: string): string {
  const named = value.length > LONGEST_VALUE ? 'VALUE' : value
  const words = [
    ...['git', 'chronicle', 'correct', commit.slice(0, 12), '--file', file],
    ...(anchor === undefined ? [] : ['--region', anchor]),
    ...['--field', field],
    ...(field === 'intent' ? ['--amend', named, '--with', 'WHY_IT_IS_SO'] : ['--remove', named]),
    ...['--reason', reason],
  ]
  return words.map(quoteWord).join(' ')
}
