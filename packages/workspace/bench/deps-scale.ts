import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { openChronicle } from '@chronicle/node'
import { chronicleCommand } from '../src/demo/chronicle-command.ts'
import { commitCommand, fileChange, importHistory, listCommits } from './fast-import.ts'
import { unwrapAnswer, compare, elapsed, median, runTimed, startNode } from './measure.ts'
import { atMost, below, milliseconds, ratio, type Section } from './section.ts'
import { syntheticNote, syntheticRegion, writeNotes } from './synthetic-notes.ts'

const SIZES = [1_000, 10_000, 100_000]
const START = 1_600_000_000
/** Number of annotations that depend on one file, the same at every size. */
const DEPENDENTS = 5
/** Number of files that can be queried. */
const FILES = 40
const WARM_ROUNDS = 200
const COLD_ROUNDS = 15

/** Measures the cost of `deps`, from a thousand annotated commits to a hundred thousand. */
export async function depsScale(into: string): Promise<Section> {
  const rows: string[][] = []
  const warm: number[] = []
  const over: number[] = []
  for (const size of SIZES) {
    const dir = join(into, `deps-${size}`)
    await annotatedHistory(dir, size)
    const chronicle = openChronicle({ dir })
    const runQuery = async (round: number): Promise<void> => {
      const { dependents } = await unwrapAnswer(chronicle.deps({ file: pathOf(round % FILES), anchor: 'open' }))
      if (dependents.length !== DEPENDENTS) throw new Error(`${dependents.length} dependents`)
    }
    for (let round = 0; round < FILES; round++) await runQuery(round)
    const times: number[] = []
    for (let round = 0; round < WARM_ROUNDS; round++) times.push(await elapsed(() => runQuery(round)))
    await chronicle.close()
    warm.push(median(times))
    const { node, deps } = await compare(COLD_ROUNDS, {
      node: () => startNode(dir),
      deps: () => runTimed(process.execPath, [chronicleCommand, 'deps', pathOf(7), 'open'], dir),
    })
    over.push(deps - node)
    rows.push([
      size.toLocaleString('en'),
      `${(warm.at(-1) ?? 0).toFixed(2)} ms`,
      ...[node, deps, deps - node].map(milliseconds),
    ])
    await rm(dir, { recursive: true })
  }
  const growth = (values: readonly number[]): number => (values.at(-1) ?? 0) / (values[0] ?? 1)
  return {
    title: 'Who depends on a function',
    about:
      `Histories with a note on each commit; ${DEPENDENTS} of them depend on the function asked about. Warm: medians ` +
      `of ${WARM_ROUNDS} questions in one process about ${FILES} files in turn. Cold: a process for each question, ` +
      'beside `node -e 0`.',
    columns: ['annotated commits', 'warm', 'node', 'git chronicle deps', 'over node'],
    rows,
    claims: [
      below('a warm `deps` takes less than 5 ms', Math.max(...warm), 5),
      atMost('a `deps` process takes at most 80 ms more than `node`', Math.max(...over), 80),
      atMost('a hundred times the notes change a warm `deps` by at most 20 %', growth(warm), 1.2, ratio),
      atMost('a hundred times the notes change a `deps` process by at most 20 %', growth(over), 1.2, ratio),
    ],
  }
}

function pathOf(number: number): string {
  return `src/module-${number}.ts`
}

/** Creates a history of empty commits, each with a note, that ends with the files that can be queried. */
async function annotatedHistory(dir: string, size: number): Promise<void> {
  const commit = (number: number, changes: readonly string[] = []): string =>
    commitCommand({ time: START + number * 60, message: 'change', changes })
  const source = 'export function open(): void {}\nexport function close(): void {}\n'
  const files = Array.from({ length: FILES }, (_, n) => fileChange(pathOf(n), source))
  await importHistory(dir, [...Array.from({ length: size }, (_, number) => commit(number)), commit(size, files)])
  const ids = await listCommits(dir, 'main^')
  const targets = Math.floor(size / DEPENDENTS)
  await writeNotes(
    dir,
    ids.map((id, number) => {
      const dependency = { file: pathOf(number % targets), anchor: 'open', nature: 'the order of its entries' }
      const region = syntheticRegion(pathOf((number + 1) % targets), { start: 1, end: 1 }, number)
      const named = { ...region, ast_anchor: { type: 'function', name: 'close' }, semantic_dependencies: [dependency] }
      return [id, syntheticNote(id, START + number * 60, [named])] as const
    }),
  )
}
