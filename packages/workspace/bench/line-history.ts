import { join } from 'node:path'
import { unitsOf, type QueriedCode } from './asked-units.ts'
import { busiestFiles, type Clone } from './bundles.ts'
import { writeLargeHistory } from './large-history.ts'
import { compare, median, runOnce, runTimed, startNode } from './measure.ts'
import { atMost, milliseconds, ratio, smallProcesses, type Claim, type Section } from './section.ts'

const ROUNDS = 5
/** Bounds of the claims about the large history. */
const MOST_OF_LOG = 1
const MOST_MEGABYTES = 200
/** Number of files of each real repository, and of units of each file. */
const [FILES, UNITS] = [3, 2]

interface Found {
  readonly count: number
  readonly milliseconds: number
  readonly megabytes: number
}

interface Measured {
  readonly node: number
  readonly log: number
  readonly process: number
  /** Milliseconds of the query after the program was loaded. */
  readonly query: number
  readonly found: Found
}

/**
 * Measures the cost of finding the commits that changed a unit for the first time, compared with `git log -L` of it.
 */
export async function lineHistory(clones: readonly Clone[], into: string): Promise<Section> {
  const history = await writeLargeHistory(join(into, 'large-history'))
  const rows: string[][] = []
  const claims: Claim[] = []
  const sizes: number[] = []
  const addRow = (name: string, { found, log, node, process, query }: Measured): void => {
    sizes.push(found.megabytes)
    const numbers = [node, log, process, query].map(milliseconds)
    rows.push([name, String(found.count), ...numbers, ratio((process - node) / log), ratio(query / log)])
  }
  for (const { name, path } of history.files) {
    const measured = await measure({ dir: history.dir, path, lines: { start: 10, end: 30 } })
    addRow(`100,000 commits, ${name}`, measured)
    const share = (measured.process - measured.node) / measured.log
    const text = `lines of ${name} of a large history take at most ${MOST_OF_LOG.toFixed(1)} × \`git log -L\` of them, and node`
    claims.push(atMost(text, share, MOST_OF_LOG, ratio))
  }
  for (const clone of clones) {
    const all: Measured[] = []
    for (const asked of await unitsOf(clone.dir, await busiestFiles(clone.dir, FILES), UNITS))
      all.push(await measure(asked))
    const middle = (of: (each: Measured) => number): number => median(all.map(of))
    addRow(`${clone.name}, ${all.length} units`, {
      node: middle(({ node }) => node),
      log: middle(({ log }) => log),
      process: middle((each) => each.process),
      query: middle(({ query }) => query),
      found: {
        count: middle(({ found }) => found.count),
        milliseconds: 0,
        megabytes: Math.max(...all.map(({ found }) => found.megabytes)),
      },
    })
  }
  claims.push(smallProcesses(sizes, MOST_MEGABYTES))
  return {
    title: 'Line history of a unit',
    about:
      `The commits that changed 21 lines of a generated history of ${history.commits.toLocaleString('en')} commits, and ` +
      `units of the files that most commits changed in real repositories (medians). A process for each question, nothing ` +
      `kept from one to the next; medians of ${ROUNDS}. \`node\` is \`node -e 0\`; query: once the program is loaded.`,
    columns: ['', 'commits', 'node', 'git log -L', 'process', 'query', '(process − node) / log', 'query / log'],
    rows,
    claims,
  }
}

async function measure(asked: QueriedCode): Promise<Measured> {
  const { dir, lines, name, path } = asked
  const range = [String(lines.start), String(lines.end)]
  const answers: Found[] = []
  const { node, log, whole } = await compare(ROUNDS, {
    node: () => startNode(dir),
    log: () => runTimed('git', ['log', '-s', '--format=%H', `-L${range.join(',')}:${path}`], dir),
    whole: async () => {
      const words = [dir, path, ...range, ...(name === undefined ? [] : [name])]
      answers.push(await runOnce<Found>('line-history-once.mjs', words, dir))
    },
  })
  const [found] = answers
  if (found === undefined) throw new Error('Nothing was measured.')
  return { node, log, process: whole, query: median(answers.slice(1).map((each) => each.milliseconds)), found }
}
