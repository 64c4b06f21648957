import { groupSentences, parseMessage, passagesText } from '@chronicle/core/prose'
import { expect, test } from 'vitest'
import { leadingParagraphs } from './leading-paragraphs.ts'

const BODY = 'The pool waits. Nobody reads.\n\nReaders are many.\n\nWriters are few. They are slow.'
const passages = groupSentences(parseMessage(`Read more\n\n${BODY}`).blocks)

test.each([
  [BODY.length, BODY],
  [BODY.length - 1, 'The pool waits. Nobody reads.\n\nReaders are many.'],
  [40, 'The pool waits. Nobody reads.'],
  [20, 'The pool waits.'],
  [10, ''],
])('in %d characters', (max, text) => {
  expect(passagesText(leadingParagraphs(passages, max))).toBe(text)
})
