import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createTreeSitterParser } from '@chronicle/ast-tree-sitter'
import type { LineRange, RepoPath } from '@chronicle/schema'
import { runProgram } from '../src/demo/run-program.ts'
import { busiestFiles, type Clone } from './bundles.ts'
import { writeLargeHistory } from './large-history.ts'
import { compare, median, runTimed } from './measure.ts'
import { milliseconds, ratio, type Claim, type Section } from './section.ts'

const ROUNDS = 5
/** What it must show of the large history. */
const MOST_OF_LOG = 1
const MOST_MEGABYTES = 200
/** Files of each real repository, and units of each file. */
const [FILES, UNITS] = [3, 2]

/** Lines of a file whose history is asked for. */
interface Asked {
  readonly dir: string
  readonly path: string
  readonly lines: LineRange
  readonly name?: string
}

interface Found {
  readonly count: number
  readonly milliseconds: number
  readonly megabytes: number
}

interface Measured {
  readonly node: number
  readonly log: number
  readonly process: number
  /** After the program was loaded. */
  readonly query: number
  readonly found: Found
}

/** What it costs to find the commits that changed a unit, for the first time, beside `git log -L` of it. */
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
  const large = [
    { name: 'a file changed often', path: history.often },
    { name: 'a renamed file', path: history.renamed },
    { name: 'a file changed rarely', path: history.rarely },
  ]
  for (const { name, path } of large) {
    const measured = await measure({ dir: history.dir, path, lines: { start: 10, end: 30 } })
    addRow(`100,000 commits, ${name}`, measured)
    const share = (measured.process - measured.node) / measured.log
    claims.push({
      text: `lines of ${name} of a large history take at most ${MOST_OF_LOG.toFixed(1)} × \`git log -L\` of them, and node`,
      holds: share <= MOST_OF_LOG,
      measured: ratio(share),
    })
  }
  for (const clone of clones) {
    const all: Measured[] = []
    for (const asked of await unitsOf(clone)) all.push(await measure(asked))
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
  const largest = Math.max(...sizes)
  claims.push({
    text: `no such process takes more than ${MOST_MEGABYTES} MB`,
    holds: largest <= MOST_MEGABYTES,
    measured: `${largest.toFixed(0)} MB`,
  })
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

async function measure(asked: Asked): Promise<Measured> {
  const { dir, lines, name, path } = asked
  const program = fileURLToPath(new URL('./line-history-once.mjs', import.meta.url))
  const range = [String(lines.start), String(lines.end)]
  const answers: Found[] = []
  const times = await compare(
    [
      { name: 'node', run: () => runTimed(process.execPath, ['-e', '0'], dir) },
      { name: 'log', run: () => runTimed('git', ['log', '-s', '--format=%H', `-L${range.join(',')}:${path}`], dir) },
      {
        name: 'process',
        run: async () => {
          const words = [program, dir, path, ...range, ...(name === undefined ? [] : [name])]
          answers.push(JSON.parse(await runTimed(process.execPath, words, dir)) as Found)
        },
      },
    ],
    ROUNDS,
  )
  const [node = 0, log = 0, whole = 0] = times.values()
  const [found] = answers
  if (found === undefined) throw new Error('Nothing was measured.')
  return { node, log, process: whole, query: median(answers.slice(1).map((each) => each.milliseconds)), found }
}

/** Units of the files that most commits changed, evenly spread over each file. */
async function unitsOf({ dir }: Clone): Promise<readonly Asked[]> {
  const ast = createTreeSitterParser()
  const chosen: Asked[] = []
  for (const path of await busiestFiles(dir, FILES)) {
    const text = await runProgram('git', ['show', `HEAD:${path}`], { cwd: dir })
    const outline = await ast.outline({ path: path as RepoPath, text })
    const units = outline.isErr() ? [] : outline.value.units.filter(({ lines }) => lines.end - lines.start >= 5)
    for (let number = 1; number <= UNITS; number++) {
      const unit = units[Math.floor((units.length * number) / (UNITS + 1))]
      if (unit !== undefined) chosen.push({ dir, path, lines: unit.lines, name: unit.name })
    }
  }
  return chosen
}
