import * as fc from 'fast-check'
import { parse, stringify } from 'smol-toml'
import { expect, it } from 'vitest'
import { tomlStanzas } from './toml-stanzas.ts'

const key = fc
  .oneof(fc.stringMatching(/^[\w-]{1,6}$/u), fc.string({ minLength: 1, maxLength: 6 }))
  .filter((name) => !['__proto__', 'constructor', 'toString', 'valueOf'].includes(name))
const scalar = fc.oneof(fc.integer(), fc.boolean(), fc.string(), fc.constant('"""\n[x]\n'), fc.constant("a = 1\n['b']"))
const { table } = fc.letrec<{ table: Record<string, unknown>; value: unknown }>((tie) => ({
  table: fc.dictionary(key, tie('value'), { maxKeys: 4, noNullPrototype: true }),
  value: fc.oneof(
    { depthSize: 'small' },
    scalar,
    fc.array(scalar, { maxLength: 3 }),
    tie('table'),
    fc.array(tie('table'), { minLength: 1, maxLength: 2 }),
  ),
}))

/** Whether a path of keys exists, in any table of an array of tables. */
function leadsSomewhere(value: unknown, keys: readonly string[]): boolean {
  const [first, ...rest] = keys
  if (first === undefined) return true
  if (Array.isArray(value)) return value.some((item) => leadsSomewhere(item, keys))
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, first)) return false
  return leadsSomewhere((value as Readonly<Record<string, unknown>>)[first], rest)
}

it('finds every table and key that smol-toml writes, and nothing else', () => {
  fc.assert(
    fc.property(table, (value) => {
      const text = stringify(value)
      const { stanzas, broken } = tomlStanzas(text)
      expect(broken).toBe(false)
      const parsed: unknown = parse(text)
      for (const { keys } of stanzas) expect([text, keys, leadsSomewhere(parsed, keys)]).toEqual([text, keys, true])
      for (const name of Object.keys(value)) {
        expect([text, stanzas.some(({ keys }) => keys[0] === name)]).toEqual([text, true])
      }
    }),
  )
})

it('gives each key the lines of its value', () => {
  fc.assert(
    fc.property(table, (value) => {
      const text = stringify(value)
      const lines = text.split('\n')
      for (const { keys, start, end, level } of tomlStanzas(text).stanzas) {
        if (level !== 2) continue
        const own = parse(lines.slice(start - 1, end).join('\n'))
        expect(Object.keys(own)).toEqual([keys.at(-1)])
      }
    }),
  )
})

it('understands keys with dots, quotes and escapes, and strings over several lines', () => {
  const text = `a.b."c.d" = 1
'e f' = """
[not]
a = "\\""""" # "
"\\u00e9" = '''
'x' ''''
[ g . "h" ] # [no]
i = [ "]",
  { j = "[" } ]
k = 2
[[l]]
`
  const found = tomlStanzas(text)
  expect(found.broken).toBe(false)
  expect(found.stanzas.map(({ keys, start, end }) => [keys, start, end])).toEqual([
    [['a', 'b', 'c.d'], 1, 1],
    [['e f'], 2, 4],
    [['é'], 5, 6],
    [['g', 'h'], 7, 10],
    [['g', 'h', 'i'], 8, 9],
    [['g', 'h', 'k'], 10, 10],
    [['l'], 11, 11],
  ])
})
