import { describe, expect, it } from 'vitest'
import { strongComponents } from './strong-components.ts'

const graphOf = (edges: Readonly<Record<string, readonly string[]>>): ReadonlyMap<string, readonly string[]> =>
  new Map(Object.entries(edges))

describe('strongComponents', () => {
  it('finds nothing where all edges point down', () => {
    expect(strongComponents(graphOf({ a: ['b', 'c'], b: ['c'], c: [], d: ['d'] }))).toEqual([])
  })

  it('finds each group once, the largest first, with what only leads to it left out', () => {
    const graph = graphOf({ in: ['a'], a: ['b'], b: ['c'], c: ['a', 'x'], x: ['y'], y: ['x', 'out'], out: [] })
    expect(strongComponents(graph)).toEqual([
      ['a', 'b', 'c'],
      ['x', 'y'],
    ])
  })

  it('follows edges to nodes that have none of their own', () => {
    expect(strongComponents(graphOf({ a: ['missing'] }))).toEqual([])
  })
})
