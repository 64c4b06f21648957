import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { ReadQuery } from '@chronicle/core'
import { openChronicle, type Chronicle } from '@chronicle/node'
import { busiestFiles, type Clone } from './bundles.ts'
import { unwrapAnswer, compare, elapsed, median, runTimed } from './measure.ts'
import { milliseconds, ratio, type Section } from './section.ts'
import { ANNOTATED_COMMITS } from './synthetic-notes.ts'

const FILES = 4
const WINDOW = 40
const ROUNDS = 10

/** Measures a program that keeps the repository open, compared with git, which starts again for each query. */
export async function warmRead(clones: readonly Clone[]): Promise<Section> {
  const rows: string[][] = []
  const ratios = { first: [] as number[], recorded: [] as number[], history: [] as number[], again: [] as number[] }
  for (const clone of clones) {
    const files = await busiestFiles(clone.dir, FILES)
    await rm(join(clone.dir, '.git/chronicle'), { recursive: true, force: true })
    const chronicle = openChronicle({ dir: clone.dir })
    // Warm up what is computed once per repository: the index of its notes, and the structure of its history.
    await read(chronicle, files[FILES - 1] ?? '', [1, 1])
    for (const file of files.slice(0, FILES - 1)) {
      const lineCount = (await readFile(join(clone.dir, file), 'utf8')).split('\n').length - 1
      const windowOf = (round: number): Window => {
        const start = Math.max(1, 1 + Math.floor(((lineCount - WINDOW) * (round % ROUNDS)) / ROUNDS))
        return [start, Math.min(start + WINDOW - 1, lineCount)]
      }
      const first = await elapsed(() => read(chronicle, file, windowOf(5)))
      const { blamed, logged, recorded, history, again } = await compare(ROUNDS, {
        blamed: (round) => blame(clone, file, windowOf(round)),
        logged: (round) => log(clone, file, windowOf(round)),
        recorded: (round) => read(chronicle, file, windowOf(round), ['notes']),
        history: (round) => read(chronicle, file, windowOf(round)),
        again: (round) => read(chronicle, file, windowOf(round)),
      })
      ratios.first.push(first / blamed)
      ratios.recorded.push(recorded / blamed)
      ratios.history.push(history / logged)
      ratios.again.push(again / blamed)
      const cells = [blamed, logged, first, recorded, history, again].map(milliseconds)
      rows.push([`${clone.name} ${file}`, ...cells, ratio(recorded / blamed), ratio(history / logged)])
    }
    await chronicle.close()
  }
  const [recorded, history] = [median(ratios.recorded), median(ratios.history)]
  return {
    title: 'A scoped read in a process that stays',
    about:
      `${WINDOW} lines of a file whose last ${ANNOTATED_COMMITS} commits are annotated. Git: \`git blame -L\` of the ` +
      'same lines, and `git log -L`, which lists the commits that the history is told from. Chronicle: the first read ' +
      `of the file in an open process, and medians of ${ROUNDS} reads of other lines of it: of what is recorded alone, ` +
      'with what the history says, and the same lines again.',
    columns: [
      ...['file', 'blame', 'log -L', 'first read', 'recorded', 'with history', 'again'],
      ...['recorded / blame', 'with history / log -L'],
    ],
    rows,
    claims: [
      {
        text: 'a warm scoped read of what is recorded takes at most 0.25 of `git blame -L` of the same lines',
        holds: recorded <= 0.25,
        measured: `median ${ratio(recorded)}; of first reads of a file ${ratio(median(ratios.first))}`,
      },
      {
        text: 'with what the history says of lines that nobody asked about yet, less than `git log -L` of them',
        holds: history < 1,
        measured: `median ${ratio(history)}; the same lines again take ${ratio(median(ratios.again))} of blame`,
      },
    ],
  }
}

type Window = readonly [start: number, end: number]

async function read(
  chronicle: Chronicle,
  file: string,
  [start, end]: Window,
  sources: ReadQuery['sources'] = ['notes', 'history'],
): Promise<void> {
  await unwrapAnswer(chronicle.read({ files: [file], lines: { start, end }, sources }))
}

function log({ dir }: Clone, file: string, [start, end]: Window): Promise<string> {
  return runTimed('git', ['log', '-s', '--format=%H', `-L${start},${end}:${file}`], dir)
}

function blame({ dir }: Clone, file: string, [start, end]: Window): Promise<string> {
  return runTimed('git', ['blame', '--porcelain', '-L', `${start},${end}`, '--', file], dir)
}
