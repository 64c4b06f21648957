import { appendFile, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { openChronicle, type Chronicle } from '@chronicle/node'
import type { NotesRef } from '@chronicle/schema'
import { runProgram } from '../src/demo/run-program.ts'
import { compare, elapsed, runTimed } from './measure.ts'
import { milliseconds, ratio, type Section } from './section.ts'
import { syntheticNote, syntheticRegion, writeNotes } from './synthetic-notes.ts'

const FILES = 50_000
const CHANGED = 5500
const ANNOTATED = 5
const ROUNDS = 5
const LINES = 20
const START = 1_600_000_000

/** What `check` and `doctor` cost in a large tree with a large change, of which few files are annotated. */
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
    const answer = await chronicle.check({ change: { kind: 'worktree' } })
    if (answer.isErr()) throw new Error(`${answer.error.code}: ${answer.error.message}`)
    const found = new Set(answer.value.findings.map(({ file }) => file)).size
    if (found !== ANNOTATED) throw new Error(`${found} of ${ANNOTATED} annotated files were found`)
  }
  const doctor = async (chronicle: Chronicle): Promise<void> => {
    const answer = await chronicle.review()
    if (answer.isErr()) throw new Error(`${answer.error.code}: ${answer.error.message}`)
  }
  const diff = (): Promise<string> => runTimed('git', ['diff', '--no-ext-diff', 'HEAD'], dir)
  await diff()
  const first = open()
  const cold = await elapsed(() => check(first))
  const times = await compare(
    [
      { name: 'diff', run: diff },
      { name: 'check', run: () => check(first) },
      { name: 'doctor', run: () => doctor(first) },
    ],
    ROUNDS,
  )
  await first.close()
  const [git = 0, checked = 0, reviewed = 0] = times.values()
  const row = (name: string, time: number): readonly string[] => [name, milliseconds(time), ratio(time / git)]
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
      {
        text: 'a check costs at most twice what the diff of git costs',
        holds: checked / git <= 2,
        measured: `${ratio(checked / git)} of git diff`,
      },
      {
        text: 'so does doctor',
        holds: reviewed / git <= 2,
        measured: `${ratio(reviewed / git)} of git diff`,
      },
    ],
  }
}

function pathOf(file: number): string {
  return `src/part-${Math.floor(file / 500)}/module-${file}.txt`
}

/** One commit with all files, checked out, and its id. */
async function largeTree(dir: string): Promise<string> {
  await mkdir(dir, { recursive: true })
  await runProgram('git', ['init', '--quiet', '--initial-branch=main'], { cwd: dir })
  const parts = [`commit refs/heads/main\ncommitter Bench <bench@example.com> ${START} +0000\ndata 5\nfirst\n`]
  for (let file = 0; file < FILES; file++) {
    const text = `${Array.from({ length: LINES }, (_, line) => `line ${line} of ${file}`).join('\n')}\n`
    parts.push(`M 100644 inline ${pathOf(file)}\ndata ${Buffer.byteLength(text)}\n${text}\n`)
  }
  parts.push('done\n')
  const input = parts.join('')
  await runProgram('git', ['fast-import', '--quiet', '--done', '--date-format=raw'], { cwd: dir, input })
  await runProgram('git', ['reset', '--quiet', '--hard'], { cwd: dir })
  return (await runProgram('git', ['rev-parse', 'HEAD'], { cwd: dir })).trim()
}
