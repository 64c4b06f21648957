/*
 * Draws units whose messages are then read and labelled:
 * `node --conditions=chronicle-source --import tsx draw-candidates.ts <bundle> <count> [<seed>]` prints that many units
 * of a bundle, in the order in which they were drawn, with every message of their line history. The draw is random, so
 * that nobody selects the compared units by taste.
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTreeSitterParser } from '@chronicle/ast-tree-sitter'
import type { AstUnit } from '@chronicle/core'
import type { RepoPath } from '@chronicle/schema'
import { createGptTokenCounter } from '@chronicle/tokens-gpt'
import { runProgram } from '../../src/demo/run-program.ts'
import { seededRandom, shuffled } from '../../src/confidence/seeded-random.ts'
import { cloneBundles } from '../bundles.ts'
import { argues } from './argues.ts'
import { MIN_HISTORY_TOKENS } from './labelled-units.ts'
import { lineHistory, messagesText, type LineCommit } from './line-history.ts'

const SOURCE = /\.(?:[cm]?js|ts|py|go|rs)$/
/** Tests, examples, and files that the project did not write. */
const NOT_ASKED_ABOUT =
  /(?:^|\/)(?:tests?|__tests__|spec|examples?|benchmarks?|docs?|doc|vendor|_vendor|third_party|support|search|packages|themes)\/|(?:^|\/)test_[^/]*$|_test\.go$|(?:^|\/)tests?\.(?:rs|py)$|\.(?:test|spec)\.[jt]s$|\.d\.ts$|\.min\.js$/
const TYPES: ReadonlySet<string> = new Set([
  ...['function', 'method', 'constructor', 'getter', 'setter'],
  ...['class', 'struct', 'trait', 'interface', 'enum', 'type', 'impl'],
])
/** Shorter units have little to edit; longer ones are more like files. */
const MIN_LINES = 4
const MAX_LINES = 250
/** Longer histories are too long to read carefully. */
const MAX_COMMITS = 60
const MIN_ARGUING = 3
/** Maximum number of units of one file, because they share most of their history. */
const MAX_OF_A_FILE = 2

const [name = '', count = '10', seed = '10'] = process.argv.slice(2)
const counter = await createGptTokenCounter('o200k_base')
if (counter.isErr()) throw new Error(counter.error.message)
const folder = await mkdtemp(join(tmpdir(), 'chronicle-draw-'))
try {
  const clone = (await cloneBundles(folder)).find((each) => each.name === name)
  if (clone === undefined) throw new Error(`There is no bundle '${name}'`)
  await runProgram('git', ['commit-graph', 'write', '--reachable', '--changed-paths'], { cwd: clone.dir })
  const drawn = shuffled(await unitsAtTip(clone.dir), seededRandom(Number(seed)))
  process.stdout.write(`# ${name}, seed ${seed}: ${drawn.length} units at the tip\n`)
  const ofFile = new Map<string, number>()
  let looked = 0
  let found = 0
  for (const { file, unit } of drawn) {
    if (found >= Number(count)) break
    looked++
    if ((ofFile.get(file) ?? 0) >= MAX_OF_A_FILE) continue
    const commits = await lineHistory(clone.dir, file, unit.lines)
    if (commits.length > MAX_COMMITS || commits.filter(({ message }) => argues(message)).length < MIN_ARGUING) continue
    if (counter.value.count(messagesText(commits)) < MIN_HISTORY_TOKENS) continue
    ofFile.set(file, (ofFile.get(file) ?? 0) + 1)
    found++
    process.stdout.write(candidateText(file, unit, commits))
  }
  process.stdout.write(`\n# ${found} of the first ${looked} drawn\n`)
} finally {
  await rm(folder, { recursive: true, force: true })
}

interface UnitAtTip {
  readonly file: RepoPath
  readonly unit: AstUnit
}

/**
 * Returns the units of the project's own code whose name is unique in the file and whose length is within the limits.
 */
async function unitsAtTip(dir: string): Promise<readonly UnitAtTip[]> {
  const ast = createTreeSitterParser()
  const files = (await runProgram('git', ['ls-files', '-z'], { cwd: dir })).split('\0') as RepoPath[]
  const all: UnitAtTip[] = []
  for (const file of files.filter((path) => SOURCE.test(path) && !NOT_ASKED_ABOUT.test(path)).sort()) {
    const outline = await ast.outline({ path: file, text: await readFile(join(dir, file), 'utf8') })
    if (outline.isErr()) continue
    const { units } = outline.value
    for (const unit of units) {
      const length = unit.lines.end - unit.lines.start + 1
      const isAlone = units.filter((other) => other.name === unit.name).length === 1
      const isTest = /(?:^|::)tests?::/u.test(unit.name)
      if (TYPES.has(unit.type) && !isTest && isAlone && length >= MIN_LINES && length <= MAX_LINES)
        all.push({ file, unit })
    }
  }
  return all
}

function candidateText(file: RepoPath, { name: unit, lines, type }: AstUnit, commits: readonly LineCommit[]): string {
  return [
    `\n\n=== ${file}:${unit} (${type}, ${lines.start}-${lines.end})`,
    ...commits.map(
      ({ commit, date, message }) => `\n--- ${commit} ${date}${argues(message) ? ' argues' : ''}\n${message}`,
    ),
  ].join('\n')
}
