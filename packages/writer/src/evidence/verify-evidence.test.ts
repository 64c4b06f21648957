import type { Evidence } from '@chronicle/schema'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { commitContext } from '../../test/commit-context.ts'
import { verifyEvidence } from './verify-evidence.ts'

const context = commitContext({
  message: 'Keep the socket open\n\nThe broker drops idle\nconnections, because it may.\n',
  files: {
    'src/a.ts': {
      before: 'const a = 1\nconst b = 2\nconst c = 3\n',
      after: 'const a = 1\n// Must be held\n// while open.\nconst b = 3\nconst c = 3\n',
      hunks: [{ old: { start: 2, count: 1 }, new: { start: 2, count: 3 } }],
    },
    'src/cut.ts': {
      before: 'one()\ntwo()\nthree()\n',
      after: 'one()\nthree()\n',
      hunks: [{ old: { start: 2, count: 1 }, new: { start: 1, count: 0 } }],
    },
    'gone.ts': { before: 'dead()\n', hunks: [{ old: { start: 1, count: 1 }, new: { start: 0, count: 0 } }] },
  },
  others: { 'src/other.ts': 'export const other = 1\n' },
  author: {
    task: 'T-7',
    reasoning: 'The pool leaks',
    tags: [],
    rejected: [{ approach: 'a mutex', reason: 'too slow' }],
    notes: [{ text: 'check idle time' }],
    squashSources: [],
  },
})

async function verdict(evidence: Evidence): Promise<string> {
  const result = (await verifyEvidence(evidence, context))._unsafeUnwrap()
  return result.found ? 'found' : result.reason
}

describe('verifyEvidence', () => {
  it.each<[Evidence]>([
    [{ kind: 'commit_message', quote: 'The broker drops idle connections' }],
    [{ kind: 'commit_message', quote: '  drops\n idle ' }],
    [{ kind: 'file_lines', file: 'src/a.ts', lines: { start: 2, end: 3 }, quote: 'Must be held while open.' }],
    [{ kind: 'file_lines', file: 'src/a.ts', lines: { start: 5, end: 5 } }],
    [{ kind: 'file_lines', file: 'src/a.ts', quote: 'const c = 3' }],
    [{ kind: 'file_lines', file: 'src/other.ts', quote: 'other = 1' }],
    [{ kind: 'diff_hunk', file: 'src/a.ts', quote: 'const b = 2' }],
    [{ kind: 'diff_hunk', file: 'src/a.ts', quote: '-const b = 2\n+// Must be held' }],
    [{ kind: 'diff_hunk', file: 'src/a.ts', quote: 'const a = 1\n// Must be held' }],
    [{ kind: 'diff_hunk', file: 'src/a.ts', lines: { start: 4, end: 9 } }],
    [{ kind: 'diff_hunk', file: 'src/cut.ts', quote: 'two()' }],
    [{ kind: 'diff_hunk', file: 'src/cut.ts', lines: { start: 1, end: 1 } }],
    [{ kind: 'diff_hunk', file: 'gone.ts', quote: 'dead()' }],
    [{ kind: 'author_context', quote: 'The pool  leaks' }],
    [{ kind: 'author_context', quote: 'too slow' }],
    [{ kind: 'author_context', quote: 'check idle' }],
  ])('%j is found', async (evidence) => {
    expect(await verdict(evidence)).toBe('found')
  })

  it.each<[Evidence, string]>([
    [{ kind: 'commit_message' }, 'There is no quote. Quote the words of the commit message.'],
    [{ kind: 'commit_message', quote: 'the' }, 'The quote "the" is too short to show anything. Quote a whole phrase.'],
    [
      { kind: 'commit_message', quote: 'the broker is slow' },
      '"the broker is slow" is not in the commit message. Quote it word by word.',
    ],
    [{ kind: 'file_lines', quote: 'const c' }, 'Evidence of the kind file_lines needs a file. Name it.'],
    [{ kind: 'file_lines', file: 'no.ts', quote: 'const c' }, 'At the commit there is no text file no.ts.'],
    [{ kind: 'file_lines', file: 'gone.ts', quote: 'dead()' }, 'At the commit there is no text file gone.ts.'],
    [
      { kind: 'file_lines', file: 'src/a.ts' },
      'Neither lines nor a quote say what of src/a.ts is meant. Give one of them.',
    ],
    [
      { kind: 'file_lines', file: 'src/a.ts', lines: { start: 5, end: 6 } },
      'src/a.ts has 5 lines at the commit, and not the lines 5-6.',
    ],
    [
      { kind: 'file_lines', file: 'src/a.ts', lines: { start: 1, end: 2 }, quote: 'const c = 3' },
      '"const c = 3" is not in lines 1-2 of src/a.ts, but in lines 5-5.',
    ],
    [
      { kind: 'file_lines', file: 'src/a.ts', lines: { start: 1, end: 2 }, quote: 'const b = 2' },
      '"const b = 2" is not in lines 1-2 of src/a.ts at the commit. Quote it word by word.',
    ],
    [
      { kind: 'diff_hunk', file: 'src/other.ts', quote: 'other = 1' },
      'The commit did not change src/other.ts. Cite its lines as file_lines, or a file that it changed.',
    ],
    [
      { kind: 'diff_hunk', file: 'src/a.ts', quote: 'const c = 3' },
      '"const c = 3" is in no line that the commit added to or removed from src/a.ts. Quote changed lines.',
    ],
    [
      { kind: 'diff_hunk', file: 'src/a.ts', lines: { start: 5, end: 5 } },
      'The commit changed nothing in lines 5-5 of src/a.ts.',
    ],
    [
      { kind: 'diff_hunk', file: 'src/a.ts' },
      'Neither lines nor a quote say which change of src/a.ts is meant. Give one of them.',
    ],
    [
      { kind: 'author_context', quote: 'because it may' },
      '"because it may" is not in what the author said beside the commit message. Quote it word by word.',
    ],
  ])('%j is not: %s', async (evidence, reason) => {
    expect(await verdict(evidence)).toBe(reason)
  })

  it('finds whatever is cut out of a message, and nothing that is put into it', async () => {
    const words = fc.array(fc.stringMatching(/^[a-z]{4,8}$/), { minLength: 3, maxLength: 12 })
    await fc.assert(
      fc.asyncProperty(words, fc.nat(), fc.constantFrom(' ', '\n', '\n  '), async (all, seed, space) => {
        const from = seed % all.length
        const quote = all.slice(from).join(space)
        const about = commitContext({ message: all.join(' '), files: {} })
        const check = async (text: string): Promise<boolean> =>
          (await verifyEvidence({ kind: 'commit_message', quote: text }, about))._unsafeUnwrap().found
        expect(await check(quote)).toBe(true)
        expect(await check(`${quote} QQQQ`)).toBe(false)
      }),
    )
  })
})
