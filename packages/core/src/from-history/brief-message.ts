import { firstPassages } from '../answer/fold-text.ts'
import { choosePassages } from '../prose/choose-passages.ts'
import { passagesText } from '../prose/group-sentences.ts'
import { parseMessage } from '../prose/parse-message.ts'

/**
 * Shortens a commit message to its most valuable passages, whole and in the original order. `most`: maximum length in
 * characters. If no passage is that short, the first paragraph is kept.
 */
export function briefMessage(subject: string, message: string, most: number): string {
  if (message.length <= most) return message
  const parsed = parseMessage(`${subject}\n\n${message}`)
  const [chosen = []] = choosePassages([parsed], ([passages = []]) => passagesText(passages).length <= most)
  return chosen.length === 0 ? firstPassages(message, most) : `${passagesText(chosen)} […]`
}
