import { processorTime } from '@chronicle/testing'
import { expect, it } from 'vitest'
import { firstSentence } from './first-sentence.ts'

it.each([
  ['/** Opens the door. Closes it, too. */', 'Opens the door.'],
  ['/**\n * Opens the\n * door\n */', 'Opens the door'],
  ['"""Opens the door.\n\n    Args:\n        door: it.\n    """', 'Opens the door.'],
  ['/// Opens the door! Loudly.', 'Opens the door!'],
  ['# Opens v1.2 of the door. Not v1.3.', 'Opens v1.2 of the door.'],
  ['// Öffnet die Tür', 'Öffnet die Tür'],
])('of %j is "%s"', (comment, sentence) => {
  expect(firstSentence(comment)).toBe(sentence)
})

it.each(['// ----', '/***/', '"""  """', '# 1'])('of %j is nothing', (comment) => {
  expect(firstSentence(comment)).toBeUndefined()
})

it('is cut where it has no end', () => {
  const sentence = firstSentence(`// ${'word '.repeat(100)}`) ?? ''
  expect(sentence.length).toBeLessThanOrEqual(160)
  expect(sentence.endsWith('…')).toBe(true)
})

it('reads blank lines of any number', () => {
  const comment = `/**${' \n'.repeat(100_000)} * Opens it. */`
  expect(firstSentence(comment)).toBe('Opens it.')
  expect(processorTime(() => firstSentence(comment))).toBeLessThan(2_000)
})
