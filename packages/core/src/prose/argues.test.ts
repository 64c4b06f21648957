import { describe, expect, it } from 'vitest'
import { argues } from './argues.ts'
import { parseMessage } from './parse-message.ts'

describe('a message argues', () => {
  it.each([
    'The reader hangs on a slow peer. Wait for the peer in a thread instead.',
    '* The lock is held too long because of the scan.\n* Readers must not wait for it.',
  ])('with %j', (body) => {
    expect(argues(parseMessage(`Subject\n\n${body}`))).toBe(true)
  })

  it.each([
    '',
    'The reader hangs on a slow peer.',
    'Add a flag. Add a test for the flag.',
    'Thanks to Ada for all. See #12.',
  ])('not with %j', (body) => {
    expect(argues(parseMessage(`Subject\n\n${body}`))).toBe(false)
  })
})
