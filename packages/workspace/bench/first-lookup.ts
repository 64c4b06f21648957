import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { openChronicle } from '@chronicle/node'
import { chronicleCommand } from '../src/demo/chronicle-command.ts'
import { unitsOf, type QueriedCode } from './asked-units.ts'
import { busiestFiles, cloneBundles } from './bundles.ts'
import { writeLargeHistory } from './large-history.ts'
import { unwrapAnswer, compare, elapsed, median, runTimed, startNode } from './measure.ts'
import { atMost, milliseconds, ratio, type Claim, type Section } from './section.ts'

const ROUNDS = 5
/** Bounds of the claims. */
const MAX_LOG_RATIO = 1
const MAX_WARM_MS = 20
/** Files of a real repository, as positions in the order of most changes, and number of units in each. */
const [POSITIONS, UNITS] = [[0, 5, 20], 2]

interface Measured {
  readonly commits: number
  readonly node: number
  readonly log: number
  readonly lookup: number
  readonly warm: number
}

/** Measures the first query about a unit in a repository without any cache, compared with `git log -L`. */
export async function firstLookup(into: string): Promise<Section> {
  // Uses its own clones, because other parts write notes to theirs.
  const folder = join(into, 'first-lookup')
  await mkdir(folder)
  const clones = await cloneBundles(folder)
  const history = await writeLargeHistory(join(folder, 'large-history'))
  const rows: string[][] = []
  const claims: Claim[] = []
  const warm: number[] = []
  const addRow = (name: string, { commits, log, lookup, node, warm: again }: Measured): number => {
    const share = (lookup - node) / log
    warm.push(again)
    rows.push([name, String(commits), ...[node, log, lookup].map(milliseconds), ratio(share), milliseconds(again)])
    return share
  }
  const claim = (of: string, share: number): void => {
    const text = `a first lookup ${of} takes at most ${MAX_LOG_RATIO.toFixed(1)} × \`git log -L\` of it, and node`
    claims.push(atMost(text, share, MAX_LOG_RATIO, ratio))
  }
  for (const { name, path } of history.files) {
    const measured = await measure({ dir: history.dir, path, lines: { start: 10, end: 30 } })
    claim(`in ${name} of a large history`, addRow(`100,000 commits, ${name}`, measured))
  }
  for (const clone of clones) {
    const files = await busiestFiles(clone.dir, Math.max(...POSITIONS) + 1)
    const asked = POSITIONS.flatMap((position) => files[position] ?? [])
    const all: Measured[] = []
    for (const code of await unitsOf(clone.dir, asked, UNITS)) all.push(await measure(code))
    const middle = (of: (each: Measured) => number): number => median(all.map(of))
    const counts = all.map(({ commits }) => commits)
    const share = addRow(
      `${clone.name}, ${all.length} units of ${Math.min(...counts)} to ${Math.max(...counts)} commits`,
      {
        commits: median(counts),
        node: middle(({ node }) => node),
        log: middle(({ log }) => log),
        lookup: middle(({ lookup }) => lookup),
        warm: middle((each) => each.warm),
      },
    )
    claim(`in ${clone.name}`, share)
  }
  const again = `in an open process, a lookup takes at most ${MAX_WARM_MS} ms when it is asked again`
  claims.push(atMost(again, Math.max(...warm), MAX_WARM_MS, (slowest) => `slowest ${milliseconds(slowest)}`))
  return {
    title: 'First lookup of a unit',
    about:
      `\`git chronicle lookup\` of units in repositories without caches and notes, a process for each question: what the ` +
      `history says about them, with nothing recorded. Beside it \`git log -L\` of the same lines. A generated history of ` +
      `${history.commits.toLocaleString('en')} commits, and units of real repositories (medians). Medians of ${ROUNDS} rounds. ` +
      `\`node\` is \`node -e 0\`; again: the same lookup in a process that has answered it.`,
    columns: ['', 'commits', 'node', 'git log -L', 'first lookup', '(lookup − node) / log', 'again'],
    rows,
    claims,
  }
}

async function measure(asked: QueriedCode): Promise<Measured> {
  const { dir, lines, name, path } = asked
  const range = `${lines.start},${lines.end}`
  const place = name === undefined ? [`${path}:${range.replace(',', '-')}`] : [path, name]
  let log = ''
  const { node, logged, lookup } = await compare(ROUNDS, {
    node: () => startNode(dir),
    logged: async () => {
      log = await runTimed('git', ['log', `-L${range}:${path}`], dir)
    },
    lookup: async () => {
      // The time includes removing a few small files.
      await forget(dir)
      await runTimed(process.execPath, [chronicleCommand, 'lookup', ...place], dir)
    },
  })
  const commits = log.split('\n').filter((line) => /^commit [0-9a-f]{40}/.test(line)).length
  return { commits, node, log: logged, lookup, warm: await measureWarm(asked) }
}

async function measureWarm({ dir, lines, name, path }: QueriedCode): Promise<number> {
  await using chronicle = openChronicle({ dir })
  const place = name === undefined ? { lines } : { anchor: name }
  const ask = (): Promise<number> => elapsed(() => unwrapAnswer(chronicle.lookup({ file: path, ...place })))
  await ask()
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round++) times.push(await ask())
  return median(times)
}

/** Removes everything cached by earlier queries. */
async function forget(dir: string): Promise<void> {
  await rm(join(dir, '.git', 'chronicle'), { recursive: true, force: true })
}
