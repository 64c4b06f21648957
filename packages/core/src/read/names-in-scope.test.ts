import { describe, expect, it } from 'vitest'
import type { AstUnit } from '../contracts/ast-parser.ts'
import { dependenciesInScope, namesInScope } from './names-in-scope.ts'
import type { ResolvedScope } from './resolved-scope.ts'

const unit = (name: string, start: number, end: number): AstUnit => {
  return { type: 'function', name, signature: name, lines: { start, end } }
}
const POOL = unit('Pool', 1, 9)
const TAKE = unit('Pool::take', 2, 4)
const DROP = unit('Pool::drop', 5, 9)
const HEAP = unit('Heap', 11, 12)
const HEAP_TAKE = unit('Heap::take', 14, 16)
const FREE = unit('free', 18, 20)
const UNITS = [POOL, TAKE, DROP, HEAP, HEAP_TAKE, FREE]

function scopeOf(more: Partial<ResolvedScope> = {}, units: readonly AstUnit[] | 'no outline' = UNITS): ResolvedScope {
  const outline = units === 'no outline' ? undefined : { language: 'lines', units, partial: false }
  return { units: undefined, ranges: undefined, outline: () => Promise.resolve(outline), ...more } as ResolvedScope
}
const ofUnits = (...units: readonly AstUnit[]): ResolvedScope =>
  scopeOf({ units, ranges: units.map(({ lines }) => lines) })

const NAMES = [
  '',
  'Pool',
  'Pool::take',
  'take',
  'Pool::drop',
  'Heap::take',
  'free',
  'Pool::older',
  'Heap::older',
  'tree',
]

async function named(scope: ResolvedScope, anchor?: string): Promise<readonly string[]> {
  const isNamed = await namesInScope(scope, anchor)
  // Checks that asking twice gives the same result.
  return NAMES.filter((name) => isNamed(name)).filter((name) => isNamed(name))
}

describe('the names that are in question', () => {
  it('are all where the file is', async () => {
    expect(await named(scopeOf())).toEqual(NAMES)
  })

  it('are those of a unit and of what is in it, and none of another unit', async () => {
    expect(await named(ofUnits(POOL), 'Pool')).toEqual(['', 'Pool', 'Pool::take', 'take', 'Pool::drop', 'Pool::older'])
    expect(await named(ofUnits(TAKE), 'Pool::take')).toEqual(['', 'Pool::take', 'take'])
    expect(await named(ofUnits(FREE), 'free')).toEqual(['', 'free'])
  })

  it('are those of a type and of its methods that stand outside of it', async () => {
    expect(await named(ofUnits(HEAP), 'Heap')).toEqual(['', 'take', 'Heap::take', 'Heap::older'])
  })

  it('are those of the units that lines touch, without their other members', async () => {
    expect(await named(scopeOf({ ranges: [{ start: 3, end: 3 }] }))).toEqual(['', 'Pool', 'Pool::take', 'take'])
    expect(await named(scopeOf({ ranges: [{ start: 17, end: 17 }] }))).toEqual([''])
    expect(await named(scopeOf({ ranges: [{ start: 3, end: 3 }] }, 'no outline'))).toEqual(NAMES)
  })

  it('are those of the units that a change touches, without their other members', async () => {
    expect(await named(ofUnits(POOL, FREE))).toEqual(['', 'Pool', 'free'])
  })

  it('are those of an anchor where there is no outline', async () => {
    const anchored = scopeOf({}, 'no outline')
    expect(await named(anchored, 'Pool')).toEqual(['', 'Pool', 'Pool::take', 'Pool::drop', 'Pool::older'])
    expect(await named(scopeOf({ units: [TAKE] }, 'no outline'), 'take')).toEqual(['', 'Pool::take', 'take'])
  })

  it('are none of another unit, though they end in the same segments', async () => {
    const isNamed = await namesInScope(ofUnits(FREE), 'free')
    expect(isNamed('Pool::take')).toBe(false)
    const inner = unit('free', 6, 7)
    const isInPool = await namesInScope(scopeOf({ units: [POOL], ranges: [POOL.lines] }, [...UNITS, inner]), 'Pool')
    expect(isInPool('free')).toBe(true)
    expect(isInPool('Heap::take')).toBe(false)
    const beside = unit('Pool::open', 30, 31)
    const isOfPool = await namesInScope(scopeOf({ units: [POOL], ranges: [POOL.lines] }, [...UNITS, beside]), 'Pool')
    expect(isOfPool('open')).toBe(true)
  })

  it('may be older ones that no unit has now', async () => {
    const isNamed = await namesInScope(ofUnits(FREE), 'free')
    expect(isNamed('memory::free')).toBe(true)
    expect(isNamed('memory::frees')).toBe(false)
  })
})

describe('a dependency on the file', () => {
  async function asks(scope: ResolvedScope, anchor: string | undefined, nature: string, on = '', file = 'src/a.ts') {
    return (await dependenciesInScope(scope, anchor))({ file, anchor: on, nature })
  }

  it('which says what it imports is one on that, and on what is in it', async () => {
    const imports = "import { Pool, tree } from './a.ts'"
    expect(await asks(ofUnits(POOL), 'Pool', imports)).toBe(true)
    expect(await asks(ofUnits(TAKE), 'take', imports)).toBe(true)
    expect(await asks(ofUnits(FREE), 'free', imports)).toBe(false)
    expect(await asks(ofUnits(TAKE), 'take', "import { take } from './a.ts'")).toBe(false)
    expect(await asks(scopeOf(), undefined, imports)).toBe(true)
  })

  it('of Rust may import what is in a module', async () => {
    expect(await asks(ofUnits(TAKE), 'take', 'use crate::a::take;', '', 'src/a.rs')).toBe(true)
    expect(await asks(ofUnits(FREE), 'free', 'use crate::a::take;', '', 'src/a.rs')).toBe(false)
  })

  it('which does not say it is one on everything', async () => {
    expect(await asks(ofUnits(FREE), 'free', 'expects it to be quick')).toBe(true)
  })

  it('by name is one on that name, whatever it says', async () => {
    const imports = "import { Pool } from './a.ts'"
    expect(await asks(ofUnits(POOL), 'Pool', imports, 'free')).toBe(false)
    expect(await asks(ofUnits(FREE), 'free', imports, 'free')).toBe(true)
  })
})
