import { omitUndefined, type QueryEcho, type Remedy } from '@chronicle/schema'
import { describe, expect, it } from 'vitest'
import { readCommand } from '../queries/read/read-command.ts'
import { renderRemedy } from './render-remedy.ts'

const query: QueryEcho = { file: 'src/a.rs', depth: 1, at: 'WORKTREE', commit: 'c'.repeat(40), max_regions: 20 }

function asCommand(remedy: Remedy, change: Partial<QueryEcho> = {}): string | undefined {
  const echo = { ...query, ...change }
  const { file, anchor, at, commit, lines } = echo
  const place = { file: typeof file === 'string' ? file : '', at, commit, ...omitUndefined({ anchor, lines }) }
  return renderRemedy(remedy, 'command', { command: readCommand(echo), place })
}

describe('a remedy as a command', () => {
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
  ])('repeats the question %j with the option', (change, command) => {
    expect(asCommand({ option: 'maxTokens', value: 900 }, change)).toBe(command)
  })

  it('asks another question about another unit of the place', () => {
    const remedy: Remedy = { query: 'history', option: 'anchor', value: 'A::b' }
    expect(asCommand(remedy, { anchor: 'b' })).toBe('git chronicle history src/a.rs A::b')
    expect(asCommand(remedy, { lines: [4, 9] })).toBe('git chronicle history src/a.rs A::b')
  })

  it('sets an option anew that the question has already', () => {
    expect(asCommand({ option: 'maxRegions', value: 40 }, { max_regions: 5, depth: 2 })).toBe(
      'git chronicle read src/a.rs --depth 2 --max-regions 40',
    )
  })

  it.each(['WORKTREE', 'INDEX', 'v1~2'])('asks about another state than %s', (at) => {
    expect(asCommand({ option: 'at', value: 'MERGE_HEAD' }, { at, depth: 2 })).toBe(
      'git chronicle read src/a.rs --depth 2 --rev=MERGE_HEAD',
    )
    expect(asCommand({ option: 'at', value: 'HEAD' }, { at })).toBe('git chronicle read src/a.rs --at HEAD')
  })

  it('asks another question about the same place', () => {
    expect(asCommand({ query: 'history' }, { anchor: 'A::b', depth: 3, at: 'HEAD' })).toBe(
      'git chronicle history src/a.rs A::b --at HEAD',
    )
  })

  it('gives an option without a value where it has none', () => {
    expect(asCommand({ option: 'verbose', value: true })).toBe('git chronicle read src/a.rs --verbose')
  })
})

describe('a remedy as an option', () => {
  const place = { file: 'src/a.rs', at: 'WORKTREE', commit: query.commit }
  const asked = { command: ['read', 'src/a.rs'], place }

  it.each<[Remedy, string]>([
    [{ option: 'maxTokens', value: 1200 }, '--max-tokens 1200'],
    [{ option: 'verbose', value: true }, '--verbose'],
    [{ option: 'at', value: 'the tag' }, "'--rev=the tag'"],
    [{ query: 'history' }, 'git chronicle history src/a.rs'],
  ])('writes %j', (remedy, text) => {
    expect(renderRemedy(remedy, 'option', asked)).toBe(text)
  })
})

describe('a remedy as an argument', () => {
  const asked = { command: ['read', 'src/a.rs'] }

  it.each<[Remedy, string]>([
    [{ option: 'maxRegions', value: 40 }, 'max_regions: 40'],
    [{ option: 'verbose', value: true }, 'verbose: true'],
    [{ option: 'at', value: 'HEAD' }, 'at: "HEAD"'],
    [{ query: 'history' }, 'chronicle_history about the same place'],
    [{ query: 'history', option: 'limit', value: 50 }, 'chronicle_history about the same place with limit: 50'],
    [{ query: 'lookup', option: 'anchor', value: 'f' }, 'chronicle_lookup about the same file with anchor: "f"'],
  ])('writes %j', (remedy, text) => {
    expect(renderRemedy(remedy, 'argument', asked)).toBe(text)
    expect(renderRemedy(remedy, 'none', asked)).toBeUndefined()
  })
})
