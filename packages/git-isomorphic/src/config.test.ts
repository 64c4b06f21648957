import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { configValue, isTrue, parseConfig } from './config.ts'

const folder = mkdtempSync(join(tmpdir(), 'chronicle-config-'))
afterAll(() => rmSync(folder, { recursive: true }))

/**
 * Returns what git reads from a file: `section.key` and value, `true` if it has no value. Returns `undefined` if git
 * rejects the file.
 */
const readByGit = (text: string): readonly (readonly [string, string])[] | undefined => {
  const file = join(folder, 'config')
  writeFileSync(file, text)
  const { stdout, status } = spawnSync('git', ['config', '--file', file, '-z', '--list'])
  if (status !== 0) return undefined
  const entries = stdout.toString().split('\0').slice(0, -1)
  return entries.map((entry) => {
    const end = entry.indexOf('\n')
    return end < 0 ? [entry, 'true'] : [entry.slice(0, end), entry.slice(end + 1)]
  })
}

const readByUs = (text: string): readonly (readonly [string, string])[] =>
  parseConfig(text).map(({ section, subsection, key, value }) => [
    [section, ...(subsection === undefined ? [] : [subsection]), key].join('.'),
    value,
  ])

describe('parseConfig', () => {
  // Omits white space other than spaces, which git before version 2.45 converted to spaces.
  it('reads what git reads', () => {
    const value = fc.array(
      fc.constantFrom(
        'a',
        'B',
        ' ',
        '  ',
        '"q # s"',
        '\\n',
        '\\t',
        '\\"',
        '\\\\',
        '=',
        '"',
        "'",
        'ü',
        '[',
        '\\\n  ',
        '#c',
        ';c',
      ),
      { maxLength: 8 },
    )
    const entry = fc
      .tuple(
        fc.constantFrom('key', 'Key2', 'a-b'),
        fc.constantFrom(' = ', '=', '\t=  '),
        value.map((parts) => parts.join('')),
      )
      .map((parts) => parts.join(''))
    const header = fc.constantFrom(
      '[core]',
      '[Core "Sub"]',
      '[user "with \\"quotes\\" and \\\\"]',
      '[a.B]',
      '[x] y = z',
      '[core] ; comment',
    )
    const line = fc.oneof(entry, fc.constantFrom('', '# comment', '  ; comment', 'flag', '\tindented = yes  '), header)
    fc.assert(
      fc.property(fc.array(line, { maxLength: 12 }), (lines) => {
        const text = ['[first]', ...lines, ''].join('\n')
        const expected = readByGit(text)
        // Git reads nothing from a file that contains a mistake.
        fc.pre(expected !== undefined)
        expect(readByUs(text)).toEqual(expected)
      }),
      { numRuns: 250 },
    )
  })

  it('passes over what is no configuration', () => {
    expect(parseConfig('key = before any section\n[broken\n[ok]\n= nothing\n9 = digits\nkey = value\r\n')).toEqual([
      { section: 'ok', key: 'key', value: 'value' },
    ])
    expect(parseConfig('')).toEqual([])
  })
})

describe('configValue', () => {
  const entries = parseConfig('[a]\nb = 1\nb = 2\n[a "s"]\nb = 3\n')
  it('takes the last one', () => {
    expect(configValue(entries, 'a', 'b')).toBe('2')
    expect(configValue(entries, 'a', 'b', 's')).toBe('3')
    expect(configValue(entries, 'a', 'c')).toBeUndefined()
  })
})

it.each([
  ['true', true],
  ['YES', true],
  ['on', true],
  ['1', true],
  ['0', false],
  ['false', false],
  ['', false],
  [undefined, false],
])('takes %j for %s', (text, expected) => {
  expect(isTrue(text)).toBe(expected)
})
