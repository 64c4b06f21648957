import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findRestatement, type RestatementSources } from './find-restatement.ts'
import { anyCodePoint } from '@chronicle/testing'

const SUBJECT = 'fix(mqtt): retry connect with backoff'
const CHANGED = [
  'src/mqtt/client.ts',
  'export async function connect(host: string, maxRetries = 5): Promise<Socket> {',
  '  // The broker drops idle connections after half an hour.',
  '  const delay = backoff(attempt) // doubles',
  '  await sleep(delay)',
]
const SOURCES: RestatementSources = { subject: SUBJECT, changed: CHANGED }

describe('findRestatement', () => {
  it.each([
    ['Retries the connect call with a backoff.', 'subject'],
    ['Adds retry and backoff to connect', 'subject'],
    ['This commit fixes connecting by retrying.', 'subject'],
    ['Adds a maxRetries parameter to the connect function of the client', 'diff'],
    ['Awaits sleep with the delay of the attempt', 'diff'],
    ['Calls backoff and sleeps for the delay between attempts instead of a socket promise', 'diff'],
    ['Updates the code', 'nothing'],
    ['Refactored this function to improve the implementation.', 'nothing'],
    ['Retry because retry is needed', 'subject'],
  ])('%j says what is seen anyway: %s', (text, of) => {
    expect(findRestatement(text, SOURCES)?.of).toBe(of)
  })

  it.each([
    'The broker drops idle connections after half an hour, so a first attempt that fails says little.',
    'Brokers behind a load balancer refuse the first handshake after a failover.',
    'connect must be called before sleep, otherwise the attempt counter is stale.',
    'Chosen over a library for exponential waits: jitter would hide the ordering that the tests depend on.',
    'Without this, a restart of the cloud gateway leaves all devices offline.',
    'Der Broker trennt inaktive Verbindungen nach dreißig Minuten.',
    '代理会断开空闲连接',
  ])('%j is no restatement', (text) => {
    expect(findRestatement(text, SOURCES)).toBeUndefined()
  })

  it('takes a comment of the diff for what it is: a reason', () => {
    expect(findRestatement('Idle connections are dropped by the broker after half an hour', SOURCES)).toBeUndefined()
  })

  it.each([
    ['host is a string', true],
    ['maxRetries must be a number', true],
    ['maxRetries must never be negative', false],
    ['The host must be resolvable from the container network', false],
  ])('measures %j against the signature', (text, repeats) => {
    const signature = 'connect(host: string, maxRetries: number)'
    expect(findRestatement(text, { signature })?.of === 'signature').toBe(repeats)
  })

  it('does not take the few words of a short sentence for a repetition of a large change', () => {
    const vocabulary = Array.from(
      { length: 200 },
      (_, index) => `alpha${String.fromCharCode(97 + (index % 26))}${index}`,
    )
    const changed = [...vocabulary, 'const broker = buffer(partial)']
    expect(findRestatement('The buffer may be partial.', { changed })).toBeUndefined()
    expect(findRestatement('The buffer is partial.', { changed: changed.slice(-1) })?.of).toBe('diff')
    expect(findRestatement(vocabulary.slice(0, 9).join(' '), { changed })?.of).toBe('diff')
  })

  it('finds a restatement in whatever repeats a subject, however it is dressed', () => {
    const word = fc.constantFrom('broker', 'gateway', 'cookie', 'rotation', 'tenant', 'quota', 'ledger', 'escrow')
    const dress = fc.constantFrom('Adds ', 'This commit updates the ', 'Now handles ', 'fix: ')
    fc.assert(
      fc.property(fc.uniqueArray(word, { minLength: 1, maxLength: 6 }), dress, (words, before) => {
        const subject = `Rework ${words.join(' and ')}`
        expect(findRestatement(`${before}${words.join(', ')} functionality.`, { subject })?.of).toBe('subject')
        const own = `${words[0]} expires overnight whenever daylight saving shifts the billing window`
        expect(findRestatement(own, { subject })).toBeUndefined()
      }),
    )
  })

  it('has an answer to any text, the same every time', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCodePoint() }), fc.string(), fc.array(fc.string()), (text, subject, changed) => {
        const found = findRestatement(text, { subject, changed })
        expect(findRestatement(text, { subject, changed })).toEqual(found)
        if (found !== undefined) expect(found.overlap >= 0 && found.overlap <= 1).toBe(true)
      }),
    )
  })
})
