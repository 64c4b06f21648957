import type { CommitId, Region, RepoPath } from '@chronicle/schema'
import { describe, expect, it } from 'vitest'
import type { AstUnit } from '../contracts/ast-parser.ts'
import type { BlameHunk } from '../contracts/git-backend.ts'
import { lineOwners } from './carry-lines.ts'
import { matchAnchor } from './match-anchor.ts'
import { placeRegion, type Placement } from './place-region.ts'

/*
 * A file is drawn as one word per line: `a7` is line 7 of commit a, `+` an uncommitted line. Commit `o` is older than
 * `c`, whose annotation is placed; `n` and `m` are newer, `m` the newest.
 */
const TIMES: Readonly<Record<string, number>> = { o: 1, c: 5, n: 8, m: 9 }

function draw(lines: string): readonly BlameHunk[] {
  return lines
    .trim()
    .split(/\s+/u)
    .map((word, i): BlameHunk => {
      const commit = word === '+' ? undefined : (word.slice(0, 1) as CommitId)
      const original = word === '+' ? i + 1 : Number(word.slice(1))
      return {
        commit,
        originalPath: 'a.rs' as RepoPath,
        original: { start: original, end: original },
        final: { start: i + 1, end: i + 1 },
        ...(commit === undefined ? {} : { committedAt: TIMES[commit] ?? 0 }),
        boundary: false,
      }
    })
}

interface Setting {
  readonly lines: string
  readonly recorded?: readonly [number, number]
  readonly anchor?: { readonly name: string; readonly signature?: string }
  readonly units?: readonly AstUnit[]
  readonly path?: string
}

function place({ lines, recorded, anchor, units, path = 'a.rs' }: Setting): Placement {
  const hunks = draw(lines)
  const region: Region = {
    file: 'a.rs',
    ...(recorded === undefined ? {} : { lines: { start: recorded[0], end: recorded[1] } }),
    ...(anchor === undefined ? {} : { ast_anchor: { type: 'function', ...anchor } }),
    intent: 'x',
    constraints: [],
    semantic_dependencies: [],
    related_annotations: [],
    tags: [],
    rejected_alternatives: [],
    evidence: [],
    corrections: [],
  }
  const file = {
    path: path as RepoPath,
    hunks,
    owners: lineOwners(hunks),
    find: units && ((name: string) => matchAnchor(name, units, (unit) => unit.name)),
    lineCount: hunks.length,
  }
  return placeRegion(
    region,
    'c' as CommitId,
    5,
    hunks.filter((hunk) => hunk.commit === 'c'),
    file,
  )
}

function unit(name: string, start: number, end: number, signature = `fn ${name}()`): AstUnit {
  return { type: 'function', name, signature, lines: { start, end } }
}

function judged(setting: Setting): unknown {
  const { carried, driftedBy, freshness, survival } = place(setting)
  return { freshness, survival, at: carried.current && [carried.current.start, carried.current.end], by: driftedBy }
}

