import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { openChronicle, type Chronicle } from '@chronicle/node'
import { busiestFiles, type Clone } from './bundles.ts'
import { compare, elapsed, median, runTimed } from './measure.ts'
import { milliseconds, ratio, type Section } from './section.ts'
import { ANNOTATED_COMMITS } from './synthetic-notes.ts'

const FILES = 4
const WINDOW = 40
const ROUNDS = 10

/** A program that keeps the repository open, against git doing the same work for each question. */
export async function warmRead(clones: readonly Clone[]): Promise<Section> {
  const rows: string[][] = []
  const firstRatios: number[] = []
  const laterRatios: number[] = []
  for (const clone of clones) {
    const files = await busiestFiles(clone.dir, FILES)
    await rm(join(clone.dir, '.git/chronicle'), { recursive: true, force: true })
    const chronicle = openChronicle({ dir: clone.dir })
    // What is made once for a repository: the index of its notes, and the shape of its history.
    await read(chronicle, files[FILES - 1] ?? '', 1, 1)
    for (const file of files.slice(0, FILES - 1)) {
      const lineCount = (await readFile(join(clone.dir, file), 'utf8')).split('\n').length - 1
      const windowOf = (round: number): readonly [number, number] => {
        const start = 1 + Math.floor(((lineCount - WINDOW) * (round % ROUNDS)) / ROUNDS)
        return [Math.max(start, 1), Math.min(Math.max(start, 1) + WINDOW - 1, lineCount)]
      }
      const [from, to] = windowOf(5)
      const first = await elapsed(() => read(chronicle, file, from, to))
      const times = await compare(
        [
          { name: 'blame', run: (round) => blame(clone, file, windowOf(round)) },
          { name: 'blame and notes', run: (round) => blameAndNotes(clone, file, windowOf(round)) },
          { name: 'later', run: (round) => read(chronicle, file, ...windowOf(round)) },
        ],
        ROUNDS,
      )
      const [git = 0, both = 0, later = 0] = times.values()
      firstRatios.push(first / git)
      laterRatios.push(later / git)
      const cells = [git, both, first, later].map(milliseconds)
      rows.push([`${clone.name} ${file}`, ...cells, ratio(first / git), ratio(later / git)])
    }
    await chronicle.close()
  }
  return {
    title: 'A scoped read in a process that stays',
    about:
      `${WINDOW} lines of a file whose last ${ANNOTATED_COMMITS} commits are annotated. Git: \`git blame -L\` of the ` +
      'same lines, and the same with one `git notes show` for each commit found. Chronicle: the first read of the file ' +
      `in an open process, and the median of ${ROUNDS} reads of other lines of it.`,
    columns: ['file', 'blame', 'blame + notes', 'first read', 'later reads', 'first / blame', 'later / blame'],
    rows,
    claims: [
      {
        text: 'a warm scoped read takes at most 0.25 of `git blame -L` of the same lines',
        holds: median(laterRatios) <= 0.25,
        measured: `median ${ratio(median(laterRatios))}; of first reads of a file ${ratio(median(firstRatios))}`,
      },
    ],
  }
}

async function read(chronicle: Chronicle, file: string, start: number, end: number): Promise<void> {
  const answer = await chronicle.read({ files: [file], lines: { start, end } })
  if (answer.isErr()) throw new Error(`${answer.error.code}: ${answer.error.message}`)
}

function blame({ dir }: Clone, file: string, [start, end]: readonly [number, number]): Promise<string> {
  return runTimed('git', ['blame', '--porcelain', '-L', `${start},${end}`, '--', file], dir)
}

async function blameAndNotes(clone: Clone, file: string, lines: readonly [number, number]): Promise<void> {
  const output = await blame(clone, file, lines)
  const commits = new Set([...output.matchAll(/^([0-9a-f]{40}) \d+ \d+/gm)].map(([, commit]) => commit ?? ''))
  for (const commit of commits) {
    // Exits with 1 where the commit has no note.
    await runTimed('git', ['notes', '--ref=chronicle', 'show', commit], clone.dir).catch(() => undefined)
  }
}
