import { expect, test } from 'vitest'
import { addToPending, withoutRecorded } from './change-pending.ts'
import type { PendingContext } from './pending-context.ts'

const said: PendingContext = {
  author: { tags: [], rejected: [], notes: [{ text: 'Never waits.' }], squashSources: [] },
  createdAt: 1,
  expiresAt: 2,
}
const nothing: PendingContext = { ...said, author: { ...said.author, notes: [] } }

const say = (before: PendingContext): PendingContext => addToPending(before, said)
const notesOf = ({ author }: PendingContext): readonly string[] => author.notes.map(({ text }) => text)

test('a note that is said again while a commit takes the first stays for the next', () => {
  const first = say(nothing)
  const second = withoutRecorded(say(first), first)
  expect(notesOf(second)).toEqual(['Never waits.'])
  expect(notesOf(withoutRecorded(second, second))).toEqual([])
})

test('a note that is said for a third time while two commits are recorded stays for the third', () => {
  const first = say(nothing)
  const second = say(first)
  const third = say(withoutRecorded(second, first))
  expect(notesOf(withoutRecorded(third, second))).toEqual(['Never waits.'])
})
