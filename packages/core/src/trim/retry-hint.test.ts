import { execFileSync } from 'node:child_process'
import type { QueryEcho } from '@chronicle/schema'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isPlain } from '../text/escape-unsafe.ts'
import { quoteWord, retryHint } from './retry-hint.ts'

const query: QueryEcho = { file: 'src/a.rs', depth: 1, at: 'WORKTREE', commit: 'c'.repeat(40), max_regions: 20 }

describe('retryHint', () => {
  it.each<[Partial<QueryEcho>, string]>([
    [{}, 'git chronicle read src/a.rs --max-tokens 900'],
    [{ anchor: 'A::b' }, 'git chronicle read src/a.rs A::b --max-tokens 900'],
    [{ lines: [4, 9] }, 'git chronicle read src/a.rs --lines 4:9 --max-tokens 900'],
    [{ file: ['a', 'b c'], anchor: 'x' }, "git chronicle read a 'b c' --anchor=x --max-tokens 900"],
    [{ file: '-rf', anchor: '-x' }, 'git chronicle read --max-tokens 900 -- -rf -x'],
    [{ at: 'HEAD' }, 'git chronicle read src/a.rs --at HEAD --max-tokens 900'],
    [{ at: 'v1~2' }, "git chronicle read src/a.rs '--rev=v1~2' --max-tokens 900"],
    [
      { since: '2025-01-01', tags: ['x', 'hot path'], context_level: 'enhanced', min_confidence: 0.5 },
      "git chronicle read src/a.rs --since=2025-01-01 '--tags=x,hot path' --context-level enhanced --min-confidence 0.5 --max-tokens 900",
    ],
    [{ depth: 2, max_regions: 100 }, 'git chronicle read src/a.rs --depth 2 --max-regions 100 --max-tokens 900'],
  ])('repeats %j', (change, hint) => {
    expect(retryHint({ ...query, ...change }, 900)).toBe(hint)
  })

  it('names no budget when none is known to be enough', () => {
    expect(retryHint(query, undefined)).toBe('git chronicle read src/a.rs')
  })
})

describe('quoteWord', () => {
  const word = fc
    .oneof(fc.string({ unit: 'binary' }), fc.string({ unit: fc.constantFrom(...`'"\\$\`!~#=- \n\t\u202E\u001Bé漢a`) }))
    // No argument of a program can hold these.
    .filter((text) => !/[\0\p{Cs}]/u.test(text))

  it('is understood by a shell as the word, and can be shown', () => {
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 60 }), (words) => {
        const quoted = words.map(quoteWord)
        expect(quoted.every(isPlain)).toBe(true)
        const printed = execFileSync('bash', ['-c', `printf '%s\\0' ${quoted.join(' ')}`], { encoding: 'utf8' })
        expect(printed.split('\0').slice(0, -1)).toEqual(words)
      }),
      { numRuns: 40 },
    )
  })
})
