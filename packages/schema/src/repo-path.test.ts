import { describe, expect, it } from 'vitest'
import { formatPlace, parsePlace } from './place.ts'
import { normalizePath, parseRepoPath } from './repo-path.ts'

describe('parseRepoPath', () => {
  it.each([
    ['src/a.ts', 'src/a.ts'],
    ['./src//a.ts/', 'src/a.ts'],
    ['src\\mqtt\\a.rs', 'src/mqtt/a.rs'],
    ['a b/ü.ts', 'a b/ü.ts'],
    ['..a/b..', '..a/b..'],
    ['C:', 'C:'],
  ])('normalises %s', (text, expected) => {
    expect(parseRepoPath(text)._unsafeUnwrap()).toBe(expected)
  })

  it.each([
    ['/src/a.ts', 'it is absolute'],
    ['C:\\a.ts', 'it is absolute'],
    ['\\\\host\\a', 'it is absolute'],
    ['../a.ts', 'it holds `..`'],
    ['a/../../b', 'it holds `..`'],
    ['a\0b', 'it holds a NUL character'],
    ['caf\uFFFD', 'its name is no UTF-8, and files with such names cannot be told from one another'],
    ['', 'it is empty'],
    ['./', 'it is empty'],
  ])('refuses %j', (path, reason) => {
    expect(parseRepoPath(path)._unsafeUnwrapErr()).toEqual({
      code: 'invalid_path',
      message: `Not a path in the repository: ${JSON.stringify(path)}: ${reason}. Write it relative to the repository root, with \`/\`.`,
      data: { path },
    })
  })
})

it('normalizePath takes a leading slash off, and guesses nothing else', () => {
  expect(normalizePath('/src/a.ts')).toBe('src/a.ts')
  expect(normalizePath('C:/src/a.ts')).toBeUndefined()
  expect(normalizePath('../a')).toBeUndefined()
})

describe('places', () => {
  it.each([
    ['src/a.rs', { file: 'src/a.rs' }],
    ['src/a.rs:connect', { file: 'src/a.rs', anchor: 'connect' }],
    ['src/a.rs:Foo::new', { file: 'src/a.rs', anchor: 'Foo::new' }],
    ['src/a.rs::Foo::new', { file: 'src/a.rs', anchor: 'Foo::new' }],
    ['./src\\a.rs:Foo', { file: 'src/a.rs', anchor: 'Foo' }],
    ['every caller', { file: 'every caller' }],
    ['a:', { file: 'a:' }],
    [':b', { file: ':b' }],
  ])('%s', (text, place) => {
    expect(parsePlace(text)).toEqual(place)
    expect(parsePlace(formatPlace(place))).toEqual(place)
  })
})
