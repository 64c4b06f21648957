import { expect, test } from 'vitest'
import { withArguments } from './option-arguments.ts'

test.each([
  ['3 more regions; raise --max-regions to see them.', '3 more regions; raise max_regions to see them.'],
  ['5 of 9 steps (--limit)', '5 of 9 steps (limit)'],
  ['only --sources notes', 'only sources notes'],
  ['Use --at HEAD or --rev <revision>.', 'Use at: HEAD or at: <revision>.'],
  [
    'Name one with --commit <sha>, its anchor or --lines, or flag them all with --all.',
    'Name one with commit: <sha>, its anchor or lines, or flag them all with all: true.',
  ],
  ['not shown; --verbose shows what was said', 'not shown; verbose: true shows what was said'],
  ["or record some with 'git chronicle annotate --live'.", 'or record some with chronicle_annotate.'],
  ['git notes --ref=chronicle show abc', 'git notes --ref=chronicle show abc'],
  ['git fetch --unshallow completes it', 'git fetch --unshallow completes it'],
  ['a-file--all.ts', 'a-file--all.ts'],
])('%j', (message, expected) => {
  expect(withArguments(message)).toBe(expected)
})
