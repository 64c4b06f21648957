import { expect, test } from 'vitest'
import { continuesSubject } from './continues-subject.ts'
import { groupSentences } from './group-sentences.ts'
import { parseMessage } from './parse-message.ts'

test.each([
  ['Lock the file', 'so that it is not read at once', true],
  ['Lock the file', 'with a lock of its own.\n\nIt waits.', true],
  ['Lock the file', 'that caused an error of the watcher', true],
  ['Lock the file', 'if it is read at once', true],
  ['Lock the file', 'if it is read at once, the watcher fails', false],
  ['Lock the file', 'for example when it is read at once', false],
  ['Lock the file', 'the watcher reads it at once', false],
  ['Lock the file.', 'so that it is not read at once', false],
  ['Lock the file', '- so that it is not read at once', false],
  ['Lock the file. The watcher', 'reads it at once', true],
  ['Lock the file for each reader of', 'the text or its title.', true],
  ['Lock the file for each reader of', 'The text is read at once.', false],
  ['Explain how-to', 'the watcher reads it at once', false],
])('"%s" and "%s": %j', (subject, body, goesOn) => {
  const [first] = groupSentences(parseMessage(`${subject}\n\n${body}`).blocks)
  expect(first && continuesSubject(subject, first)).toBe(goesOn)
})
