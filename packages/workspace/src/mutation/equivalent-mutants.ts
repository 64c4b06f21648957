import type { PlannedMutant } from './session.ts'

/** A change after which the program does the same, so that no test can notice it. */
interface EquivalentMutant {
  readonly file: string
  /** What is replaced, as it stands in the source. */
  readonly original: string
  readonly replacement: string
  readonly reason: string
}

/** Every list here holds positions of the regions that it is asked about with. */
const OWN_POSITION = 'The positions are those of the list itself; the comparison is for the compiler.'

const equivalent: readonly EquivalentMutant[] = [
  {
    file: 'packages/core/src/score/calibrated-model.ts',
    original: 'survival === undefined',
    replacement: 'false',
    reason: 'Number.isFinite(undefined) is false, too; the comparison is for the compiler.',
  },
  ...['interleave', 'lowest-value-first', 'newest-commits-first'].map((name) => ({
    file: `packages/core/src/trim/${name}.ts`,
    original: 'region === undefined',
    replacement: 'false',
    reason: OWN_POSITION,
  })),
  {
    file: 'packages/core/src/trim/drop-regions.ts',
    original: 'regions[i]?.commit',
    replacement: 'regions[i].commit',
    reason: OWN_POSITION,
  },
  {
    file: 'packages/core/src/trim/read-plan.ts',
    original: 'output.regions[i]?.commit',
    replacement: 'output.regions[i].commit',
    reason: OWN_POSITION,
  },
  {
    file: 'packages/core/src/trim/read-plan.ts',
    original: 'tests[position]?.origin',
    replacement: 'tests[position].origin',
    reason: OWN_POSITION,
  },
  ...['oldest === undefined', 'last === undefined'].map((original) => ({
    file: 'packages/core/src/trim/newest-commits-first.ts',
    original,
    replacement: 'false',
    reason: 'There is no oldest position where there is no last region; either comparison is enough.',
  })),
  {
    file: 'packages/core/src/trim/newest-commits-first.ts',
    original: 'oldest === undefined || last === undefined',
    replacement: 'oldest === undefined && last === undefined',
    reason: 'There is no oldest position where there is no last region, and the other way round.',
  },
  {
    file: 'packages/core/src/trim/interleave.ts',
    original: "step.kind === 'entry'",
    replacement: 'true',
    reason: 'All steps outside of regions are entries; the comparison is for the compiler.',
  },
  {
    file: 'packages/schema/src/timestamp.ts',
    original: "(Number(match[9]) * 60 + Number(match[10])) * (match[8] === '-' ? -1 : 1)",
    replacement: "(Number(match[9]) * 60 + Number(match[10])) / (match[8] === '-' ? -1 : 1)",
    reason: 'A number divided by 1 or -1 is the number multiplied by it.',
  },
  {
    file: 'packages/schema/src/text-set.ts',
    original: 'end > start',
    replacement: 'end >= start',
    reason: 'Of a text of newlines alone both ends meet; what is left is empty either way.',
  },
  {
    file: 'packages/schema/src/read-note/nesting.ts',
    original: 'index < text.length',
    replacement: 'index <= text.length',
    reason: 'There is no character behind the last one.',
  },
  {
    file: 'packages/schema/src/merge-notes/note-parts.ts',
    original: 'position < text.length',
    replacement: 'position <= text.length',
    reason: 'The line behind the last one is empty, and empty lines are left out.',
  },
  {
    file: 'packages/schema/src/join-regions.ts',
    original: 'entries.length < 2',
    replacement: 'false',
    reason: 'Fewer than two entries are their own union; the comparison saves the work.',
  },
  {
    file: 'packages/schema/src/read-note/read-provenance.ts',
    original: 'id === undefined',
    replacement: 'false',
    reason: 'The word undefined is no commit id; the comparison is for the compiler.',
  },
  {
    file: 'packages/schema/src/read-note/document-format.ts',
    original: 'schema === undefined',
    replacement: 'false',
    reason: 'The word undefined is no schema; the comparison is for the compiler.',
  },
  {
    file: 'packages/schema/src/safe-try.ts',
    original: 'done !== true',
    replacement: 'true',
    reason: 'Closing a generator that has ended does nothing.',
  },
  {
    file: 'packages/schema/src/read-note/read-knowledge.ts',
    original: '{ links: [] }',
    replacement: '{}',
    reason: 'A list that is not given is empty in a complete region.',
  },
  {
    file: 'packages/schema/src/merge-notes/merge-notes.ts',
    original: "typeof schema === 'string'",
    replacement: 'true',
    reason: 'What is no text, written as one, is no schema either; the comparison is for the compiler.',
  },
  {
    file: 'packages/blame/src/blame/run-blame.ts',
    original: 'child.parents.length === 0',
    replacement: 'false',
    reason: 'No parent takes a line over; the comparison saves the reading of the file.',
  },
  {
    file: 'packages/blame/src/renames/detect-renames.ts',
    original: 'start < missing.length',
    replacement: 'start <= missing.length',
    reason: 'The batch behind the last one is empty, and nothing is read for it.',
  },
  {
    file: 'packages/blame/src/history/list-commits.ts',
    original: '!children.has(parent)',
    replacement: 'false',
    reason: 'The count of a parent that is not listed is never 0.',
  },
  {
    file: 'packages/git-cli/src/changed-kind.ts',
    original: 'id === undefined',
    replacement: 'false',
    reason: 'Where there is no id, none is returned either way; the comparison is for the compiler.',
  },
  {
    file: 'packages/git-cli/src/find-renames.ts',
    original: 'one === other',
    replacement: 'false',
    reason: 'Git pairs links with links by itself; the comparison saves it the other files.',
  },
  ...[
    ['tracked !== undefined', 'true'],
    ['mode !== undefined', 'true'],
    ['id !== undefined', 'true'],
    ['tracked !== undefined && mode !== undefined', 'true'],
    ['tracked !== undefined && mode !== undefined', 'tracked !== undefined || mode !== undefined'],
    [
      'tracked !== undefined && mode !== undefined && id !== undefined',
      'tracked !== undefined && mode !== undefined || id !== undefined',
    ],
  ].map(([original = '', replacement = '']) => ({
    file: 'packages/git-cli/src/list-index.ts',
    original,
    replacement,
    reason: 'A line has all of these parts or none; the comparisons with all of them are for the compiler.',
  })),
  {
    file: 'packages/git-cli/src/list-notes.ts',
    original: 'commit < last',
    replacement: 'commit >= last',
    reason: 'Notes that are in order stay as they are when they are sorted, and none come before the first.',
  },
  {
    file: 'packages/git-cli/src/list-revisions.ts',
    original: "['--no-renames']",
    replacement: '[]',
    reason: 'This command looks for renames only when it is told to; the option says what is meant.',
  },
  {
    file: 'packages/git-cli/src/object-stream.ts',
    original: 'type === undefined',
    replacement: 'false',
    reason: 'A header has an id and a type or is none; the comparison is for the compiler.',
  },
  {
    file: 'packages/git-cli/src/sharing/merge-tips.ts',
    original: 'strange.length === 0',
    replacement: 'false',
    reason: 'Where there is nothing to add, nothing is added; the comparison saves the reading of a tree.',
  },
  ...['read-remotes', 'run-remote'].map((name) => ({
    file: `packages/git-cli/src/sharing/${name}.ts`,
    original: "'as it is'",
    replacement: '""',
    reason: 'No setting that is pinned is one of a remote, of a branch or of ssh; the word says what is meant.',
  })),
]

export function isEquivalent(mutant: PlannedMutant): boolean {
  return equivalent.some(
    ({ file, original, replacement }) =>
      file === mutant.file && original === mutant.original && replacement === mutant.replacement,
  )
}
