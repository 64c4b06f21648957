import { expect, it } from 'vitest'
import { parseMessage } from '@chronicle/core/prose'
import { isProgramText } from './program-text.ts'
import { readRemark } from './classified-remark.ts'
import { spokenText } from './spoken-text.ts'

/** Maximum length of a remark on the hosts. */
const LENGTH = 60_000

const author = { name: 'ana', program: false }

/* Patterns that try every start with every end would take minutes, so the tests would time out. */
it.each([
  '\n',
  '*\n',
  ' ',
  '\t',
  '>\n',
  '_',
  '?',
  '-',
  '(',
  '=',
  '`',
  '~~~\n',
  'a-',
  '1.',
  'http://',
  '1,',
  '|1',
  '1 ms ',
  '<!--',
])('a remark of nothing but %j is read to its end, and has no reason', (part) => {
  const text = `${part.repeat(LENGTH / part.length)}b`
  expect(isProgramText(text)).toBe(false)
  expect(spokenText(text).length).toBeLessThanOrEqual(text.length)
  expect(readRemark({ author, at: 0, url: 'https://example.org/1', text })?.reason).toBeUndefined()
  expect(parseMessage(`Subject\n\n${text}`).blocks.every((block) => block.text.length <= text.length)).toBe(true)
})

/* A hundred times what a host takes: a text read in a time that grows with its square would take minutes. */
it.each([
  ['<!--', ''],
  ['<!-- start -->', ''],
  ['<!-- start ', '-->'],
  ['<details ', ''],
  ['<details>', '</details>'],
])('marks of parts to leave out, %j and then %j, are read once', (open, close) => {
  const count = (50 * LENGTH) / open.length
  expect(spokenText(`Mine. ${open.repeat(count)}${close.repeat(count)}`)).toMatch(/^Mine\./)
})
