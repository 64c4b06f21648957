import { expect, test } from 'vitest'
import { needsSubject } from './needs-subject.ts'

test.each([
  ['It seems to be a touch faster.', true],
  ['All in the name of a safe read.', true],
  ['Enables a more gradual change.', true],
  ['Needed for the reader.', true],
  ['The new flag is off by default.', true],
  ['With this option, readers wait.', true],
  ['The reader must wait, because the lock is taken.', false],
  ['It is hard to read without a lock.', false],
  ['Adds a lock for readers.', false],
  ['Use a lock to keep readers out.', false],
])('"%s": %j', (text, leans) => {
  expect(needsSubject(text)).toBe(leans)
})
