/*
 * `npm run samples -- draw --seed 7`: draws regions that backfill records on the bundles, and commits with a body for
 * which it records nothing. Writes them as JSON to be judged by hand, and beside it a page that also shows the code.
 * Without `--seed`, the seed is random. `--regions`, `--skipped` and `--commits` set the numbers, `--out` the path.
 *
 * `npm run samples -- discussions`: draws 40 statements that the import records from the discussions in
 * `samples/discussions`, to be judged by hand. `--seed` and `--out` as above.
 *
 * `npm run samples -- count <file>`: prints the shares of a judged file of either kind, and the required shares. Exits
 * with 1 when a share misses its requirement, a verdict is open, a no has no reason, or the file is neither kind.
 */
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { randomInt } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { cloneBundles, type Clone } from '../../bench/bundles.ts'
import { countVerdicts, findUnexplained } from './count-verdicts.ts'
import { drawDiscussions } from './discussions/draw-discussions.ts'
import { drawSample } from './draw-sample.ts'
import { formatSample } from './format-sample.ts'
import { parseSample } from './parse-sample.ts'

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: 'string' },
    regions: { type: 'string', default: '100' },
    skipped: { type: 'string', default: '60' },
    commits: { type: 'string', default: '500' },
    out: { type: 'string' },
  },
})
const [command, file] = positionals

if (command === 'draw') await draw()
else if (command === 'discussions') await discussions()
else if (command === 'count' && file !== undefined) {
  await count(file).catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  })
} else {
  console.error(
    'Usage: npm run samples -- draw [--seed <n>] | npm run samples -- count <file> | npm run samples -- discussions [--seed <n>]',
  )
  process.exitCode = 1
}

async function draw(): Promise<void> {
  const seed = values.seed === undefined ? randomInt(1_000_000) : Number(values.seed)
  const { regions, skipped, commits } = values
  const size = { seed, regions: Number(regions), skipped: Number(skipped), commits: Number(commits) }
  if (Object.values(size).some((number) => !Number.isInteger(number) || number < 0))
    throw new Error('Seeds and sizes are whole numbers.')
  const sample = await drawSample(await keptClones(), size)
  const out = values.out ?? join(tmpdir(), `chronicle-sample-${seed}.json`)
  const regionsToJudge = sample.regions.map((region) => ({ ...region, code: undefined }))
  await writeFile(out, `${JSON.stringify({ ...sample, regions: regionsToJudge }, null, 2)}\n`)
  const page = `${out.replace(/\.json$/u, '')}.md`
  await writeFile(page, formatSample(sample))
  console.log(
    `${sample.regions.length} regions and ${sample.skipped.length} skipped commits in ${out}, to read in ${page}.`,
  )
}

async function discussions(): Promise<void> {
  const seed = values.seed === undefined ? randomInt(1_000_000) : Number(values.seed)
  const sample = await drawDiscussions(seed, 40)
  const out = values.out ?? join(tmpdir(), `chronicle-discussions-${seed}.json`)
  await writeFile(out, `${JSON.stringify(sample, null, 2)}\n`)
  console.log(`${sample.statements.length} statements in ${out}.`)
}

/** Clones that later runs use again. Nothing is stored in them. */
async function keptClones(): Promise<readonly Clone[]> {
  const kept = join(tmpdir(), 'chronicle-samples')
  const list = join(kept, 'clones.json')
  if (existsSync(list)) return JSON.parse(await readFile(list, 'utf8')) as readonly Clone[]
  const making = `${kept}-${process.pid}`
  await mkdir(making, { recursive: true })
  const clones = await cloneBundles(making)
  if (clones.length === 0) throw new Error('No bundles. Name their folder in CHRONICLE_BUNDLES.')
  const final = clones.map(({ name }) => ({ name, dir: join(kept, name) }))
  await writeFile(join(making, 'clones.json'), JSON.stringify(final))
  await rm(kept, { recursive: true, force: true })
  await rename(making, kept)
  return final
}

async function count(path: string): Promise<void> {
  const sample = parseSample(await readFile(path, 'utf8'), path)
  const counts = countVerdicts(sample)
  for (const { question, yes, no, open, percent, wanted, holds } of counts) {
    const left = open === 0 ? '' : `, ${open} open`
    console.log(`${holds ? 'holds' : 'FAILS'}  ${question}: ${yes} yes, ${no} no (${percent} %)${left}; ${wanted}`)
  }
  const silent = findUnexplained(sample)
  if (silent.length > 0) console.log(`Without a reason: ${silent.join(', ')}`)
  if (silent.length > 0 || counts.some(({ holds }) => !holds)) process.exitCode = 1
}
