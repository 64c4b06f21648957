import type { ReadRegion } from '@chronicle/schema'
import { describe, expect, it } from 'vitest'
import { outputOf, regionOf } from '../../test/read-fixture.ts'
import { createEntryFilter, newestFirst } from './drop-regions.ts'

const at = (commit: string, timestamp: string): ReadRegion => regionOf({ commit, timestamp })
const [JAN, FEB] = ['2025-01-01T00:00:00Z', '2025-02-01T00:00:00Z']

describe('the newest first', () => {
  it.each<[string, readonly ReadRegion[], readonly number[]]>([
    ['none', [], []],
    ['by time', [at('a', JAN), at('b', FEB)], [1, 0]],
    ['by time, whatever the order', [at('b', FEB), at('a', JAN)], [0, 1]],
    ['of one time, the commit that stands first', [at('a', JAN), at('b', JAN), at('c', JAN)], [0, 1, 2]],
    ['of one commit, the last', [at('a', JAN), at('a', JAN), at('a', JAN)], [2, 1, 0]],
    [
      'of one time, all of a commit where its first region stands',
      [at('a', JAN), at('b', JAN), at('a', JAN), at('b', JAN)],
      [2, 0, 3, 1],
    ],
    ['what has no time that can be read counts as newest', [at('b', FEB), at('a', ''), at('c', 'soon')], [1, 2, 0]],
    [
      'times are compared, not their texts',
      [at('a', '2025-01-01T12:00:00+02:00'), at('b', '2025-01-01T11:00:00Z')],
      [1, 0],
    ],
  ])('%s', (_, regions, order) => {
    expect(newestFirst(regions)).toEqual(order)
  })
})

describe('what is left outside the regions', () => {
  const region = (more: Partial<ReadRegion>): ReadRegion => regionOf({ file: 'src/a.ts', ...more })
  const unit = (name: string): Partial<ReadRegion> => ({ ast_anchor: { type: 'function', name } })
  const on = (on_file?: string, on_anchor?: string) => ({
    ...{ from_file: 'b.ts', from_anchor: 'b', nature: 'n', commit: 'c' },
    ...(on_file === undefined ? {} : { on_file }),
    ...(on_anchor === undefined ? {} : { on_anchor }),
  })

  /** Returns whether an entry stays when the first region is kept and the second is dropped. */
  function stays(dropped: ReadRegion, entry: ReturnType<typeof on>, kept = region(unit('kept'))): boolean {
    const output = outputOf({ regions: [kept, dropped], dependencies_on_this: [entry] })
    return createEntryFilter(output)([kept]).dependency(entry)
  }

  const gone = region(unit('Pool::take'))

  it.each([
    ['of the unit that was dropped', on('src/a.ts', 'take'), false],
    ['of it under its whole name', on('src/a.ts', 'Pool.take'), false],
    ['of one of its name, whatever the file', on(undefined, 'take'), false],
    ['of one of its name in a file of which nothing is said', on('src/b.ts', 'take'), true],
    ['of a unit that is kept', on('src/a.ts', 'kept'), true],
    ['of the file, of which something is kept', on('src/a.ts'), true],
    ['of a unit of which nothing is said', on('src/a.ts', 'other'), true],
    ['of nothing by name', on(), true],
  ])('is a dependency %s: %j, %s', (_, entry, expected) => {
    expect(stays(gone, entry)).toBe(expected)
  })

  it('is none of a file of which nothing is kept', () => {
    const elsewhere = region({ ...unit('kept'), file: 'src/b.ts' })
    expect(stays(gone, on('src/a.ts'), elsewhere)).toBe(false)
    expect(stays(region({}), on('src/a.ts'), elsewhere)).toBe(false)
    expect(stays(region({}), on(undefined, undefined), elsewhere)).toBe(true)
  })

  it('is told by the name that a file had when it was recorded, too', () => {
    const renamed = region({ ...unit('take'), recorded_file: 'src/old.ts' })
    const kept = region({ ...unit('kept'), recorded_file: 'src/older.ts' })
    expect(stays(renamed, on('src/old.ts', 'take'), kept)).toBe(false)
    expect(stays(renamed, on('src/old.ts'), kept)).toBe(false)
    expect(stays(renamed, on('src/a.ts', 'take'), kept)).toBe(false)
    expect(stays(renamed, on('src/older.ts', 'kept'), kept)).toBe(true)
    expect(stays(renamed, on('src/older.ts', 'take'), kept)).toBe(true)
  })

  it('is told by a name of a thousand characters, and longer ones as they stand', () => {
    const long = (length: number): string => `Pool::${'x'.repeat(length - 'Pool::'.length)}`
    expect(stays(region(unit(long(1000))), on('src/a.ts', long(1000).slice('Pool::'.length)))).toBe(false)
    expect(stays(region(unit(long(1001))), on('src/a.ts', long(1001).slice('Pool::'.length)))).toBe(true)
    expect(stays(region(unit(long(1001))), on('src/a.ts', long(1001)))).toBe(false)
  })

  it.each([
    ['of what was dropped', ['src/a.ts:Pool::take'], false],
    ['of what was dropped and of what nothing is said', ['src/a.ts:take', 'x.ts'], false],
    ['of what was dropped and of what is kept', ['src/a.ts:take', 'src/a.ts:kept'], true],
    ['of the file', ['src/a.ts'], true],
    ['of what nothing is said', ['x.ts'], true],
    ['of a name alone', [':take'], false],
    ['of nothing', [], true],
  ])('is a group %s: %j, %s', (_, regions, expected) => {
    const kept = region(unit('kept'))
    const entry = { description: 'd', regions, commit: 'c' }
    const output = outputOf({ regions: [kept, gone], cross_cutting: [entry] })
    expect(createEntryFilter(output)([kept]).crossCutting(entry)).toBe(expected)
  })
})
