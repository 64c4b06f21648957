import { expect, test } from 'vitest'
import { requireCallOptions, requireOptions } from './require-options.ts'

const KNOWN = ['signal', 'onProgress', 'dryRun', 'notesRef', 'notesRefs', 'concurrency', 'authors', 'replace']

function messageOf(given: unknown, within?: 'options.'): string | undefined {
  const checked = requireOptions(given, 'unsupported', { known: KNOWN, ...(within !== undefined && { within }) })
  return checked.isErr() ? checked.error.message : undefined
}

test('absent options and those of the right kind pass', () => {
  expect(messageOf(undefined)).toBeUndefined()
  expect(messageOf({})).toBeUndefined()
  expect(
    messageOf({
      signal: new AbortController().signal,
      onProgress: () => undefined,
      dryRun: false,
      notesRef: 'refs/notes/own',
      notesRefs: ['refs/notes/own'],
      concurrency: Infinity,
      authors: new Map(),
      replace: true,
    }),
  ).toBeUndefined()
  expect(messageOf(Object.fromEntries(KNOWN.map((name) => [name, undefined])))).toBeUndefined()
  expect(requireOptions({ more: 1, dryRun: true }, 'unsupported').isOk()).toBe(true)
})

test.each([
  [null, 'The argument options is null. Give an object that names them.'],
  [5, 'The argument options is 5. Give an object that names them.'],
  [AbortSignal.abort(), 'The argument options is an AbortSignal. Give it as { signal }.'],
  [{ dryrun: true }, 'There is no argument "options.dryrun" here. Did you mean dryRun?'],
  [
    { signal: new AbortController() },
    'The argument options.signal is of the type object. Give the signal of an AbortController, or leave it out.',
  ],
  [{ onProgress: 'log' }, 'The argument options.onProgress is "log". Give a function, or leave it out.'],
  [{ dryRun: 'false' }, 'The argument options.dryRun is "false". Give true or false, or leave it out.'],
  [
    { notesRef: 'refs/heads/main' },
    '"refs/heads/main" is no notes ref. Give its full name, such as refs/notes/chronicle.',
  ],
  [{ notesRefs: [] }, 'The list notesRefs is empty. Name at least one ref, or leave it out.'],
  [{ concurrency: Number.NaN }, 'The argument options.concurrency is NaN. Give a number of 0 or more'],
  [{ authors: {} }, 'The argument options.authors is of the type object. Give a Map, or leave it out.'],
])('%o is refused', (given, message) => {
  expect(messageOf(given, 'options.')).toContain(message)
})

test('options that are the first argument are named without a prefix', () => {
  expect(messageOf(null)).toBe('The arguments are null. Give an object that names them.')
  expect(messageOf({ dryRun: 1 })).toBe('The argument dryRun is 1. Give true or false, or leave it out.')
})

test('of the options of a call, only those of every call are looked at', () => {
  const { signal } = new AbortController()
  expect(requireCallOptions({ signal, store: {}, tags: 'a' }, 'invalid_query').isOk()).toBe(true)
  for (const given of [null, signal, [], { signal: {} }, { onProgress: 1 }])
    expect(requireCallOptions(given, 'invalid_query').isErr()).toBe(true)
})
