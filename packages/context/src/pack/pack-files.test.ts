import { bytesPerFour } from '@chronicle/core/text'
import type { AstUnitType } from '@chronicle/core/contracts'
import type { RepoPath } from '@chronicle/schema'
import { describe, expect, it } from 'vitest'
import type { SymbolFacts } from '../facts/file-facts.ts'
import type { RankedSymbol } from '../rank/rank-symbols.ts'
import { addSignatures, divideFiles, packBodies } from './pack-files.ts'

const tokens = bytesPerFour()
const path = 'src/stream.ts' as RepoPath

const symbol = (name: string, kind: AstUnitType, start: number, end: number): SymbolFacts => ({
  ...{ name, kind, lines: { start, end }, signature: `function ${name}()`, references: {} },
})
const symbols = [
  symbol('stream', 'function', 11, 200),
  symbol('stream::generate', 'function', 21, 60),
  symbol('close', 'function', 301, 320),
]
const facts = { lines: 1_000, bytes: 9_000, imports: [], strings: [], rationale: [], symbols }

const rankedBy = (scores: readonly number[]): readonly RankedSymbol[] =>
  symbols.flatMap((of, index) => {
    const score = scores[index]
    return score === undefined ? [] : [{ path, index, symbol: of, score, breakdown: {} }]
  })

/** Divides a file of 1,000 lines with a long function, one inside of it, and one after it. */
function divided(scores: readonly number[]): ReturnType<typeof divideFiles> {
  const text = Array.from({ length: 1_000 }, (_, line) => `line ${line + 1}\n`).join('')
  return divideFiles([{ path, rank: 1, facts, text }], rankedBy(scores), [], 4_000, tokens)
}

const placesOf = (scores: readonly number[], budget: number): readonly string[] =>
  packBodies(divided(scores), budget).flatMap(({ parts }) =>
    parts.map(({ name = '', lines: { start, end }, text }) => {
      expect(text.split('\n')).toEqual(Array.from({ length: end - start + 1 }, (_, at) => `line ${start + at}`))
      return `${name} ${start}-${end}`
    }),
  )

describe('packBodies', () => {
  it('gives all that a long function has around the function inside of it, and one part where they touch', () => {
    expect(placesOf([3, 2, 1], 700)).toEqual([' 1-10', 'stream 11-200', 'close 301-320'])
  })

  it('gives what is around a function inside of a long one with that one, and before what scores less', () => {
    expect(placesOf([3, 1, 2], 440)).toEqual([' 1-10', 'stream 11-20', 'stream 61-200', 'close 301-320'])
  })

  it('ranks a part after a function in pieces as if that were one', () => {
    const [file] = divided([3, 1, 2])
    expect(file?.candidate.partRanks).toEqual([4, 1, 3, 1, 5, 2, 6])
  })
})

describe('divideFiles', () => {
  const kept = symbol('kept', 'function', 2, 4)
  const files = Array.from({ length: 12 }, (_, at) => ({
    ...{ path: `src/${at}.ts` as RepoPath, rank: at + 1, facts: { ...facts, symbols: [kept] } },
    text: Array.from({ length: 500 }, (__, line) => `line ${line + 1}\n`).join(''),
  }))
  const ranked = files.map((file) => ({ path: file.path, index: 0, symbol: kept, score: 1, breakdown: {} }))

  it('divides a file beyond the reach of the budget only if the task names a unit of it', () => {
    const dividedFor = (named: readonly RankedSymbol[]): readonly string[] =>
      divideFiles(files, ranked, named, 400, tokens).map((file) => file.path)
    expect(dividedFor([])).toHaveLength(8)
    expect(dividedFor(ranked.slice(10, 11)).slice(8)).toEqual(['src/10.ts'])
  })
})

describe('addSignatures', () => {
  it('tells of the likeliest units of files that no part fits of', () => {
    const files = addSignatures([], [], rankedBy([2, 1, 3]), new Map([[path, facts]]), () => 1, 60, tokens)
    expect(files.map((file) => file.path)).toEqual([path])
    expect(files[0]?.parts).toMatchObject([
      { name: 'stream', tier: 'primary', detail: 'signature' },
      { name: 'stream::generate', tier: 'primary', detail: 'signature' },
      { name: 'close', tier: 'primary', detail: 'signature' },
    ])
  })

  it('does not repeat the comment of a declaration that is shown', () => {
    const shown = { ...symbol('builder', 'field', 5, 5), signature: 'builder = None  # type: Builder' }
    const symbolsOfClass = [shown, { ...symbol('close', 'method', 7, 9), doc: 'Closes it.' }].map((each) => ({
      ...{ doc: 'type: Builder', ...each },
    }))
    const of = { ...facts, symbols: symbolsOfClass }
    const supporting = [0, 1].map((index) => ({ path, index, tier: 'supporting' as const }))
    const files = addSignatures([], supporting, [], new Map([[path, of]]), () => 1, 60, tokens)
    expect(files[0]?.parts.map(({ doc }) => doc)).toEqual([undefined, 'Closes it.'])
  })

  it('says on which line a declaration begins, below its comment, once', () => {
    const of = { ...facts, symbols: [{ ...symbol('close', 'method', 7, 12), declaredAt: 10 }] }
    const supporting = [0, 0].map((index) => ({ path, index, tier: 'supporting' as const }))
    const files = addSignatures([], supporting, [], new Map([[path, of]]), () => 1, 60, tokens)
    expect(files[0]?.parts.map(({ lines }) => lines)).toEqual([{ start: 10, end: 12 }])
  })
})
