import { expect, test } from 'vitest'
import { requireArguments, requireKnownArguments, type ArgumentKind } from './require-arguments.ts'

const KINDS: Readonly<Record<string, ArgumentKind>> = {
  file: 'text',
  tags: 'texts?',
  budget: 'number?',
  lines: 'lines?',
  to: 'object?',
  limit: 'count?',
  since: 'time?',
  deep: 'boolean?',
  mode: ['amend', 'squash', undefined],
}

function messageOf(given: unknown, within?: string): string | undefined {
  const checked = requireArguments(given as Record<string, unknown>, KINDS, 'invalid', within)
  return checked.isErr() ? checked.error.message : undefined
}

test('what fits passes, with names that nobody asks for', () => {
  const given = {
    file: '',
    tags: [],
    budget: Number.NaN,
    lines: { start: 1, end: 2 },
    limit: 1,
    since: 0,
    deep: false,
    to: {},
    other: 7,
  }
  expect(requireArguments(given, KINDS, 'invalid')._unsafeUnwrap()).toBe(given)
  expect(messageOf({ file: 'a', tags: undefined })).toBeUndefined()
})

test.each([
  [undefined, 'The arguments are undefined. Give an object that names them.'],
  [null, 'The arguments are null. Give an object that names them.'],
  ['a.ts', 'The arguments are "a.ts". Give an object that names them.'],
  [['a.ts'], 'The arguments are a list. Give an object that names them.'],
  [{}, 'The argument file is missing. Give a text.'],
  [{ file: 'a', mode: 'copy' }, 'The argument mode is "copy". Give one of amend, squash, or leave it out.'],
  [{ file: 7 }, 'The argument file is 7. Give a text.'],
  [{ file: {} }, 'The argument file is of the type object. Give a text.'],
  [{ file: 'a', tags: 'x' }, 'The argument tags is "x". Give a list of texts, or leave it out.'],
  [{ file: 'a', tags: [7] }, 'The argument tags is a list. Give a list of texts, or leave it out.'],
  [{ file: 'a', budget: 7n }, 'The argument budget is 7. Give a number, or leave it out.'],
  [{ file: 'a', limit: 0 }, 'The argument limit is 0. Give a whole number of 1 or more, or leave it out.'],
  [{ file: 'a', limit: '2' }, 'The argument limit is "2". Give a whole number of 1 or more, or leave it out.'],
  [{ file: 'a', since: NaN }, 'The argument since is NaN. Give seconds since the epoch, or leave it out.'],
  [{ file: 'a', deep: 1 }, 'The argument deep is 1. Give true or false, or leave it out.'],
  [{ file: 'a', to: null }, 'The argument to is null. Give an object, or leave it out.'],
  [
    { file: 'a', lines: { start: 1 } },
    'The argument lines is of the type object. Give lines, such as { start: 1, end: 3 }, or leave it out.',
  ],
])('%o is refused', (given, message) => {
  expect(messageOf(given)).toBe(message)
})

test('a part of an argument is named with the argument', () => {
  expect(messageOf({}, 'to.')).toBe('The argument to.file is missing. Give a text.')
})

test('a long text is only begun, in the message and in the data', () => {
  const long = 'x'.repeat(10_000)
  const wrong = requireArguments({ count: long as unknown as number }, { count: 'number' }, 'unsupported')
  expect(wrong._unsafeUnwrapErr().message.length).toBeLessThan(200)
  const unknown = requireKnownArguments({ [long]: 1 }, {}, 'unsupported')._unsafeUnwrapErr()
  expect(JSON.stringify(unknown).length).toBeLessThan(500)
  expect(unknown.message).toContain(`"${'x'.repeat(100)}…"`)
})
