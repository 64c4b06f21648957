import { describe, expect, it } from 'vitest'
import { isFolderPath, normalizeRegionPath, parseRegionPath, REPOSITORY_PATH } from './region-path.ts'

describe('parseRegionPath', () => {
  it.each([
    ['src/a.ts', 'src/a.ts'],
    ['./src/a.ts', 'src/a.ts'],
    ['src/mqtt/', 'src/mqtt/'],
    ['src\\mqtt\\', 'src/mqtt/'],
    ['./src//mqtt/./', 'src/mqtt/'],
    ['.', './'],
    ['./', './'],
    ['././', './'],
  ])('%s is %s', (text, expected) => {
    expect(parseRegionPath(text)._unsafeUnwrap()).toBe(expected)
    expect(normalizeRegionPath(text)).toBe(expected)
    expect(normalizeRegionPath(expected)).toBe(expected)
  })

  it.each(['', '..', '../', '/', '/src/', 'a/../b/'])('refuses %j', (text) => {
    expect(parseRegionPath(text)._unsafeUnwrapErr().code).toBe('invalid_path')
  })
})

it('folders and the repository are told from files', () => {
  expect(['src/mqtt/', REPOSITORY_PATH, 'src/mqtt'].map(isFolderPath)).toEqual([true, true, false])
})

it('any number of separators names the repository or nothing', () => {
  const many = '/'.repeat(100_000)
  expect(parseRegionPath(`.${many}`)._unsafeUnwrap()).toBe(REPOSITORY_PATH)
  expect(parseRegionPath(`./.\\.${many}`)._unsafeUnwrap()).toBe(REPOSITORY_PATH)
  expect(parseRegionPath(`.${many}..`).isErr()).toBe(true)
})
