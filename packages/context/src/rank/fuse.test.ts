import type { RepoPath } from '@chronicle/schema'
import { describe, expect, it } from 'vitest'
import type { FileScores } from '../signals/signal.ts'
import { fuse } from './fuse.ts'

const list = (...paths: readonly string[]): FileScores =>
  new Map(paths.map((path, index) => [path as RepoPath, paths.length - index]))

const scoreOf = (breakdown: Readonly<Record<string, number>> | undefined): number =>
  Object.values(breakdown ?? {}).reduce((sum, part) => sum + part, 0)

describe('fusion of ranks', () => {
  it('counts places, not scores', () => {
    const one = fuse(new Map([['x', list('a', 'b')]]))
    const other = fuse(new Map([['x', new Map([...list('a', 'b')].map(([path, score]) => [path, score ** 9]))]]))
    expect([...one]).toEqual([...other])
    expect(one.get('a' as RepoPath)).toEqual({ x: 1 / 11 })
    expect(one.get('b' as RepoPath)).toEqual({ x: 1 / 12 })
  })

  it('prefers a file that two lists have to one that is first in one', () => {
    const fused = fuse(
      new Map([
        ['x', list('a', 'b')],
        ['y', list('c', 'b')],
      ]),
    )
    expect(scoreOf(fused.get('b' as RepoPath))).toBeGreaterThan(scoreOf(fused.get('a' as RepoPath)))
  })

  it('weighs lists by their names', () => {
    const fused = fuse(new Map([['x', list('a')]]), { x: 0.5 })
    expect(fused.get('a' as RepoPath)).toEqual({ x: 0.5 / 11 })
  })

  it('takes the first hundred of a list, and none without a score', () => {
    const paths = Array.from({ length: 150 }, (_, index) => `f${index}`)
    expect(fuse(new Map([['x', list(...paths)]])).size).toBe(100)
    expect(fuse(new Map([['x', new Map([['a' as RepoPath, 0]])]])).size).toBe(0)
  })
})
