import { processorTime } from '@chronicle/testing'
import { describe, expect, test } from 'vitest'
import { statesBehaviour } from './states-behaviour.ts'

describe('titles in quotes', () => {
  test.each([
    'throws if an invalid argument is passed',
    'should not include Accept-Ranges',
    'does not destroy completed requests',
    'return an empty list when nothing matches',
    '`path` and `search` are mutually exclusive',
    'followRedirect runs before redirect body decompression',
    'rejects expired tokens',
    'still works without a working directory',
    'test that the cache is dropped on reload',
  ])('%s', (title) => {
    expect(statesBehaviour(title, false)).toBe(true)
  })

  test.each([
    'works',
    'should work correctly',
    'works with streams and buffers',
    'no double deprecated warning',
    'https request with `checkServerIdentity` NOT OK',
    'redirects from http to https works',
    'can retry a stream',
    'basic',
    'custom headers',
    'merging two groups of merged instances',
    'request timeout option',
    'handles errors',
    'GET /users/:id with query',
    'test 1 2 3',
  ])('not %s', (title) => {
    expect(statesBehaviour(title, false)).toBe(false)
  })
})

test('the words of the name that a test is about do not count', () => {
  expect(statesBehaviour('extend with custom handlers', false)).toBe(true)
  expect(statesBehaviour('extend with custom handlers', false, 'extend')).toBe(false)
  expect(statesBehaviour('extend overwrites arrays', false, 'extend')).toBe(true)
  // A name that only joins verbs and nouns names what is tested.
  expect(statesBehaviour('TestContextShouldBindHeader', true)).toBe(false)
  expect(statesBehaviour('TestContextShouldNotBindHeader', true)).toBe(true)
  expect(statesBehaviour('TestContextShouldNotBindHeader', true, 'ShouldNotBindHeader')).toBe(false)
  expect(statesBehaviour('test_is_ignored_when_hidden', true, 'is_ignored')).toBe(false)
  expect(statesBehaviour('test_path_is_never_hidden', true, 'path')).toBe(true)
})

describe('names of functions', () => {
  test.each([
    'test_header_remove_is_case_insensitive',
    'TestContextReturnsErrorOnNilBody',
    'session_cookie_not_sent_on_redirect',
    'test_raises_when_key_missing',
  ])('%s', (name) => {
    expect(statesBehaviour(name, true)).toBe(true)
  })

  test.each([
    'TestLoadHTMLFSFuncMap',
    'convert_to_hyperlink_path',
    'test_json',
    'TestGetRequestHeaderValue',
    'TestRouterNotFoundWithRemoveExtraSlash',
    'test_is_ok',
  ])('not %s', (name) => {
    expect(statesBehaviour(name, true)).toBe(false)
  })

  test('of any length', () => {
    const [name, title] = ['A'.repeat(100_000), `it returns a${'0'.repeat(100_000)}b`]
    expect([statesBehaviour(name, true), statesBehaviour(title, false)]).toEqual([false, true])
    expect(processorTime(() => [statesBehaviour(name, true), statesBehaviour(title, false)])).toBeLessThan(2_000)
  })
})
