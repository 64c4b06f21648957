import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { chronicleCommand } from '../src/demo/chronicle-command.ts'
import { writeLargeHistory } from './large-history.ts'
import { compare, runOnce, runTimed, startNode } from './measure.ts'
import { atMost, milliseconds, ratio, smallProcesses, type Claim, type Section } from './section.ts'
import { annotateFiles } from './synthetic-notes.ts'

const ROUNDS = 7
/** Number of newest commits of each file that are annotated. */
const ANNOTATED = 7
/** Bounds of the claims. */
const MOST_OF_BLAME = 1
const MOST_MEGABYTES = 150

/**
 * Measures the first query about a file in a fresh clone of a large history, without any cache, compared with
 * `git blame` of it.
 */
export async function firstRead(into: string): Promise<Section> {
  const history = await writeLargeHistory(join(into, 'first-read'))
  const { dir, files } = history
  await annotateFiles(
    { name: 'first-read', dir },
    files.map(({ path }) => path),
    ANNOTATED,
  )
  const forget = (): Promise<void> => rm(join(dir, '.git', 'chronicle'), { recursive: true, force: true })
  const rows: string[][] = []
  const claims: Claim[] = []
  const sizes: number[] = []
  for (const { how: name, path } of files) {
    const read = (sources: string) => async (): Promise<void> => {
      await forget()
      await runTimed(process.execPath, [chronicleCommand, 'read', path, '--sources', sources], dir)
    }
    const { node, blame, notes, all } = await compare(ROUNDS, {
      node: () => startNode(dir),
      blame: () => runTimed('git', ['blame', '--porcelain', '--', path], dir),
      notes: read('notes'),
      all: read('notes,history'),
    })
    await forget()
    const megabytes = await runOnce<number>('read-once.mjs', [dir, 'refs/notes/chronicle', path], dir)
    sizes.push(megabytes)
    const share = (all - node) / blame
    const numbers = [node, blame, notes, all].map(milliseconds)
    rows.push([name, ...numbers, ratio((notes - node) / blame), ratio(share), `${megabytes.toFixed(0)} MB`])
    const text = `a first read of a file, ${name}, takes at most ${MOST_OF_BLAME.toFixed(1)} × \`git blame\` of it, and node`
    claims.push(atMost(text, share, MOST_OF_BLAME, ratio))
  }
  claims.push(smallProcesses(sizes, MOST_MEGABYTES))
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
