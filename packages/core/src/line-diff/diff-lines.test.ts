import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { diffLines, type Edit } from './diff-lines.ts'
import { LineTable } from './line-table.ts'

const folder = mkdtempSync(join(tmpdir(), 'chronicle-diff-'))
afterAll(() => rmSync(folder, { recursive: true }))

const diffTexts = (a: string, b: string): readonly Edit[] => {
  const table = new LineTable()
  return diffLines(table.number(Buffer.from(a)), table.number(Buffer.from(b)), table)
}

/** Returns the hunks of `git diff -U0`. For an empty side git names the line before it, otherwise the first line. */
const diffByGit = (a: string, b: string): readonly Edit[] => {
  writeFileSync(join(folder, 'a'), a)
  writeFileSync(join(folder, 'b'), b)
  const args = ['diff', '--no-index', '-U0', '--text', '--no-color', '--no-ext-diff', 'a', 'b']
  const { stdout, status } = spawnSync('git', args, {
    cwd: folder,
    maxBuffer: 1e9,
    env: { ...process.env, HOME: folder },
  })
  expect([0, 1]).toContain(status)
  return [...stdout.toString('latin1').matchAll(/^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/gm)].map((match) => {
    const [lineA = 0, countA = 1, lineB = 0, countB = 1] = match
      .slice(1)
      .map((text) => (text ? Number(text) : undefined))
    const startA = countA === 0 ? lineA : lineA - 1
    const startB = countB === 0 ? lineB : lineB - 1
    return { startA, endA: startA + countA, startB, endB: startB + countB }
  })
}

const splitLines = (text: string): readonly string[] => text.match(/[^\n]*\n|[^\n]+$/g) ?? []

/** Lines that repeat, are blank, or are indented, so that there are many equally short edits. */
const line = fc
  .tuple(
    fc.constantFrom('', '  ', '\t', '      '),
    fc.constantFrom('', '{', '}', 'a', 'b', 'c', 'return x'),
    fc.constantFrom('', '', '', '\r'),
  )
  .map((parts) => `${parts.join('')}\n`)

const text = fc
  .tuple(fc.array(line, { maxLength: 40 }), fc.boolean())
  .map(([lines, terminated]) => (terminated ? lines.join('') : lines.join('').replace(/\n$/, '')))

/** A text and an edited copy of it. */
const textPair = fc.oneof(
  fc.tuple(text, text),
  fc
    .tuple(
      fc.array(line, { minLength: 1, maxLength: 60 }),
      fc.array(fc.tuple(fc.nat(60), fc.nat(4), fc.array(line, { maxLength: 4 })), { maxLength: 5 }),
    )
    .map(([lines, splices]): [string, string] => {
      const edited = [...lines]
      for (const [at, removed, added] of splices) edited.splice(at % (edited.length + 1), removed, ...added)
      return [lines.join(''), edited.join('')]
    }),
)

describe('diffLines', () => {
  it('finds the edits of git', () => {
    fc.assert(
      fc.property(textPair, ([a, b]) => {
        expect(diffTexts(a, b)).toEqual(diffByGit(a, b))
      }),
      { numRuns: 400 },
    )
  })

  it('turns one text into the other, with unchanged lines between the edits', () => {
    fc.assert(
      fc.property(textPair, ([a, b]) => {
        const from = splitLines(a)
        const to = splitLines(b)
        const edits = diffTexts(a, b)
        const rebuilt: string[] = []
        let at = 0
        for (const [index, edit] of edits.entries()) {
          if (index > 0) expect(edit.startA).toBeGreaterThan(at)
          rebuilt.push(...from.slice(at, edit.startA), ...to.slice(edit.startB, edit.endB))
          at = edit.endA
        }
        expect([...rebuilt, ...from.slice(at)]).toEqual(to)
      }),
      { numRuns: 1000 },
    )
  })

  it.each([
    ['both empty', '', ''],
    ['from nothing', '', 'a\nb\n'],
    ['to nothing', 'a\nb\n', ''],
    ['a newline at the end taken away', 'a\nb\n', 'a\nb'],
    ['line ends changed', 'a\nb\nc\n', 'a\r\nb\r\nc\r\n'],
    ['a NUL', 'a\0\nb\n', 'a\0\nc\n'],
    ['a group that can be moved to the end', 'x\n\n  end\n', 'x\n\n  end\n\ny\n\n  end\n'],
    ['only blank lines', '\n\n\n', '\n\n\n\n\n'],
  ])('agrees with git on %s', (_, a, b) => {
    expect(diffTexts(a, b)).toEqual(diffByGit(a, b))
  })

  it('agrees with git where texts are large and have little in common', () => {
    for (const [size, words, noise] of [
      [4000, 40, 3],
      [4000, 3000, 3],
      [3000, 3, 10],
      [6000, 400, 50],
    ] as const) {
      const random = createRandom(size + words + noise)
      const newLine = (): string => `${' '.repeat(random(4) * 2)}${random(10) === 0 ? '' : `word ${random(words)}`}\n`
      const a = Array.from({ length: size }, newLine)
      const b = a.flatMap((original) => [
        ...(random(noise) === 0 ? [newLine()] : []),
        ...(random(noise) === 0 ? [] : [original]),
        ...(random(400) === 0 ? a.slice(random(size)).slice(0, random(60)) : []),
      ])
      expect(diffTexts(a.join(''), b.join(''))).toEqual(diffByGit(a.join(''), b.join('')))
    }
  })
})

/** Returns a fixed sequence of numbers below a bound. */
function createRandom(seed: number): (bound: number) => number {
  let state = seed
  return (bound) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff
    return (state >> 8) % bound
  }
}
