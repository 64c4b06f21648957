import type { PlannedMutant } from './session.ts'

/** Every list here contains only positions of the regions passed in. */
const OWN_POSITION = 'The positions are those of the list itself; the comparison is for the compiler.'
const EITHER = 'There is no oldest position where there is no last region; either comparison is enough.'
const ALL_OR_NONE = 'A line has all of these parts or none; the comparisons with all of them are for the compiler.'
const NOT_PINNED = 'No setting that is pinned is one of a remote, of a branch or of ssh; the word says what is meant.'

/**
 * Changes that do not affect the behaviour of the program, so that no test can find them: by file, each with its
 * reason.
 */
const EQUIVALENT: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'packages/core/src/score/calibrated-model.ts': {
    'survival === undefined → false': 'Number.isFinite(undefined) is false, too; the comparison is for the compiler.',
  },
  'packages/core/src/trim/interleave.ts': {
    'region === undefined → false': OWN_POSITION,
    "step.kind === 'entry' → true": 'All steps outside of regions are entries; the comparison is for the compiler.',
  },
  'packages/core/src/trim/lowest-value-first.ts': {
    'region === undefined → false': OWN_POSITION,
  },
  'packages/core/src/trim/newest-commits-first.ts': {
    'region === undefined → false': OWN_POSITION,
    'oldest === undefined → false': EITHER,
    'last === undefined → false': EITHER,
    'oldest === undefined || last === undefined → oldest === undefined && last === undefined':
      'There is no oldest position where there is no last region, and the other way round.',
  },
  'packages/core/src/trim/drop-regions.ts': {
    'regions[i]?.commit → regions[i].commit': OWN_POSITION,
  },
  'packages/core/src/trim/read-plan.ts': {
    'output.regions[i]?.commit → output.regions[i].commit': OWN_POSITION,
    'tests[position]?.origin → tests[position].origin': OWN_POSITION,
  },
  'packages/schema/src/timestamp.ts': {
    "(Number(match[9]) * 60 + Number(match[10])) * (match[8] === '-' ? -1 : 1) → (Number(match[9]) * 60 + Number(match[10])) / (match[8] === '-' ? -1 : 1)":
      'A number divided by 1 or -1 is the number multiplied by it.',
  },
  'packages/schema/src/text-set.ts': {
    'end > start → end >= start': 'Of a text of newlines alone both ends meet; what is left is empty either way.',
  },
  'packages/schema/src/read-note/nesting.ts': {
    'index < text.length → index <= text.length': 'There is no character behind the last one.',
  },
  'packages/schema/src/merge-notes/note-parts.ts': {
    'position < text.length → position <= text.length':
      'The line behind the last one is empty, and empty lines are left out.',
  },
  'packages/schema/src/join-regions.ts': {
    'entries.length < 2 → false': 'Fewer than two entries are their own union; the comparison saves the work.',
  },
  'packages/schema/src/read-note/read-provenance.ts': {
    'id === undefined → false': 'The word undefined is no commit id; the comparison is for the compiler.',
  },
  'packages/schema/src/read-note/document-format.ts': {
    'schema === undefined → false': 'The word undefined is no schema; the comparison is for the compiler.',
  },
  'packages/schema/src/safe-try.ts': {
    'done !== true → true': 'Closing a generator that has ended does nothing.',
  },
  'packages/schema/src/read-note/read-knowledge.ts': {
    '{ links: [] } → {}': 'A list that is not given is empty in a complete region.',
  },
  'packages/schema/src/merge-notes/merge-notes.ts': {
    "typeof schema === 'string' → true":
      'What is no text, written as one, is no schema either; the comparison is for the compiler.',
  },
  'packages/blame/src/blame/run-blame.ts': {
    'child.parents.length === 0 → false': 'No parent takes a line over; the comparison saves the reading of the file.',
  },
  'packages/blame/src/renames/detect-renames.ts': {
    'start < missing.length → start <= missing.length':
      'The batch behind the last one is empty, and nothing is read for it.',
  },
  'packages/blame/src/history/list-commits.ts': {
    '!children.has(parent) → false': 'The count of a parent that is not listed is never 0.',
  },
  'packages/git-cli/src/changed-kind.ts': {
    'id === undefined → false':
      'Where there is no id, none is returned either way; the comparison is for the compiler.',
  },
  'packages/git-cli/src/find-renames.ts': {
    'one === other → false': 'Git pairs links with links by itself; the comparison saves it the other files.',
  },
  'packages/git-cli/src/list-index.ts': {
    'tracked !== undefined → true': ALL_OR_NONE,
    'mode !== undefined → true': ALL_OR_NONE,
    'id !== undefined → true': ALL_OR_NONE,
    'tracked !== undefined && mode !== undefined → true': ALL_OR_NONE,
    'tracked !== undefined && mode !== undefined → tracked !== undefined || mode !== undefined': ALL_OR_NONE,
    'tracked !== undefined && mode !== undefined && id !== undefined → tracked !== undefined && mode !== undefined || id !== undefined':
      ALL_OR_NONE,
  },
  'packages/git-cli/src/list-notes.ts': {
    'commit < last → commit >= last':
      'Notes that are in order stay as they are when they are sorted, and none come before the first.',
  },
  'packages/git-cli/src/list-revisions.ts': {
    "['--no-renames'] → []": 'This command looks for renames only when it is told to; the option says what is meant.',
  },
  'packages/git-cli/src/object-stream.ts': {
    'type === undefined → false': 'A header has an id and a type or is none; the comparison is for the compiler.',
  },
  'packages/git-cli/src/sharing/merge-tips.ts': {
    'strange.length === 0 → false':
      'Where there is nothing to add, nothing is added; the comparison saves the reading of a tree.',
  },
  'packages/git-cli/src/sharing/read-remotes.ts': {
    '\'as it is\' → ""': NOT_PINNED,
  },
  'packages/git-cli/src/sharing/run-remote.ts': {
    '\'as it is\' → ""': NOT_PINNED,
  },
}

export function isEquivalent({ file, original, replacement }: PlannedMutant): boolean {
  return Object.hasOwn(EQUIVALENT[file] ?? {}, `${original} → ${replacement}`)
}
