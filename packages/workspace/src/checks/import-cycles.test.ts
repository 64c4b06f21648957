import { describe, expect, it } from 'vitest'
import { readCheckout, type Checkout } from '../measure/checkout-sources.ts'
import { findImportCycles, importGraph } from '../measure/import-cycles.ts'
import { repositoryRoot } from './workspace-packages.ts'

describe('the imports of this repository', () => {
  const checkout: Checkout = readCheckout(repositoryRoot)

  it('are understood: nearly every file is imported by another one', () => {
    const graph = importGraph(checkout)
    const imported = new Set([...graph.values()].flat())
    expect(graph.size).toBeGreaterThan(1000)
    expect(imported.size / graph.size).toBeGreaterThan(0.85)
  })

  it('have no cycle between files, those of types included', () => {
    expect(findImportCycles(checkout).files).toEqual([])
  })

  it('have no cycle between packages, those needed for tests included', () => {
    expect(findImportCycles(checkout).packages).toEqual([])
  })
})
