import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { parse, stringify } from 'yaml'
import { yamlStanzas } from './yaml-stanzas.ts'

const key = fc.oneof(
  fc.stringMatching(/^[a-z][\w -]{0,5}[a-z]$/u),
  fc.constantFrom('# x', 'a: b', '- c', '"q"', "it's"),
)
const scalar = fc.oneof(
  fc.integer(),
  fc.boolean(),
  fc.string(),
  fc.constant('one\n# two\nkey: three\n'),
  fc.constant(null),
)
const { mapping } = fc.letrec<{ mapping: Record<string, unknown>; value: unknown }>((tie) => ({
  mapping: fc.dictionary(key, tie('value'), { minKeys: 1, maxKeys: 4, noNullPrototype: true }),
  value: fc.oneof(
    { depthSize: 'small' },
    scalar,
    fc.array(scalar, { maxLength: 3 }),
    tie('mapping'),
    fc.array(tie('mapping'), { maxLength: 2 }),
  ),
}))

function pathsOf(value: unknown, keys: readonly string[] = []): readonly string[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value) || keys.length === 3) return []
  return Object.entries(value).flatMap(([name, inner]) => {
    const path = [...keys, name]
    return [JSON.stringify(path), ...pathsOf(inner, path)]
  })
}

it('finds the keys that are written, and no others', () => {
  fc.assert(
    fc.property(mapping, (value) => {
      const text = stringify(value)
      const { stanzas, broken } = yamlStanzas(text)
      expect(broken).toBe(false)
      expect(stanzas.map(({ keys }) => JSON.stringify(keys)).sort()).toEqual([...pathsOf(value)].sort())
    }),
  )
})

it('gives each key the lines of its value', () => {
  fc.assert(
    fc.property(mapping, (value) => {
      const text = stringify(value)
      const lines = text.split('\n')
      for (const { keys, start, end } of yamlStanzas(text).stanzas) {
        const inner = keys.reduce<unknown>((outer, name) => (outer as Readonly<Record<string, unknown>>)[name], value)
        const own: unknown = parse(`${lines.slice(start - 1, end).join('\n')}\n`)
        expect(own).toEqual({ [keys.at(-1) ?? '']: inner })
      }
    }),
  )
})

it.each(['a: "x', 'a: [1\nb: 2', 'a: 1\n b: 2\n', '\t- a'])('calls %j broken', (text) => {
  expect(yamlStanzas(text).broken).toBe(true)
})

it('has nothing to name in sequences and scalars', () => {
  for (const text of ['- a: 1\n- b: 2\n', 'just text\n', ''])
    expect(yamlStanzas(text)).toEqual({ stanzas: [], broken: false })
})
