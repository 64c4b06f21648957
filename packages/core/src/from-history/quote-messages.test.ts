import { expect, test } from 'vitest'
import { quoteMessages } from './quote-messages.ts'

const RULE = 'The lock must be taken first, because the watcher reads the file at once.'
const OTHER = 'A timeout is rejected on purpose, since callers would retry for ever.'

function texts(messages: readonly string[]): readonly (readonly string[])[] {
  return quoteMessages(messages).map(({ passages }) => passages.map(({ text }) => text))
}

test('what two messages say is said by the first', () => {
  expect(texts([`Lock\n\n${RULE}`, `Lock again\n\n${RULE}\n\n${OTHER}`])).toEqual([[RULE], [OTHER]])
})

test('a sentence that says nothing about why is no passage', () => {
  expect(texts([`Lock\n\nThanks to everyone! Some cleanup.`])).toEqual([[]])
})

test('a sentence that only says that code was tidied, or a change log extended, is no passage', () => {
  expect(
    texts([`Lock\n\nAdjust the code\n\n- Unnecessary definition of variable\n- fix: added history.md entry`]),
  ).toEqual([[]])
})

test('what the subject says is not said again', () => {
  expect(texts([`${RULE.slice(0, -1)}\n\n${RULE}`])).toEqual([[]])
})

test('a subject that was there before is marked, with another number of a pull request too', () => {
  const subjects = ['Lock the file (#1)', 'Read the file', 'Lock the file (#2)']
  expect(quoteMessages(subjects).map(({ isRepeated }) => isRepeated)).toEqual([false, false, true])
})

test('items of a list that say that texts or a version were changed are no passages', () => {
  const list = `- update the docs\n- bump version to 2.0\n- Docs say that it must be locked, because it fails otherwise`
  expect(texts([`Lock\n\n${list}\n- Wait for the lock to be free`])).toEqual([
    ['- Docs say that it must be locked, because it fails otherwise', '- Wait for the lock to be free'],
  ])
})
