import type { CommitId, LineRange, Region } from '@chronicle/schema'
import { describe, expect, it } from 'vitest'
import type { AstUnit } from '../contracts/ast-parser.ts'
import type { PlacedRegion } from '../place/place-candidates.ts'
import type { Placement } from '../place/placement.ts'
import { selectRegion, type AskedPlace } from './select-regions.ts'

const lines = (start: number, end: number): LineRange => ({ start, end })
const unit = (name: string, start: number, end: number): AstUnit => {
  return { type: 'method', name, signature: name, lines: lines(start, end) }
}
/** A class with two methods, and a function after it. */
const POOL = unit('Pool', 1, 20)
const OPEN = unit('Pool::open', 2, 9)
const CLOSE = unit('Pool::close', 11, 19)
const DRAIN = unit('drain', 22, 30)

const WHOLE_FILE: AskedPlace = { units: undefined, ranges: undefined, anchor: undefined }
const aboutUnit = (...units: readonly AstUnit[]): AskedPlace => {
  return { units, ranges: units.map((each) => each.lines), anchor: units[0]?.name }
}
const aboutLines = (start: number, end: number): AskedPlace => {
  return { units: undefined, ranges: [lines(start, end)], anchor: undefined }
}

function placed(region: Partial<Region>, placement: Partial<Placement> | undefined): PlacedRegion {
  return { commit: 'c' as CommitId, region, placement } as PlacedRegion
}

/** The place of a whole unit, and the place of some of its lines. */
const ofUnit = (own: AstUnit): PlacedRegion =>
  placed({ file: 'a.ts', ast_anchor: { type: 'method', name: own.name } }, { place: own.lines, units: [own], kept: [] })
const ofLines = (start: number, end: number, ...units: readonly AstUnit[]): PlacedRegion =>
  placed({ file: 'a.ts' }, { place: lines(start, end), units, kept: [] })

/** Returns `same`, how much wider the region is, or that it does not match. */
function answers(region: PlacedRegion, asked: AskedPlace): string {
  const selected = selectRegion(region, asked)
  return selected === undefined ? 'no' : (selected.about ?? 'same')
}

describe('a question about a unit', () => {
  it.each([
    ['the unit itself', ofUnit(OPEN), 'same'],
    ['a unit in it', ofUnit(OPEN), 'same', POOL],
    ['the unit around it', ofUnit(POOL), 'enclosing_unit'],
    ['its neighbour', ofUnit(CLOSE), 'no'],
    ['lines of it', ofLines(4, 5), 'same'],
    ['lines that reach into it', ofLines(1, 2), 'same'],
    ['lines of its neighbour', ofLines(12, 12), 'no'],
  ] as const)('is answered by what is about %s', (_, region, expected, asked = OPEN) => {
    expect(answers(region, aboutUnit(asked))).toBe(expected)
  })

  it('is not answered by what is about other lines of the unit around it', () => {
    const other = placed({ file: 'a.ts' }, { place: lines(12, 14), units: [POOL], kept: [] })
    expect(answers(other, aboutUnit(OPEN))).toBe('no')
  })
})

describe('a question about lines', () => {
  it.each([
    ['these lines', ofLines(4, 5), 'same'],
    ['some of them', ofLines(5, 8), 'same'],
    ['the unit around them', ofUnit(OPEN), 'enclosing_unit'],
    ['the unit around that', ofUnit(POOL), 'enclosing_unit'],
    ['other lines of the unit around them', ofLines(7, 8, OPEN), 'enclosing_unit'],
    ['other lines', ofLines(7, 8), 'no'],
    ['another unit', ofUnit(CLOSE), 'no'],
  ] as const)('is answered by what is about %s', (_, region, expected) => {
    expect(answers(region, aboutLines(4, 6))).toBe(expected)
  })

  it('is answered by a unit itself where all of it is asked for', () => {
    expect(answers(ofUnit(OPEN), aboutLines(2, 9))).toBe('same')
    expect(answers(ofUnit(OPEN), aboutLines(1, 30))).toBe('same')
  })
})

describe('what is about more than a place', () => {
  const wholeFile = placed({ file: 'a.ts' }, { place: undefined, units: [], kept: [] })
  const folder = placed({ file: 'src/' }, { place: undefined, units: [], kept: [] })
  const repository = placed({ file: './' }, { place: undefined, units: [], kept: [] })

  it('answers every question about the file, and says how wide it is', () => {
    for (const asked of [aboutUnit(DRAIN), aboutLines(4, 5)]) {
      expect([wholeFile, folder, repository].map((each) => answers(each, asked))).toEqual([
        'file',
        'folder',
        'repository',
      ])
    }
    expect([wholeFile, folder, repository].map((each) => answers(each, WHOLE_FILE))).toEqual([
      'same',
      'folder',
      'repository',
    ])
  })

  it('answers as a commit where lines are left of that, and as the place if they are all there', () => {
    const commitWide = placed({}, { place: undefined, units: [], kept: [lines(4, 4), lines(25, 25)] })
    expect(answers(commitWide, aboutUnit(OPEN))).toBe('commit')
    expect(answers(commitWide, aboutUnit(OPEN, DRAIN))).toBe('same')
    expect(answers(commitWide, aboutLines(4, 25))).toBe('same')
    expect(answers(commitWide, aboutUnit(CLOSE))).toBe('no')
    expect(answers(commitWide, WHOLE_FILE)).toBe('same')
  })

  it('answers everywhere as the commit that moved the file', () => {
    const moved = placed({}, { place: undefined, units: [], kept: [] })
    for (const asked of [aboutUnit(OPEN), WHOLE_FILE]) expect(answers(moved, asked)).toBe('commit')
  })
})

describe('a file without an outline', () => {
  const asked: AskedPlace = { units: undefined, ranges: undefined, anchor: 'open' }

  it('answers about a name with what is recorded under it', () => {
    expect(
      answers(placed({ file: 'a', ast_anchor: { type: 'f', name: 'Pool::open' } }, { place: undefined }), asked),
    ).toBe('same')
    expect(answers(placed({ file: 'a', ast_anchor: { type: 'f', name: 'close' } }, { place: undefined }), asked)).toBe(
      'no',
    )
  })

  it('answers about a misspelt name, unless it must be exact', () => {
    const region = placed({ file: 'a', ast_anchor: { type: 'f', name: 'connect' } }, { place: undefined })
    expect(answers(region, { ...asked, anchor: 'conect' })).toBe('same')
    expect(answers(region, { ...asked, anchor: 'conect', exactName: true })).toBe('no')
    expect(answers(region, { ...asked, anchor: 'connect', exactName: true })).toBe('same')
  })
})

it('a region whose code is gone answers nothing', () => {
  expect(answers(placed({ file: 'a.ts' }, undefined), WHOLE_FILE)).toBe('no')
})
