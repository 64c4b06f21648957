import { describe, expect, it } from 'vitest'
import type { ReadQuery } from './read-query.ts'
import { resolveQuery } from './resolve-query.ts'

const FILES = ['src/a.ts']

describe('a query', () => {
  it('has a default for everything but its files', () => {
    expect(resolveQuery({ files: FILES })._unsafeUnwrap()).toEqual({
      files: FILES,
      anchor: undefined,
      exactName: false,
      lines: undefined,
      at: undefined,
      since: undefined,
      tags: undefined,
      sources: new Set(['notes', 'history']),
      historyUntil: undefined,
      contextLevel: 'all',
      minConfidence: 0,
      depth: 1,
      maxRegions: 20,
      maxTokens: undefined,
      format: 'markdown',
      verbose: false,
      remedies: 'none',
    })
  })

  it('keeps what it says', () => {
    const { signal } = new AbortController()
    const asked: ReadQuery = {
      files: FILES,
      lines: { start: 1, end: 2 },
      at: 'v1',
      since: '2025-01-01',
      tags: ['net'],
      sources: ['notes'],
      historyUntil: signal,
      contextLevel: 'inferred',
      minConfidence: 1,
      depth: 0,
      maxRegions: 1,
      maxTokens: 1,
      format: 'json',
      verbose: true,
      remedies: 'command',
    }
    expect(resolveQuery(asked)._unsafeUnwrap()).toEqual({
      ...asked,
      anchor: undefined,
      exactName: false,
      sources: new Set(['notes']),
    })
  })

  it('may name very many files', { timeout: 10_000 }, () => {
    const files = Array.from({ length: 100_000 }, (_, number) => `src/${number}.ts`)
    expect(resolveQuery({ files })._unsafeUnwrap().files).toHaveLength(100_000)
  })

  it('may have the least that an option takes', () => {
    const least = { minConfidence: 0, depth: 0, maxRegions: 1, maxTokens: 1 }
    expect(resolveQuery({ files: FILES, ...least })._unsafeUnwrap()).toMatchObject(least)
  })

  it.each([
    ['./src//a.ts', 'src/a.ts'],
    ['src/./a.ts', 'src/a.ts'],
    ['src/a..ts', 'src/a..ts'],
    ['with space/ü.ts', 'with space/ü.ts'],
  ])('names %j as git does', (file, path) => {
    expect(resolveQuery({ files: [file] })._unsafeUnwrap().files).toEqual([path])
  })

  it('names a file once', () => {
    expect(resolveQuery({ files: ['b', './a', 'b', 'a'] })._unsafeUnwrap().files).toEqual(['b', 'a'])
  })
})

const LINES = { start: 1, end: 2 }

it.each<[Omit<ReadQuery, 'files'> & { readonly files?: readonly string[] }, string]>([
  [{ files: [] }, 'No path given. Name at least one file.'],
  [{ anchor: 'a', lines: LINES }, 'An anchor and lines exclude each other. Give one of them.'],
  [{ anchor: ' ' }, 'The anchor is empty. Leave it out to read the whole file.'],
  [{ files: ['a', 'b'], lines: LINES }, 'Lines need exactly one path.'],
  [{ sources: ['notes', 'web' as 'notes'] }, '"web" is no source. There are: notes, history.'],
  [{ sources: [] }, 'No source given. There are: notes, history.'],
  [{ minConfidence: -0.1 }, 'The minimum confidence -0.1 is not between 0 and 1.'],
  [{ minConfidence: 1.1 }, 'The minimum confidence 1.1 is not between 0 and 1.'],
  [{ minConfidence: Number.NaN }, 'The minimum confidence NaN is not between 0 and 1.'],
  [{ depth: -1 }, 'The depth -1 is not a whole number of 0 or more.'],
  [{ depth: 1.5 }, 'The depth 1.5 is not a whole number of 0 or more.'],
  [{ maxRegions: 0 }, 'The maximum of regions 0 is not a whole number of 1 or more.'],
  [{ contextLevel: 'enhancd' as 'enhanced' }, 'The context level "enhancd" is none of all, enhanced, inferred.'],
  [{ contextLevel: 5 as unknown as 'all' }, 'The context level 5 is none of all, enhanced, inferred.'],
  [{ minConfidence: '0.5' as unknown as number }, 'The minimum confidence "0.5" is not between 0 and 1.'],
  [{ depth: {} as unknown as number }, 'The depth of the type object is not a whole number of 0 or more.'],
  [{ depth: Symbol('x') as unknown as number }, 'The depth Symbol(x) is not a whole number of 0 or more.'],
  [{ maxRegions: '3' as unknown as number }, 'The maximum of regions "3" is not a whole number of 1 or more.'],
  [{ maxTokens: 0 }, 'The token budget 0 is not a whole number of 1 or more.'],
  [{ maxTokens: 0.5 }, 'The token budget 0.5 is not a whole number of 1 or more.'],
])('refuses %j', (query, message) => {
  const error = resolveQuery({ files: FILES, ...query })._unsafeUnwrapErr()
  expect([error.code, error.message]).toEqual(['invalid_query', message])
})

it.each(['.', './', './.'])('takes %j for the repository, which is no file', (path) => {
  expect(resolveQuery({ files: [path] })._unsafeUnwrapErr()).toMatchObject({
    code: 'not_a_file',
    message: 'That is the whole repository. Name files in it; a summary covers all of it.',
    data: { path },
  })
})

it.each(['/etc/passwd', '../a', 'a/../b', '', '/', 'a\0b'])('refuses the path %j', (path) => {
  const error = resolveQuery({ files: ['a', path] })._unsafeUnwrapErr()
  expect(error).toMatchObject({
    code: 'invalid_path',
    message: `Not a path inside the repository: ${JSON.stringify(path)}. Give it relative to the repository root.`,
    data: { path },
  })
})
