import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chronicleCommand } from '../src/demo/chronicle-command.ts'
import { writeLargeHistory } from './large-history.ts'
import { compare, runTimed } from './measure.ts'
import { milliseconds, ratio, type Claim, type Section } from './section.ts'
import { annotateFiles } from './synthetic-notes.ts'

const ROUNDS = 7
/** Newest commits of each file that are annotated. */
const ANNOTATED = 7
/** What it must show. */
const MOST_OF_BLAME = 1
const MOST_MEGABYTES = 150

/** The first question about a file in a fresh clone of a large history, with nothing kept, beside `git blame` of it. */
export async function firstRead(into: string): Promise<Section> {
  const history = await writeLargeHistory(join(into, 'first-read'))
  const { dir } = history
  const files = [
    { name: 'changed often', path: history.often },
    { name: 'and renamed', path: history.renamed },
    { name: 'changed rarely', path: history.rarely },
  ]
  await annotateFiles(
    { name: 'first-read', dir },
    files.map(({ path }) => path),
    ANNOTATED,
  )
  const forget = (): Promise<void> => rm(join(dir, '.git', 'chronicle'), { recursive: true, force: true })
  const rows: string[][] = []
  const claims: Claim[] = []
  const sizes: number[] = []
  for (const { name, path } of files) {
    const read = (sources: string) => async (): Promise<void> => {
      await forget()
      await runTimed(process.execPath, [chronicleCommand, 'read', path, '--sources', sources], dir)
    }
    const times = await compare(
      [
        { name: 'node', run: () => runTimed(process.execPath, ['-e', '0'], dir) },
        { name: 'blame', run: () => runTimed('git', ['blame', '--porcelain', '--', path], dir) },
        { name: 'notes', run: read('notes') },
        { name: 'all', run: read('notes,history') },
      ],
      ROUNDS,
    )
    await forget()
    const program = fileURLToPath(new URL('./read-once.mjs', import.meta.url))
    const megabytes = Number(await runTimed(process.execPath, [program, dir, 'refs/notes/chronicle', path], dir))
    sizes.push(megabytes)
    const [node = 0, blame = 0, notes = 0, all = 0] = times.values()
    const share = (all - node) / blame
    const numbers = [node, blame, notes, all].map(milliseconds)
    rows.push([name, ...numbers, ratio((notes - node) / blame), ratio(share), `${megabytes.toFixed(0)} MB`])
    claims.push({
      text: `a first read of a file, ${name}, takes at most ${MOST_OF_BLAME.toFixed(1)} × \`git blame\` of it, and node`,
      holds: share <= MOST_OF_BLAME,
      measured: ratio(share),
    })
  }
  const largest = Math.max(...sizes)
  claims.push({
    text: `no such process takes more than ${MOST_MEGABYTES} MB`,
    holds: largest <= MOST_MEGABYTES,
    measured: `${largest.toFixed(0)} MB`,
  })
  return {
    title: 'First read in a large history',
    about:
      `The generated history of ${history.commits.toLocaleString('en')} commits with 25,000 merges, the ${ANNOTATED} newest ` +
      `commits of each file annotated. The command as a process that finds nothing kept; medians of ${ROUNDS}. \`node\` is ` +
      `\`node -e 0\`; the shares are without it. Recorded: \`--sources notes\`; all: with what the history says, as by ` +
      `default. Memory is that of the process itself; a \`git blame\` maps the whole pack. Git reads the whole history for ` +
      `either, so for a file that few commits changed, what is done around that counts.`,
    columns: ['', 'node', 'git blame', 'recorded', 'all', 'recorded / blame', 'all / blame', 'memory'],
    rows,
    claims,
  }
}
