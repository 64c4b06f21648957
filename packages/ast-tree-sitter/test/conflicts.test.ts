import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTreeSitterParser } from '@chronicle/ast-tree-sitter'
import type { Outline } from '@chronicle/core/contracts'
import type { RepoPath } from '@chronicle/schema'
import { afterAll, describe, expect, it } from 'vitest'
import { fixtures } from './fixtures.ts'

const parser = createTreeSitterParser()
const folder = mkdtempSync(join(tmpdir(), 'conflicts-'))
afterAll(() => {
  rmSync(folder, { recursive: true, force: true })
})

const BASE = 'export function pay(amount) {\n  const fee = 1\n  return amount + fee\n}\n\nexport function last() {\n}\n'
const OURS = BASE.replace('fee = 1', 'fee = 2').replace('last() {\n', 'last() {\n  return 1\n')
const THEIRS = `${BASE.replace('fee = 1', 'fee = 3').replace('last() {\n}\n', 'last() {\n  return 2\n}\n\nexport function added() {\n}\n')}`

/** Returns a file with the conflict markers that git writes when both sides changed it. */
function merged(style: readonly string[], eol = '\n'): string {
  const files = Object.entries({ ours: OURS, base: BASE, theirs: THEIRS }).map(([name, text]) => {
    writeFileSync(join(folder, name), text.replaceAll('\n', eol))
    return name
  })
  try {
    execFileSync('git', ['merge-file', '-p', ...style, ...files], { cwd: folder, encoding: 'utf8' })
  } catch (error) {
    return (error as { stdout: string }).stdout
  }
  throw new Error('There is no conflict.')
}

async function outlineOf(path: string, text: string): Promise<Outline> {
  return (await parser.outline({ path: path as RepoPath, text }))._unsafeUnwrap()
}

describe('a file in conflict', () => {
  it.each([
    [[], '\n'],
    [['--diff3'], '\n'],
    [[], '\r\n'],
  ])('has the units of both sides, as git left them %j with %j', async (style, eol) => {
    const text = merged(style, eol)
    const lines = text.split('\n')
    const outline = await outlineOf('pay.js', text)
    expect(outline.partial).toBe(true)
    expect(outline.units.map(({ name }) => name)).toEqual(['pay', 'last', 'added'])
    const [pay, last, added] = outline.units.map(({ lines: { end, start } }) => lines.slice(start - 1, end))
    expect(pay?.[0]).toMatch('function pay')
    expect(pay?.at(-1)?.trim()).toBe('}')
    expect(pay).toEqual(expect.arrayContaining([expect.stringMatching('fee = 2'), expect.stringMatching('fee = 3')]))
    expect(last).toEqual(expect.arrayContaining([expect.stringMatching('return 1'), expect.stringMatching('return 2')]))
    expect(added?.[0]).toMatch('function added')
  })

  it.each<[string, string, readonly string[]]>([
    [
      'a unit of the other side with a decorator above the conflict',
      "@route('/x')\n<<<<<<< HEAD\ndef a():\n=======\ndef b():\n>>>>>>> side\n    return 1\n",
      ['1-7 a', '1-7 b'],
    ],
    [
      'units that each side adds at the end of another one',
      'def last():\n<<<<<<< HEAD\n    return 1\n\ndef ours():\n    return 2\n=======\n    return 3\n\ndef theirs():\n    return 4\n>>>>>>> side\n',
      ['1-8 last', '5-6 ours', '10-11 theirs'],
    ],
    [
      'a base that was merged itself',
      'def a():\n<<<<<<< HEAD\n    return 1\n||||||| merged\n<<<<<<<<< one\n    return 2\n||||||||| older\n    return 3\n=========\n    return 4\n>>>>>>>>> two\n=======\n    return 5\n>>>>>>> side\n\ndef b():\n    return 6\n',
      ['1-13 a', '16-17 b'],
    ],
  ])('has %s', async (_, text, units) => {
    const outline = await outlineOf('a.py', text)
    expect(outline.units.map(({ lines, name }) => `${lines.start}-${lines.end} ${name}`)).toEqual(units)
  })

  it.each(fixtures)('has every unit of $path where both sides have a line of it', async ({ path, text }) => {
    const whole = await outlineOf(path, text)
    const lines = text.split('\n')
    for (let at = 0; at < lines.length; at += Math.max(1, Math.floor(lines.length / 12))) {
      const line = lines[at] ?? ''
      const conflict = ['<<<<<<< HEAD', line, '=======', line, '>>>>>>> other']
      const outline = await outlineOf(path, lines.toSpliced(at, 1, ...conflict).join('\n'))
      expect([at, outline.units.map(({ name }) => name)]).toEqual([at, whole.units.map(({ name }) => name)])
    }
  })

  it.each([
    ['without an end', 'export const a = 1\n<<<<<<< HEAD\n=======\n'],
    ['without a middle', 'export const a = 1\n<<<<<<< HEAD\n>>>>>>> other\n'],
  ])('is none %s', async (_, text) => {
    expect((await outlineOf('a.js', text)).units.map(({ name }) => name)).toEqual(['a'])
  })
})
