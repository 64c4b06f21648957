import { join } from 'node:path'
import { runProgram } from '../src/demo/run-program.ts'
import { writeLargeHistory, type LargeHistory } from './large-history.ts'
import { compare, runOnce, runTimed, startNode } from './measure.ts'
import { atMost, milliseconds, ratio, smallProcesses, type Claim, type Section } from './section.ts'

const ROUNDS = 5
/** Bounds of the claims. */
const MAX_BLAME_RATIO = 1
const MAX_MEGABYTES = 150

interface QueryResult {
  readonly count: number
  readonly megabytes: number
}

/**
 * Measures the cost of finding the commits that changed one file of a large history, compared with `git blame` of that
 * file.
 */
export async function fileRevisions(into: string): Promise<Section> {
  const history = await writeLargeHistory(join(into, 'large-history'))
  const half = Math.floor(history.commits / 2)
  const since = (await runProgram('git', ['log', '-1', '--format=%ct', `--skip=${half}`], { cwd: history.dir })).trim()
  const rows: string[][] = []
  const claims: Claim[] = []
  const sizes: number[] = []
  for (const { how: name, path } of history.files) {
    const all = askOnce(history, ['fileRevisions', path])
    const { node, blame, revisions, recent } = await compare(ROUNDS, {
      node: () => startNode(history.dir),
      blame: () => runTimed('git', ['blame', '--porcelain', '--', path], history.dir),
      revisions: all,
      recent: askOnce(history, ['fileRevisions', path, since]),
    })
    const { count, megabytes } = await all()
    sizes.push(megabytes)
    const share = (revisions - node) / blame
    rows.push([name, String(count), ...[node, blame, revisions, recent].map(milliseconds), ratio(share)])
    const text = `the revisions of a file, ${name}, take at most ${MAX_BLAME_RATIO.toFixed(1)} × \`git blame\` of it`
    claims.push(atMost(text, share, MAX_BLAME_RATIO, ratio))
  }
  for (const [name, args] of [
    ['all ancestors', ['ancestors']],
    ['paths of 1,000 commits', ['changedPaths', '1000']],
  ] as const) {
    const ask = askOnce(history, args)
    const { all } = await compare(ROUNDS, { all: ask })
    const { count, megabytes } = await ask()
    sizes.push(megabytes)
    rows.push([name, count.toLocaleString('en'), '', '', milliseconds(all), '', ''])
  }
  claims.push(smallProcesses(sizes, MAX_MEGABYTES))
  return {
    title: 'Revisions of a file in a large history',
    about:
      `A generated history of ${history.commits.toLocaleString('en')} commits with 25,000 merges and 3,000 files. A process ` +
      `for each question; medians of ${ROUNDS}. \`node\` is \`node -e 0\`. Since: only the newer half of the history.`,
    columns: ['', 'found', 'node', 'git blame', 'revisions', 'since', '(revisions − node) / blame'],
    rows,
    claims,
  }
}

/** Returns a function that runs a query in its own process. */
function askOnce({ dir }: LargeHistory, args: readonly string[]): () => Promise<QueryResult> {
  return () => runOnce<QueryResult>('revisions-once.mjs', [dir, ...args], dir)
}
