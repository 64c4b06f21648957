import fc from 'fast-check'
import { anyCodePoint } from '@chronicle/testing'

type Schema = Readonly<Record<string, unknown>>

/** Texts that have a meaning here, or that are known to break software. */
const TEXTS: readonly string[] = [
  ...[
    'src/client.ts',
    'src/pool.ts',
    'README.md',
    'src',
    '.',
    '',
    'src/absent.ts',
    './src//client.ts',
    'SRC/CLIENT.TS',
  ],
  ...[
    '../outside',
    '/etc/passwd',
    '/',
    'a\0b',
    'C:\\windows',
    'src\\client.ts',
    '-',
    '--all',
    '.git/config',
    'x'.repeat(5000),
  ],
  ...[
    'connect',
    'MqttClient.connect',
    'MqttClient::connect',
    'conect',
    'acquire',
    '::',
    '.',
    '#',
    '__proto__',
    'constructor',
  ],
  ...[
    'WORKTREE',
    'INDEX',
    'HEAD',
    'HEAD~1',
    'HEAD^{tree}',
    ':/Add',
    '@{u}',
    'main..HEAD',
    '0'.repeat(40),
    'refs/notes/chronicle',
  ],
  ...[
    '1:2',
    '2:1',
    '0:0',
    '1:99999999999999999999',
    '3',
    '2024-01-01',
    '2024-13-45',
    'yesterday',
    'reliability',
    '\u202e',
    '💥',
    '\ud800',
  ],
]

const text = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...TEXTS) },
  { weight: 1, arbitrary: fc.string({ unit: anyCodePoint(), maxLength: 40 }) },
)

/** Values that exist in the test repository, so that some calls succeed. */
const KNOWN: Readonly<Record<string, readonly string[]>> = {
  path: ['src/client.ts', 'src/pool.ts'],
  paths: ['src/client.ts', 'src/pool.ts', 'README.md'],
  file: ['README.md'],
  anchor: ['connect', 'acquire'],
  at: ['WORKTREE', 'INDEX', 'HEAD'],
  lines: ['1:2', '1'],
  since: ['2024-01-01', 'HEAD~1'],
  tags: ['reliability'],
  commit: ['HEAD'],
  target: ['src/client.ts', 'README.md', 'connect', 'acquire'],
  symbol: ['connect', 'MqttClient.connect', 'src/pool.ts:acquire'],
  old_text: ['dial(): void {}', 'return limit', '# Station\n'],
  against: ['HEAD', 'INDEX', 'WORKTREE', 'commit:HEAD~1'],
}

/** Values that are only valid if an earlier answer contained them. */
const GIVEN_BY_ANSWERS: ReadonlySet<string> = new Set(['cursor'])

/** Generates arguments that a schema allows, and occasionally some that it does not. */
export function argumentsFor(schema: Schema): fc.Arbitrary<Record<string, unknown>> {
  const wild = fc.dictionary(
    fc.constantFrom('path', 'paths', 'anchor', 'lines', 'at', 'mode', 'target', 'symbol', 'toString'),
    fc.jsonValue(),
  )
  const generated = fc.oneof(
    { weight: 3, arbitrary: valueFor(schema, { wrong: 0, known: true }) },
    { weight: 3, arbitrary: valueFor(schema, { wrong: 0, known: false }) },
    { weight: 2, arbitrary: valueFor(schema, { wrong: 0.15, known: false }) },
    { weight: 1, arbitrary: wild },
  )
  return generated as fc.Arbitrary<Record<string, unknown>>
}

interface GeneratorOptions {
  /** Probability that a part is replaced by arbitrary JSON. */
  readonly wrong: number
  /** Whether to use only texts that exist in the repository. */
  readonly known: boolean
}

/** Generates values of a schema. `key` is the name of the argument. */
function valueFor(schema: Schema, taste: GeneratorOptions, key = ''): fc.Arbitrary<unknown> {
  const right = rightValueFor(schema, taste, key)
  const weight = Math.round(taste.wrong * 100)
  if (weight === 0 || schema['type'] === 'object') return right
  return fc.oneof({ weight: 100 - weight, arbitrary: right }, { weight, arbitrary: fc.jsonValue() })
}

function rightValueFor(schema: Schema, taste: GeneratorOptions, key: string): fc.Arbitrary<unknown> {
  const { type, enum: choices, minimum, maximum } = schema
  if (schema['const'] !== undefined) return fc.constant(schema['const'])
  if (Array.isArray(choices)) return fc.constantFrom<unknown>(...(choices as readonly unknown[]))
  if (type === 'string') {
    if (taste.known) return fc.constantFrom(...(KNOWN[key] ?? ['some words']))
    return schema['minLength'] === undefined ? text : text.filter((one) => one !== '')
  }
  if (type === 'boolean') return fc.boolean()
  if (type === 'integer') {
    const min = Number(minimum ?? 0)
    const few = fc.integer({ min, max: taste.known && key !== 'max_tokens' ? min + 6 : 3000 })
    if (taste.known) return few
    return fc.oneof(
      few,
      fc.maxSafeInteger().map((number) => Math.max(1, Math.abs(number))),
    )
  }
  if (type === 'number') return fc.double({ min: Number(minimum ?? 0), max: Number(maximum ?? 1), noNaN: true })
  if (type === 'array') {
    const items = valueFor((schema['items'] ?? {}) as Schema, taste, key)
    return fc.array(items, { minLength: Number(schema['minItems'] ?? 0), maxLength: 4 })
  }
  if (type === 'object') return objectFor(schema, taste)
  return fc.jsonValue()
}

function objectFor(schema: Schema, taste: GeneratorOptions): fc.Arbitrary<object> {
  const properties = Object.entries((schema['properties'] ?? {}) as Readonly<Record<string, Schema>>)
  const model = Object.fromEntries(properties.map(([name, value]) => [name, valueFor(value, taste, name)]))
  const requiredKeys = (schema['required'] ?? []) as readonly string[]
  const whole = fc.record(model, { requiredKeys: [...requiredKeys] })
  if (!taste.known) return whole
  // Only few optional arguments at a time, because many exclude each other.
  const others = Object.keys(model).filter((name) => !requiredKeys.includes(name) && !GIVEN_BY_ANSWERS.has(name))
  return fc
    .subarray(others, { maxLength: Math.min(3, others.length) })
    .chain((names) => fc.record(Object.fromEntries([...requiredKeys, ...names].map((name) => [name, model[name]!]))))
}
