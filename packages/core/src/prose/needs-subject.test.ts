import { expect, test } from 'vitest'
import { needsSubject, onlySubjectDecides } from './needs-subject.ts'

test.each([
  ['It seems to be a touch faster.', true],
  ['All in the name of a safe read.', true],
  ['Enables a more gradual change.', true],
  ['Needed for the reader.', true],
  ['The new flag is off by default.', true],
  ['With this option, readers wait.', true],
  ['For now, we only print this message once.', true],
  ['The reader must wait, because the lock is taken.', false],
  ['It is hard to read without a lock.', false],
  ['Adds a lock for readers.', false],
  ['Use a lock to keep readers out.', false],
  ['This change fixes that.', true],
  ['Reading returns the same value as before.', false],
])('"%s": %j', (text, leans) => {
  expect(needsSubject(text)).toBe(leans)
})

const CRASH = 'The reader crashes on empty files.'

test.each<[string, readonly string[], boolean]>([
  ['reader: skip empty files', [CRASH, 'This can happen on Windows.'], true],
  ['Skip empty files', [CRASH, 'Now it returns no lines.'], false],
  ['Skip empty files', [CRASH, 'Empty files are skipped.'], false],
  ['Skip empty files', ['The reader keeps the lock.'], false],
  ['Fix #12: crash on empty files', [CRASH], false],
  ['Crash on empty files', [CRASH], false],
])('"%s" decides what %j does not: %j', (subject, texts, isOnly) => {
  expect(onlySubjectDecides(subject, texts)).toBe(isOnly)
})
