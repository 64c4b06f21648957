import type { RepoPath } from '@chronicle/schema'
import { expect, it } from 'vitest'
import { namePlace, REASONS_FORMAT } from './name-question.ts'
import { quoteMessages } from './quote-messages.ts'

const MESSAGES = [
  'Lock the file\n\nThe lock must be taken first, because the watcher reads the file at once.\n\nSigned-off-by: A <a@b.c>',
  'fix: retry once (#12)\n\nA second retry was rejected: callers would wait for ever.\n\n- tests added\n- docs updated\n\nFixes #11',
  'Revert "Cache the answer"\n\nThis reverts commit 0123456789abcdef0123456789abcdef01234567.\n\nIt broke the watcher.',
  'Speed up parsing\n\nBefore:\n\n    10 ms\n\nAfter:\n\n    2 ms\n\nWe still copy the text since the parser keeps it. Thanks!',
  'Merge branch "main"',
  'Use UTF-8 by default instead of Latin-1',
  'Sort by name\n\nThe order must be stable, by the rules of\nhttps://example.org/order\n\nWe add a small test for this.',
]

/**
 * Reasons are cached on disk: if this fails because a rule changed, increase `REASONS_FORMAT` together with the
 * expectation.
 */
it('has another number when messages are read otherwise', () => {
  const quotedTexts = quoteMessages(MESSAGES).map(({ message, passages }) => [
    message.subject,
    ...passages.map(({ text }) => text),
  ])
  expect({ format: REASONS_FORMAT, quotedTexts }).toMatchInlineSnapshot(`
    {
      "format": 30,
      "quotedTexts": [
        [
          "Lock the file",
          "The lock must be taken first, because the watcher reads the file at once.",
        ],
        [
          "fix: retry once",
          "A second retry was rejected: callers would wait for ever.",
        ],
        [
          "Revert "Cache the answer"",
          "It broke the watcher.",
        ],
        [
          "Speed up parsing",
          "We still copy the text since the parser keeps it.",
        ],
        [
          "Merge branch "main"",
        ],
        [
          "Use UTF-8 by default instead of Latin-1",
        ],
        [
          "Sort by name",
          "The order must be stable, by the rules of https://example.org/order",
        ],
      ],
    }
  `)
})

const paths = (...all: readonly string[]): readonly RepoPath[] => all as readonly RepoPath[]

it('names a place by what is asked, each part by itself', () => {
  const names = [
    { files: paths('a', 'b'), anchor: undefined, lines: undefined },
    { files: paths('a'), anchor: 'b', lines: undefined },
    { files: paths('a'), anchor: undefined, lines: { start: 1, end: 2 } },
    { files: paths('a'), anchor: undefined, lines: { start: 12, end: 2 } },
  ].map((query) => namePlace({ ...query, showsSubjects: true }))
  expect(new Set(names).size).toBe(4)
})
