import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { folded } from '../../test/arbitrary-message.ts'
import { messageLinks, type CommitLink } from './message-links.ts'

const ID = '0123456789abcdef0123456789abcdef01234567'

describe('commits that a message names', () => {
  it.each<[string, readonly Omit<CommitLink, 'quote'>[]]>([
    [
      `Revert "Add a (small) cache"\n\nThis reverts commit ${ID}.`,
      [
        { relation: 'reverts', subject: 'Add a (small) cache' },
        { relation: 'reverts', commit: ID },
      ],
    ],
    [
      'revert 0123abcd, 1234abcd and c121b98c',
      [
        { relation: 'reverts', commit: '0123abcd' },
        { relation: 'reverts', commit: '1234abcd' },
        { relation: 'reverts', commit: 'c121b98c' },
      ],
    ],
    [
      'A\n\nFixes: 0123abc4def5 ("net: add it (again)")',
      [{ relation: 'fixes', commit: '0123abc4def5', subject: 'net: add it (again)' }],
    ],
    [
      'A\n\nSince 0123abc (pool: drain it, 2020-01-02) readers hang.',
      [{ relation: 'introduced_in', commit: '0123abc', subject: 'pool: drain it' }],
    ],
    ['A\n\nThis was introduced in commit\n0123abc.', [{ relation: 'introduced_in', commit: '0123abc' }]],
    ['A\n\nSimilar to issue #8 (fixed in 0123abc).', [{ relation: 'refers_to', commit: '0123abc' }]],
    [`A\n\n(cherry picked from commit ${ID})`, [{ relation: 'picked_from', commit: ID }]],
    [
      'A\n\nAs 0123abc (pool: drain it, 2020-01-02) says.',
      [{ relation: 'refers_to', commit: '0123abc', subject: 'pool: drain it' }],
    ],
    [
      'A\n\nSee https://example.org/owner/name/commit/0123abc for it.',
      [{ relation: 'refers_to', commit: '0123abc', repository: 'owner/name' }],
    ],
    ['Reapply "Add a cache"', [{ relation: 'reapplies', subject: 'Add a cache' }]],
    ['fixup! Add a cache', [{ relation: 'squashes', subject: 'Add a cache' }]],
    ['A\n\nin 1234567 cases, of defaced pages', []],
  ])('%j', (message, expected) => {
    expect(messageLinks(message).commits.map(({ quote: _, ...link }) => link)).toEqual(expected)
  })
})

describe('issues that a message names', () => {
  it.each<[string, readonly [number, string | undefined, boolean][]]>([
    ['A\n\nCr-Commit-Position: refs/heads/main@{#1234}', []],
    [
      'Fix it (#34)\n\nCloses #12, closes #13',
      [
        [34, undefined, false],
        [12, undefined, true],
        [13, undefined, true],
      ],
    ],
    [
      'A\n\nSee GH-7 and other/place#8',
      [
        [7, undefined, false],
        [8, 'other/place', false],
      ],
    ],
    ['A\n\nFixes https://github.com/a/b/issues/3', [[3, 'a/b', true]]],
    ['A\n\nhttps://gitlab.com/a/b/c/-/merge_requests/4', [[4, 'a/b/c', false]]],
    ['Number #1 of the things', []],
    ['Faster\n\nBenchmark #1: read', []],
  ])('%j', (message, expected) => {
    expect(messageLinks(message).issues.map(({ number, repository, closes }) => [number, repository, closes])).toEqual(
      expected,
    )
  })
})

it('quotes words of the message', () => {
  const part = fc.constantFrom(
    'Fixes #1',
    `since ${ID}`,
    'a/b#2',
    'Revert "x"',
    '\n',
    'word',
    '0123abc (pool: x, 2020-01-02)',
  )
  fc.assert(
    fc.property(fc.array(part), (parts) => {
      const message = parts.join(' ')
      const { commits, issues } = messageLinks(message)
      for (const { quote } of [...commits, ...issues]) expect(folded(message)).toContain(quote)
    }),
  )
})
