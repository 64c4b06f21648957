import { expect, it } from 'vitest'
import { unitsOf, type Stanza } from './stanza.ts'

function tree(width: number, levels: number): readonly Stanza[] {
  const stanzas: Stanza[] = []
  const fill = (keys: readonly string[]): void => {
    for (let index = 0; index < width && keys.length < levels; index++) {
      const path = [...keys, `k${index}`]
      stanzas.push({ keys: path, level: path.length, start: 1, end: 1 })
      fill(path)
    }
  }
  fill([])
  return stanzas
}

it('names three levels, fewer in large files', () => {
  const depthOf = (stanzas: readonly Stanza[]): number =>
    Math.max(...unitsOf(stanzas).map((unit) => unit.name.split('::').length))
  expect(depthOf(tree(5, 5))).toBe(3)
  expect(depthOf(tree(20, 3))).toBe(2)
  expect(depthOf(tree(60, 2))).toBe(1)
})

it('names keys on one line, empty ones too', () => {
  const stanza = { level: 1, start: 1, end: 1 }
  const names = unitsOf([
    { ...stanza, keys: ['a', ''] },
    { ...stanza, keys: [' b\n\u0000c '] },
  ]).map((unit) => unit.name)
  expect(names).toEqual(['a::""', 'b c'])
})
