import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { openChronicle } from '@chronicle/node'
import { runProgram } from '../src/demo/run-program.ts'
import { compare, elapsed, runTimed } from './measure.ts'
import { milliseconds, ratio, type Section } from './section.ts'
import { syntheticNote, syntheticRegion, writeNotes } from './synthetic-notes.ts'

const LINES = 5000
const COMMITS = 200
/** Lines that each commit rewrites. */
const BLOCK = 10
/** What a read shows unless it is asked for more. */
const DEFAULT_REGIONS = 20
const ROUNDS = 10
const START = 1_600_000_000
const FILE = 'src/module.txt'

/** What a read of a file costs that many commits have annotated, beside blame of the same file. */
export async function manyRegions(into: string): Promise<Section> {
  const dir = join(into, 'many-regions')
  const commits = await busyFile(dir)
  const notes = commits.map((commit, index) => {
    const start = placeOf(index)
    const region = syntheticRegion(FILE, { start, end: start + BLOCK - 1 }, index)
    return [commit, syntheticNote(commit, START + (index + 1) * 60, [region])] as const
  })
  await writeNotes(dir, notes)
  const chronicle = openChronicle({ dir, cacheDir: join(into, 'many-regions-cache') })
  const read = async (maxRegions: number): Promise<void> => {
    const answer = await chronicle.read({ files: [FILE], maxRegions })
    if (answer.isErr()) throw new Error(`${answer.error.code}: ${answer.error.message}`)
    const found = answer.value.regions.length
    if (found < maxRegions) throw new Error(`${found} of ${maxRegions} regions were found`)
  }
  const blame = (): Promise<string> => runTimed('git', ['blame', '--porcelain', FILE], dir)
  const cold = await elapsed(() => read(DEFAULT_REGIONS))
  const times = await compare(
    [
      { name: 'blame', run: blame },
      { name: 'read', run: () => read(DEFAULT_REGIONS) },
      { name: 'all', run: () => read(COMMITS) },
    ],
    ROUNDS,
  )
  await chronicle.close()
  const [git = 0, warm = 0, all = 0] = times.values()
  const row = (name: string, time: number): readonly string[] => [name, milliseconds(time), ratio(time / git)]
  return {
    title: 'Many regions in one file',
    about:
      `A file of ${LINES.toLocaleString('en')} lines and ${COMMITS} annotated commits that each rewrote ${BLOCK} lines of it. ` +
      `Medians of ${ROUNDS} reads in one open process, beside \`git blame\` of the file.`,
    columns: ['', 'time', 'of git blame'],
    rows: [
      row('`git blame`', git),
      row('`read`, the first time', cold),
      row('`read`', warm),
      row('`read` of all regions', all),
    ],
    claims: [
      {
        text: 'a warm read costs at most half of what blame of the file costs',
        holds: warm / git <= 0.5,
        measured: `${ratio(warm / git)} of git blame`,
      },
    ],
  }
}

/** The first line that a commit rewrites. Places of neighbouring commits lie far apart. */
function placeOf(commit: number): number {
  return ((commit * 7) % COMMITS) * (LINES / COMMITS) + 1
}

/** Makes the history and returns the ids of the commits that changed the file, oldest first. */
async function busyFile(dir: string): Promise<readonly string[]> {
  await mkdir(dir, { recursive: true })
  await runProgram('git', ['init', '--quiet', '--initial-branch=main'], { cwd: dir })
  const lines = Array.from({ length: LINES }, (_, line) => `first state of line ${line}`)
  const stream: string[] = []
  for (let commit = -1; commit < COMMITS; commit++) {
    const start = placeOf(commit) - 1
    if (commit >= 0) for (let line = start; line < start + BLOCK; line++) lines[line] = `commit ${commit}, line ${line}`
    const text = `${lines.join('\n')}\n`
    stream.push(
      `commit refs/heads/main\ncommitter Bench <bench@example.com> ${START + (commit + 1) * 60} +0000\n` +
        `data 6\nchange\nM 100644 inline ${FILE}\ndata ${Buffer.byteLength(text)}\n${text}\n`,
    )
  }
  stream.push('done\n')
  const input = stream.join('')
  await runProgram('git', ['fast-import', '--quiet', '--done', '--date-format=raw'], { cwd: dir, input })
  await runProgram('git', ['reset', '--quiet', '--hard'], { cwd: dir })
  return (await runProgram('git', ['rev-list', '--reverse', 'main'], { cwd: dir })).trim().split('\n').slice(1)
}
