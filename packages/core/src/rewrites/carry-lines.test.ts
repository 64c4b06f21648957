import { completeRegion, type CommitId } from '@chronicle/schema'
import { describe, expect, it } from 'vitest'
import { correctionOnTarget } from './carry-lines.ts'

const COMMIT = 'a'.repeat(40) as CommitId
const retraction = JSON.stringify({
  correction_type: 'retract',
  reason: 'wrong',
  author: 'Ada <ada@example.com>',
  timestamp: '2026-01-02T00:00:00Z',
})
const region = completeRegion({
  file: 'a.ts',
  intent: 'Keep the order.',
  ast_anchor: { type: 'function', name: 'send' },
})

describe('a retraction of a whole annotation, where others joined it', () => {
  const carried = (statedAt: string | undefined): readonly unknown[] => {
    const moved = [
      { before: region, after: region, ...(statedAt === undefined ? {} : { statedTime: Date.parse(statedAt) }) },
    ]
    const lines = correctionOnTarget(retraction, COMMIT, moved, () => undefined, [])
    return [lines].flat().map((line) => JSON.parse(line) as unknown)
  }

  it('reaches what was stated before it, and what was inferred', () => {
    expect(carried('2026-01-01T00:00:00Z')).toMatchObject([{ correction_type: 'retract', file: 'a.ts' }])
    expect(carried(undefined)).toMatchObject([{ correction_type: 'retract', file: 'a.ts' }])
  })

  it('does not reach what was stated after it', () => {
    expect(carried('2026-01-03T00:00:00Z')).toEqual([])
  })
})
