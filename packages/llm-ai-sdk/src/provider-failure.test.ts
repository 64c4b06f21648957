import fc from 'fast-check'
import { expect, it } from 'vitest'
import { describeFailure } from './describe-failure.ts'
import { readFailure } from './provider-failure.ts'

const read = (error: unknown) => readFailure(error, (text) => text)
const coded = (message: string, code: string, cause?: unknown) => Object.assign(new Error(message, { cause }), { code })

it.each([
  [coded("Cannot find package '@ai-sdk/openai'", 'ERR_MODULE_NOT_FOUND'), 'no_package', false, false],
  [new TypeError('fetch failed', { cause: coded('getaddrinfo', 'ENOTFOUND') }), 'unreachable', false, false],
  [new TypeError('fetch failed', { cause: coded('expired', 'CERT_HAS_EXPIRED') }), 'unreachable', false, false],
  [new TypeError('fetch failed', { cause: coded('other side closed', 'UND_ERR_SOCKET') }), 'broken_off', true, true],
  [
    new TypeError('fetch failed', { cause: new AggregateError([coded('connect', 'ECONNREFUSED')]) }),
    'unreachable',
    false,
    false,
  ],
  [new TypeError('fetch failed', { cause: coded('try again', 'EAI_AGAIN') }), 'unreachable', true, false],
  [new TypeError('fetch failed', { cause: coded('too slow', 'UND_ERR_CONNECT_TIMEOUT') }), 'unreachable', true, false],
  [new TypeError('terminated'), 'broken_off', true, true],
  [{ type: 'overloaded_error', message: 'Overloaded' }, 'overloaded', true, false],
  [{ code: 'rate_limit_exceeded', message: 'slow down' }, 'rate_limited', true, false],
  [{ code: 503, message: 'busy' }, 'overloaded', true, false],
  ['a word', 'failed', false, true],
  [undefined, 'failed', false, true],
])('%o: %s', (error, kind, retryable, mayBeCharged) => {
  expect(read(error)).toMatchObject({ kind, retryable, mayBeCharged })
})

it('follows causes that go in circles', () => {
  const error = new Error('round')
  error.cause = error
  expect(read(error).kind).toBe('failed')
})

it('understands something of anything, and has a message for it', () => {
  const settings = { provider: 'openai', model: 'm', baseUrl: 'http://h/v1', headers: {}, keySource: 'K' } as const
  const key = fc.constantFrom(
    'message',
    'type',
    'code',
    'statusCode',
    'responseHeaders',
    'responseBody',
    'data',
    'cause',
  )
  fc.assert(
    fc.property(fc.oneof(fc.anything(), fc.dictionary(key, fc.anything())), (error) => {
      const { message, code } = describeFailure(read(error), settings, { attempts: 1, timeoutMs: 1 })
      expect(message).toMatch(/\.$/)
      expect(code).toMatch(/^(model_|context_)/)
    }),
  )
})
