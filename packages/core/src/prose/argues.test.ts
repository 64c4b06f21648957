import { describe, expect, it } from 'vitest'
import { argues } from './argues.ts'
import { parseMessage } from './parse-message.ts'

describe('a message argues', () => {
  it.each([
    'The reader hangs on a slow peer. Wait for the peer in a thread instead.',
    '## Problem\n\nAn aborted upload leaves bytes in the socket.\n\n## Solution\n\nDestroy the socket.',
    'BREAKING CHANGE: `close()` takes as long as the slowest request.',
    '* The lock is held too long because of the scan.\n* Readers must not wait for it.',
  ])('with %j', (body) => {
    expect(argues(parseMessage(`Subject\n\n${body}`))).toBe(true)
  })

  it.each([
    '',
    'The reader hangs on a slow peer.',
    '## Problem\n\nSee #12.',
    'Add a flag. Add a test for the flag.',
    'This adds a flag for the walker. The flag is off by default. We now pass it to the reader.',
    'Thanks to Ada for all. See #12.',
  ])('not with %j', (body) => {
    expect(argues(parseMessage(`Subject\n\n${body}`))).toBe(false)
  })
})
