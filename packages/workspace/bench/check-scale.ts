import { appendFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openChronicle, type Chronicle } from '@chronicle/node'
import type { NotesRef } from '@chronicle/schema'
import { runProgram } from '../src/demo/run-program.ts'
import { commitCommand, fileChange, importHistory, listCommits } from './fast-import.ts'
import { unwrapAnswer, compare, elapsed, runTimed } from './measure.ts'
import { atMost, milliseconds, ratio, type Section } from './section.ts'
import { syntheticNote, syntheticRegion, writeNotes } from './synthetic-notes.ts'

const FILES = 50_000
const CHANGED = 5500
const ANNOTATED = 5
const ROUNDS = 5
const LINES = 20
const START = 1_600_000_000

/** Measures the cost of `check` and `doctor` in a large tree with a large change that affects few annotated files. */
export async function checkScale(into: string): Promise<Section> {
  const dir = join(into, 'check-scale')
  const base = await largeTree(dir)
  const annotated = Array.from({ length: ANNOTATED }, (_, index) => pathOf((index * CHANGED) / ANNOTATED))
  const regions = annotated.map((path, index) => syntheticRegion(path, { start: 1, end: 3 }, index))
  await writeNotes(dir, [[base, syntheticNote(base, START, regions)]])
  for (let file = 0; file < CHANGED; file++) await appendFile(join(dir, pathOf(file)), `changed ${file}\n`)
  for (const path of annotated) await runProgram('sed', ['-i', '2s/.*/another line/', path], { cwd: dir })

  const open = (): Chronicle =>
    openChronicle({ dir, notesRefs: ['refs/notes/chronicle' as NotesRef], cacheDir: join(into, 'check-cache') })
  const check = async (chronicle: Chronicle): Promise<void> => {
    const { findings } = await unwrapAnswer(chronicle.check({ change: { kind: 'worktree' } }))
    const found = new Set(findings.map(({ file }) => file)).size
    if (found !== ANNOTATED) throw new Error(`${found} of ${ANNOTATED} annotated files were found`)
  }
  const diff = (): Promise<string> => runTimed('git', ['diff', '--no-ext-diff', 'HEAD'], dir)
  await diff()
  const first = open()
  const cold = await elapsed(() => check(first))
  const { git, checked, reviewed } = await compare(ROUNDS, {
    git: diff,
    checked: () => check(first),
    reviewed: () => unwrapAnswer(first.review()),
  })
  await first.close()
  const row = (name: string, time: number): readonly string[] => [name, milliseconds(time), ratio(time / git)]
  const ofDiff = (share: number): string => `${ratio(share)} of git diff`
  return {
    title: 'Checking a large change',
    about:
      `A tree of ${FILES.toLocaleString('en')} files, ${CHANGED.toLocaleString('en')} of them changed and not committed, ` +
      `${ANNOTATED} of these annotated. Medians of ${ROUNDS} rounds in one open process, beside \`git diff\` of the same change.`,
    columns: ['', 'time', 'of git diff'],
    rows: [
      row('`git diff HEAD`', git),
      row('`check`, the first time', cold),
      row('`check`', checked),
      row('`doctor`', reviewed),
    ],
    claims: [
      atMost('a check costs at most twice what the diff of git costs', checked / git, 2, ofDiff),
      atMost('so does doctor', reviewed / git, 2, ofDiff),
    ],
  }
}

function pathOf(file: number): string {
  return `src/part-${Math.floor(file / 500)}/module-${file}.txt`
}

/** Creates one commit with all files, checks it out, and returns its id. */
async function largeTree(dir: string): Promise<string> {
  const changes = Array.from({ length: FILES }, (_, file) => {
    const lines = Array.from({ length: LINES }, (_line, line) => `line ${line} of ${file}\n`)
    return fileChange(pathOf(file), lines.join(''))
  })
  await importHistory(dir, [commitCommand({ time: START, message: 'first', changes })])
  return (await listCommits(dir))[0] ?? ''
}