describe('placing a region', () => {
  it('is fresh where all lines are its own and in place', () => {
    const setting = { lines: 'o1 c2 c3 c4 o5', recorded: [2, 4] as const }
    expect(judged(setting)).toEqual({ freshness: 'fresh', survival: 1, at: [2, 4], by: [] })
  })

  it('has moved where lines were put above it', () => {
    const setting = { lines: 'o1 n2 n3 c2 c3 c4', recorded: [2, 4] as const }
    expect(judged(setting)).toEqual({ freshness: 'moved', survival: 1, at: [4, 6], by: [] })
  })

  it('has moved where the file has another name now', () => {
    expect(judged({ lines: 'c1 c2', recorded: [1, 2], path: 'b.rs' })).toMatchObject({ freshness: 'moved' })
  })

  it('has drifted where newer commits changed lines, the newest named first', () => {
    const setting = { lines: 'c1 n2 m3 c4', recorded: [1, 4] as const }
    expect(judged(setting)).toEqual({ freshness: 'drifted', survival: 0.5, at: [1, 4], by: ['m', 'n'] })
  })

  it('has drifted where an edit is not committed', () => {
    expect(judged({ lines: 'c1 + c3', recorded: [1, 3] })).toMatchObject({ freshness: 'drifted', by: ['uncommitted'] })
  })

  it('has drifted where lines are gone, though nobody can be named', () => {
    expect(judged({ lines: 'o1 c2 c4 o5', recorded: [2, 4] })).toMatchObject({
      freshness: 'drifted',
      by: [],
      at: [2, 3],
    })
  })

  it('has drifted where lines were added to the end of its unit', () => {
    const setting = { lines: 'c1 c2 c3 n4 o9', recorded: [1, 3] as const, anchor: { name: 'f' } }
    const units = [unit('f', 1, 4)]
    expect(judged({ ...setting, units })).toMatchObject({ freshness: 'drifted', by: ['n'] })
  })

  it('has drifted where the signature changed', () => {
    const anchor = { name: 'f', signature: 'fn f(x: u8)' }
    const placed = place({ lines: 'c1 c2', recorded: [1, 2], anchor, units: [unit('f', 1, 2, 'fn f(x: u8, y: u8)')] })
    expect(placed).toMatchObject({ freshness: 'drifted', anchorMatch: 'signature_changed', survival: 1 })
  })

  it('has drifted where the unit is there and no line of it is left', () => {
    const placed = place({ lines: 'n1 n2 c9', recorded: [1, 2], anchor: { name: 'f' }, units: [unit('f', 1, 2)] })
    expect(placed).toMatchObject({ freshness: 'drifted', survival: 0, anchorMatch: 'exact' })
  })

  it('is fresh where the commit wrote none of the lines and nobody changed them since', () => {
    const setting = { recorded: [1, 2] as const, anchor: { name: 'f' }, units: [unit('f', 1, 2)] }
    expect(judged({ ...setting, lines: 'o1 o2 c9' })).toEqual({ freshness: 'fresh', survival: 0, at: [1, 2], by: [] })
    const moved = { ...setting, units: [unit('f', 2, 3)] }
    expect(judged({ ...moved, lines: 'n1 o1 o2 c9' })).toMatchObject({ freshness: 'moved', at: [2, 3] })
    expect(judged({ ...setting, lines: 'o1 n2 c9' })).toMatchObject({ freshness: 'drifted', by: ['n'] })
  })

  it('is orphaned where neither the unit nor a line is left', () => {
    const placed = place({ lines: 'n1 n2 c9', recorded: [1, 2], anchor: { name: 'f' }, units: [unit('other', 1, 2)] })
    expect(placed).toMatchObject({ freshness: 'orphaned', survival: 0, anchorMatch: 'gone' })
  })

  it('stays fresh around older lines that were recorded with it', () => {
    const setting = { lines: 'o1 o2 c3 o4 o5 o6', recorded: [2, 5] as const }
    expect(judged(setting)).toEqual({ freshness: 'fresh', survival: 0.25, at: [2, 5], by: [] })
  })

  it('follows a unit under a name that is close, by its lines', () => {
    const placed = place({
      lines: 'n1 c2 c3',
      recorded: [2, 3],
      anchor: { name: 'connect' },
      units: [unit('reconnect', 2, 3), unit('connects', 7, 9)],
    })
    expect(placed.anchorMatch).toBe('line_overlap')
    const renamed = place({
      lines: 'n1 c2 c3',
      recorded: [2, 3],
      anchor: { name: 'connect' },
      units: [unit('connects', 2, 3)],
    })
    expect(renamed).toMatchObject({ anchorMatch: 'fuzzy', freshness: 'moved' })
  })

  it('prefers the overload with the recorded signature', () => {
    const units = [unit('f', 1, 2, 'fn f(a)'), unit('f', 3, 4, 'fn f(a, b)')]
    const placed = place({
      lines: 'o1 o2 c3 c4',
      recorded: [3, 4],
      anchor: { name: 'f', signature: 'fn f(a, b)' },
      units,
    })
    expect(placed.units).toEqual([units[1]])
    expect(placed.anchorMatch).toBe('exact')
  })

  it('takes a region without lines for the whole file', () => {
    expect(judged({ lines: 'c1 n2' })).toMatchObject({ freshness: 'drifted', survival: 1, by: ['n'] })
    expect(place({ lines: 'o1 c2' })).toMatchObject({ freshness: 'fresh', anchorMatch: 'whole_file' })
  })
})
