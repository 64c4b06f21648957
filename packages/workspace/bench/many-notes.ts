import { join } from 'node:path'
import { openChronicle } from '@chronicle/node'
import type { NotesRef } from '@chronicle/schema'
import { commitCommand, fileChange, importHistory, listCommits } from './fast-import.ts'
import { unwrapAnswer, compare, runOnce } from './measure.ts'
import { megabytes, milliseconds, ratio, type Section } from './section.ts'
import { syntheticNote, syntheticRegion, writeNotes } from './synthetic-notes.ts'

const COMMITS = 100_000
const COMMITS_PER_FILE = 50
const FILES = COMMITS / COMMITS_PER_FILE
/** One file in this many has notes under the ref with few notes. Only such files are queried. */
const FEW_EVERY = 10
const ROUNDS = 40
const START = 1_600_000_000
const fewRef = 'refs/notes/few' as NotesRef
const manyRef = 'refs/notes/many' as NotesRef
/** Number of notes for measuring memory, in a history of its own with a note of 4 KB on each commit. */
const LARGE_NOTES = 10_000

/** Measures the cost that the number of notes in a repository adds to reading one file. */
export async function manyNotes(into: string): Promise<Section> {
  const dir = join(into, 'many-notes')
  const commits = await longHistory(dir, COMMITS)
  const noteOf = (index: number): readonly [string, object] => noteFor(commits, index)
  const all = Array.from({ length: COMMITS }, (_, index) => index)
  const everyTenth = all.filter((index) => Math.floor(index / COMMITS_PER_FILE) % FEW_EVERY === 0)
  await writeNotes(dir, everyTenth.map(noteOf), fewRef)
  await writeNotes(dir, all.map(noteOf), manyRef)

  // Each has its own cache, or the second one would use what the first one cached.
  const open = (ref: NotesRef) => openChronicle({ dir, notesRefs: [ref], cacheDir: join(into, ref) })
  const few = open(fewRef)
  const many = open(manyRef)
  // Reads the newest files with notes under both refs, because this does not measure how far back blame looks.
  const read = (chronicle: typeof few) => (round: number) =>
    unwrapAnswer(chronicle.read({ files: [fileOf(COMMITS - (round + 1) * COMMITS_PER_FILE * FEW_EVERY)] }))
  const first = await compare(ROUNDS, { few: read(few), many: read(many) })
  // In a second pass, because garbage collection after a first read would distort the times.
  const again = await compare(ROUNDS, { few: read(few), many: read(many) })
  await Promise.all([few.close(), many.close()])

  const memory = await memoryOfReads(join(into, 'large-notes'))
  return {
    title: 'Many notes',
    about:
      `A history of ${COMMITS.toLocaleString('en')} commits, ${COMMITS_PER_FILE} for each of ${FILES.toLocaleString('en')} ` +
      `files, with a note on every commit of every tenth file or of each. Times are medians of ${ROUNDS} reads of ` +
      'different files in one open process.',
    columns: ['', '10,000 notes', '100,000 notes', 'ratio'],
    rows: [
      ['first read of a file', milliseconds(first.few), milliseconds(first.many), ratio(first.many / first.few)],
      ['the same again', milliseconds(again.few), milliseconds(again.many), ratio(again.many / again.few)],
    ],
    claims: [
      {
        text: 'ten times the notes change a warm read by less than 10 %',
        holds: first.many / first.few < 1.1 && again.many / again.few < 1.1,
        measured: `${ratio(first.many / first.few)} and ${ratio(again.many / again.few)}`,
      },
      {
        text: 'a process that reads in a repository with 10,000 notes of 4 KB stays under 150 MB',
        holds: Math.max(memory.first, memory.later) < 150,
        measured: `${megabytes(memory.first)} when it makes the index, ${megabytes(memory.later)} with the index on disk, ${megabytes(memory.nothing)} without any notes`,
      },
    ],
  }
}

/** Returns the maximum resident set size, in megabytes, of a process that opens the repository and reads one file. */
async function memoryOfReads(dir: string): Promise<{ first: number; later: number; nothing: number }> {
  const commits = await longHistory(dir, LARGE_NOTES)
  const padding = 'x'.repeat(2800)
  await writeNotes(
    dir,
    commits.map((_, index) => noteFor(commits, index, padding)),
  )
  const run = (ref: string): Promise<number> => runOnce('read-once.mjs', [dir, ref, fileOf(LARGE_NOTES - 1)], dir)
  const first = await run('refs/notes/chronicle')
  const later = await run('refs/notes/chronicle')
  return { first, later, nothing: await run('refs/notes/none') }
}

function noteFor(commits: readonly string[], index: number, padding = ''): readonly [string, object] {
  const region = { ...syntheticRegion(fileOf(index), { start: 1, end: 3 }, index), padding }
  const commit = commits[index] ?? ''
  return [commit, syntheticNote(commit, START + index * 60, [region])]
}

function fileOf(commit: number): string {
  const file = Math.floor(commit / COMMITS_PER_FILE)
  return `src/part-${Math.floor(file / 50)}/module-${file}.txt`
}

/** Creates a history in which one file after another is created and changed, and returns its commit ids. */
async function longHistory(dir: string, length: number): Promise<readonly string[]> {
  const commits = Array.from({ length }, (_, commit) =>
    commitCommand({
      time: START + commit * 60,
      message: 'change',
      changes: [fileChange(fileOf(commit), `first\nof commit ${commit}\nlast\n`)],
    }),
  )
  await importHistory(dir, commits)
  return listCommits(dir)
}
