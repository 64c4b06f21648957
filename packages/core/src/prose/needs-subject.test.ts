import { expect, test } from 'vitest'
import { needsSubject, stateOnlyProblem } from './needs-subject.ts'

test.each([
  ['It seems to be a touch faster.', true],
  ['All in the name of a safe read.', true],
  ['Enables a more gradual change.', true],
  ['Needed for the reader.', true],
  ['The new flag is off by default.', true],
  ['With this option, readers wait.', true],
  ['For now, we only print this message once.', true],
  ['The queue appears to be a bit faster.', true],
  ['The queue is faster than the list.', false],
  ['The reader must wait, because the lock is taken.', false],
  ['It is hard to read without a lock.', false],
  ['Adds a lock for readers.', false],
  ['Use a lock to keep readers out.', false],
  ['This change fixes that.', true],
  ['- restify and _restify_fast\n- stringify', true],
  ['- Stop at the first file that is found', false],
])('"%s": %j', (text, leans) => {
  expect(needsSubject(text)).toBe(leans)
})

test.each([
  [['The reader crashes on empty files.', 'It was seen on Windows.'], true],
  [['The reader crashes on empty files.', 'Now it returns no lines.'], false],
  [['The reader keeps the lock.'], false],
])('whether only the subject of %j says what was done: %j', (texts, isOnly) => {
  expect(stateOnlyProblem(texts)).toBe(isOnly)
})
