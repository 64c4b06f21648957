import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { openChronicle } from '@chronicle/node'
import type { NotesRef } from '@chronicle/schema'
import { runProgram } from '../src/demo/run-program.ts'
import { compare, runTimed } from './measure.ts'
import { milliseconds, ratio, type Section } from './section.ts'
import { syntheticNote, syntheticRegion, writeNotes } from './synthetic-notes.ts'

const COMMITS = 100_000
const FILES = 2_000
const FEW = 10_000
const START = 1_600_000_000
const fewRef = 'refs/notes/few' as NotesRef
const manyRef = 'refs/notes/many' as NotesRef
const largeRef = 'refs/notes/large' as NotesRef

/** What the number of notes in a repository costs a reader of one file. */
export async function manyNotes(into: string): Promise<Section> {
  const dir = join(into, 'many-notes')
  const commits = await longHistory(dir)
  const noteOf = (index: number, padding = ''): readonly [string, object] => {
    const region = { ...syntheticRegion(fileOf(index), { start: 1, end: 3 }, index), padding }
    return [commits[index] ?? '', syntheticNote(commits[index] ?? '', START + index * 60, [region])]
  }
  const everyTenth = Array.from({ length: FEW }, (_, index) => index * (COMMITS / FEW))
  await writeNotes(
    dir,
    everyTenth.map((index) => noteOf(index)),
    fewRef,
  )
  await writeNotes(
    dir,
    Array.from({ length: COMMITS }, (_, index) => noteOf(index)),
    manyRef,
  )
  await writeNotes(
    dir,
    everyTenth.map((index) => noteOf(index, 'x'.repeat(2800))),
    largeRef,
  )

  const open = (ref: NotesRef) => openChronicle({ dir, notesRefs: [ref] })
  const few = open(fewRef)
  const many = open(manyRef)
  // The same files for both: ones that a tenth of the notes speak of too.
  const read = (chronicle: typeof few) => (round: number) =>
    chronicle.read({ files: [fileOf((round + 1) * 10)] }).match(
      () => undefined,
      (error) => {
        throw new Error(`${error.code}: ${error.message}`)
      },
    )
  const times = await compare(
    [
      { name: 'few', run: read(few) },
      { name: 'many', run: read(many) },
    ],
    40,
  )
  await Promise.all([few.close(), many.close()])
  const [fewTime = 0, manyTime = 0] = times.values()

  const probe = fileURLToPath(new URL('./read-once.ts', import.meta.url))
  const memory = async (ref: NotesRef): Promise<number> =>
    Number(await runTimed(process.execPath, ['--import', import.meta.resolve('tsx'), probe, dir, ref, fileOf(0)], dir))
  const first = await memory(largeRef)
  const later = await memory(largeRef)
  const nothing = Number(
    await runTimed(
      process.execPath,
      ['--import', import.meta.resolve('tsx'), probe, dir, 'refs/notes/none', fileOf(0)],
      dir,
    ),
  )
  const megabytes = (value: number): string => `${value.toFixed(0)} MB`
  return {
    title: 'Many notes',
    about:
      `A history of ${COMMITS.toLocaleString('en')} commits over ${FILES.toLocaleString('en')} files, with a note on ` +
      'every tenth commit or on each. Times are medians of 40 reads of different files in one open process. Memory is ' +
      'the largest resident set of a process that opens the repository and reads one file.',
    columns: ['', '10,000 notes', '100,000 notes', 'ratio'],
    rows: [['a warm read', milliseconds(fewTime), milliseconds(manyTime), ratio(manyTime / fewTime)]],
    claims: [
      {
        text: 'ten times the notes change a warm read by less than 10 %',
        holds: manyTime / fewTime < 1.1,
        measured: `${ratio(manyTime / fewTime)}`,
      },
      {
        text: 'a process that reads in a repository with 10,000 notes of 4 KB stays under 150 MB',
        holds: Math.max(first, later) < 150,
        measured: `${megabytes(first)} when it makes the index, ${megabytes(later)} with the index on disk, ${megabytes(nothing)} without any notes`,
      },
    ],
  }
}

function fileOf(commit: number): string {
  return `src/module-${commit % FILES}.txt`
}

/** A history that changes one file after the other, and its commit ids. */
async function longHistory(dir: string): Promise<readonly string[]> {
  await mkdir(dir, { recursive: true })
  await runProgram('git', ['init', '--quiet', '--initial-branch=main'], { cwd: dir })
  const stream: string[] = []
  for (let commit = 0; commit < COMMITS; commit++) {
    const text = `first\nof commit ${commit}\nlast\n`
    stream.push(
      `commit refs/heads/main\nmark :${commit + 1}\ncommitter Bench <bench@example.com> ${START + commit * 60} +0000\n` +
        `data 6\nchange\nM 100644 inline ${fileOf(commit)}\ndata ${text.length}\n${text}\n`,
    )
  }
  stream.push('done\n')
  await runProgram('git', ['fast-import', '--quiet', '--done', '--date-format=raw'], {
    cwd: dir,
    input: stream.join(''),
  })
  await runProgram('git', ['reset', '--quiet', '--hard'], { cwd: dir })
  return (await runProgram('git', ['rev-list', '--reverse', 'main'], { cwd: dir })).trim().split('\n')
}
