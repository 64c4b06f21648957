import type { TokenCounter } from '@chronicle/core/contracts'
import { bytesPerFour } from '@chronicle/core/text'
import type { CommitId, RecordedNote, RepoPath } from '@chronicle/schema'
import { expect, it } from 'vitest'
import type { SymbolFacts } from '../facts/file-facts.ts'
import { analyseTask } from '../task/analyse-task.ts'
import { buildPackage, type BuiltPackage } from './build-package.ts'
import { notesAboutPacked } from './notes-about-packed.ts'

const path = 'src/stream.ts' as RepoPath
const body = (name: string, lines: number): string =>
  [`function ${name}() {`, ...Array.from({ length: lines - 2 }, (_, line) => `  value${line}()`), '}'].join('\n')
const symbol = (name: string, start: number, end: number): SymbolFacts => ({
  ...{ name, kind: 'function', lines: { start, end }, signature: `function ${name}()`, references: {} },
})
const symbols = [symbol('first', 1, 40), symbol('second', 42, 71), symbol('third', 73, 92)]
const facts = { imports: [], strings: [], symbols }
const text = [body('first', 40), body('second', 30), body('third', 20)].join('\n\n')

const note = (place: string, anchor: string, kind: RecordedNote['kind'], words: number): RecordedNote => ({
  ...{ path: place as RepoPath, anchor, kind, commit: 'a'.repeat(40) as CommitId },
  text: `About ${anchor} ${'word '.repeat(words)}`.trim(),
})
/** Notes of other code come first, because intents come last. */
const notes = [
  note('src/other.ts', 'gone', 'constraint', 60),
  note(path, 'first', 'intent', 5),
  note(path, 'second', 'intent', 5),
  note(path, 'third', 'intent', 40),
]

function packedIn(budget: number): BuiltPackage['content'] {
  return buildPackage({
    ...{ query: analyseTask('Read faster'), budget, tokens: bytesPerFour(), recorded: notes, tests: [] },
    files: [{ path, rank: 1, facts, text }],
    scope: [path],
    rankedSymbols: symbols.map((of, index) => ({ path, index, symbol: of, score: 9 - index, breakdown: {} })),
    facts: new Map([[path, facts]]),
    imports: new Map(),
  })._unsafeUnwrap().content
}

it('shows or counts all notes about the code that is packed, and no others', () => {
  for (let budget = 130; budget <= 600; budget += 10) {
    const { files, recorded, recorded_left_out: leftOut = 0 } = packedIn(budget)
    const about = notesAboutPacked(notes, { files, named: [], namedFiles: new Set() })
    expect(recorded.filter((each) => !about.includes(each))).toEqual([])
    expect([budget, recorded.length + leftOut]).toEqual([budget, about.length])
  }
})

it('shows the notes about code that was packed in the room of other notes', () => {
  const { recorded, recorded_left_out: leftOut } = packedIn(230)
  expect(recorded.map(({ anchor }) => anchor)).toEqual(['first', 'second'])
  expect(leftOut).toBe(1)
})

it('keeps a unit that the task names, in a file that is packed whole, before all other code', () => {
  /** Counts a long text as more than its parts, as when headings cost more than was thought. */
  const tokens: TokenCounter = {
    name: 'superadditive',
    count: (written) => Math.ceil((written.length / 4) * (written.length > 1_000 ? 1.4 : 1)),
  }
  const named = 'src/named.ts' as RepoPath
  const unit = symbol('readFaster', 1, 12)
  const other = { ...facts, symbols: [unit] }
  const { content } = buildPackage({
    ...{ query: analyseTask('Make readFaster faster'), budget: 350, tokens, recorded: [], tests: [] },
    files: [
      { path, rank: 1, facts, text },
      { path: named, rank: 2, facts: other, text: body('readFaster', 12) },
    ],
    scope: [path, named],
    rankedSymbols: [
      ...symbols.map((of, index) => ({ path, index, symbol: of, score: 9 - index, breakdown: {} })),
      { path: named, index: 0, symbol: unit, score: 1, breakdown: {} },
    ],
    facts: new Map([
      [path, facts],
      [named, other],
    ]),
    imports: new Map(),
  })._unsafeUnwrap()
  expect(content.files.find((file) => file.path === named)?.detail).toBe('whole')
})
