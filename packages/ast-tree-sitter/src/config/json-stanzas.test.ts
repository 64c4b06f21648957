import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { jsonStanzas } from './json-stanzas.ts'

/** Returns the paths of object keys down to three levels, in order. JavaScript puts numeric keys first. */
function pathsOf(value: unknown, keys: readonly string[] = []): readonly string[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value) || keys.length === 3) return []
  return Object.entries(value).flatMap(([key, inner]) => {
    const path = [...keys, key]
    return [JSON.stringify(path), ...pathsOf(inner, path)]
  })
}

it('finds the keys that JSON.parse finds, however they are laid out', () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 5 }), fc.constantFrom('', ' ', '\t', '    '), (text, indent) => {
      const value: unknown = JSON.parse(text)
      const { stanzas, broken } = jsonStanzas(JSON.stringify(value, null, indent))
      expect(broken).toBe(false)
      expect(stanzas.map(({ keys }) => JSON.stringify(keys)).sort()).toEqual([...pathsOf(value)].sort())
    }),
  )
})

it('gives each value the lines it is on', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 3 }), { noNullPrototype: true }), (value) => {
      const text = JSON.stringify(value, null, 2)
      const lines = text.split('\n')
      for (const { keys, start, end } of jsonStanzas(text).stanzas) {
        const inner = keys.reduce<unknown>((outer, key) => (outer as Readonly<Record<string, unknown>>)[key], value)
        const own = lines
          .slice(start - 1, end)
          .join('\n')
          .trim()
          .replace(/,$/u, '')
        expect(JSON.stringify(JSON.parse(`{${own}}`))).toBe(JSON.stringify({ [keys.at(-1) ?? '']: inner }))
      }
    }),
  )
})

it.each(['{', '}', '{"a"}', '{"a":}', '{"a" 1}', '{"a":1 "b":2}', '[1,', '{"a":1}}', '', '{"a":"x', '{,}', 'nul'])(
  'calls %s broken',
  (text) => {
    expect(jsonStanzas(text).broken).toBe(true)
  },
)

it.each(['{}', '[]', '1', '// a\n{"a": 1,}', '{"a": [1, 2,], /* b */ "c": {}}'])('calls %s whole', (text) => {
  expect(jsonStanzas(text).broken).toBe(false)
})
