import { join } from 'node:path'
import { openChronicle } from '@chronicle/node'
import { commitCommand, fileChange, importHistory, listCommits } from './fast-import.ts'
import { unwrapAnswer, compare, elapsed, runTimed } from './measure.ts'
import { milliseconds, ratio, type Section } from './section.ts'
import { syntheticNote, syntheticRegion, writeNotes } from './synthetic-notes.ts'

const LINES = 5000
const COMMITS = 200
/** Number of lines that each commit rewrites. */
const BLOCK = 10
/** Default number of regions of a read. */
const DEFAULT_REGIONS = 20
const ROUNDS = 10
const START = 1_600_000_000
const FILE = 'src/module.txt'

/** Measures the cost of reading a file that many commits have annotated, compared with blame of the same file. */
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
    const found = (await unwrapAnswer(chronicle.read({ files: [FILE], maxRegions }))).regions.length
    if (found < maxRegions) throw new Error(`${found} of ${maxRegions} regions were found`)
  }
  const blame = (): Promise<string> => runTimed('git', ['blame', '--porcelain', FILE], dir)
  const cold = await elapsed(() => read(DEFAULT_REGIONS))
  const { git, warm, all } = await compare(ROUNDS, {
    git: blame,
    warm: () => read(DEFAULT_REGIONS),
    all: () => read(COMMITS),
  })
  await chronicle.close()
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

/** Returns the first line that a commit rewrites. The places of neighbouring commits are far apart. */
function placeOf(commit: number): number {
  return ((commit * 7) % COMMITS) * (LINES / COMMITS) + 1
}

/** Creates the history and returns the ids of the commits that changed the file, oldest first. */
async function busyFile(dir: string): Promise<readonly string[]> {
  await importHistory(dir, busyCommits())
  return (await listCommits(dir)).slice(1)
}

function* busyCommits(): Generator<string> {
  const lines = Array.from({ length: LINES }, (_, line) => `first state of line ${line}`)
  for (let commit = -1; commit < COMMITS; commit++) {
    const start = placeOf(commit) - 1
    if (commit >= 0) for (let line = start; line < start + BLOCK; line++) lines[line] = `commit ${commit}, line ${line}`
    const changes = [fileChange(FILE, `${lines.join('\n')}\n`)]
    yield commitCommand({ time: START + (commit + 1) * 60, message: 'change', changes })
  }
}
