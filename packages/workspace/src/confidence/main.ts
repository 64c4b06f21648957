/*
 * `npm run confidence`: follows the rules that people wrote as comments through real histories, fits the calibrated
 * scorer, and tests both scorers on histories that it was not fitted on. With `--write`, replaces docs/confidence.md
 * and the files beside it with the result. The coefficients are then copied to
 * packages/core/src/score/calibrated-model.ts; a test fails if they differ. `--cases <n>` prints n random observations
 * of each sort, to be read by hand.
 */
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { cloneBundles } from '../../bench/bundles.ts'
import { repositoryRoot } from '../checks/workspace-packages.ts'
import { replaceGeneratedSection } from '../docs/generated-section.ts'
import { collectObservations, type HistoryObservations } from './collect-observations.ts'
import { drawPlots } from './draw-plots.ts'
import { formatResults } from './format-results.ts'
import { printCases } from './print-cases.ts'
import { GROUPS, HELD_OUT, summarise } from './summarise.ts'

/** Objects without nested objects are put on one line. */
function formatJson(value: unknown): string {
  const text = JSON.stringify(value, null, 2)
  return `${text.replace(/\{\s+([^{}[\]]*?)\s+\}/gu, (_, inner: string) => `{ ${inner.replace(/\n\s+/gu, ' ')} }`)}\n`
}

const folder = await mkdtemp(join(tmpdir(), 'chronicle-confidence-'))
try {
  const wanted: readonly string[] = [...GROUPS.flat(), ...HELD_OUT]
  const clones = (await cloneBundles(folder)).filter(({ name }) => wanted.includes(name))
  const missing = wanted.filter((name) => !clones.some((clone) => clone.name === name))
  if (missing.length > 0) throw new Error(`No bundle of ${missing.join(', ')}. Name their folder in CHRONICLE_BUNDLES.`)
  const histories: HistoryObservations[] = []
  for (const clone of clones) {
    const started = performance.now()
    const history = await collectObservations(clone)
    histories.push(history)
    const seconds = ((performance.now() - started) / 1000).toFixed(1)
    console.error(`${clone.name}: ${history.observations.length} observations in ${seconds} s`)
  }
  const results = summarise(histories)
  console.log(formatResults(results))
  const cases = process.argv.indexOf('--cases')
  if (cases !== -1) printCases(histories, Number(process.argv[cases + 1] ?? 20))
  if (process.argv.includes('--write')) {
    const docs = join(repositoryRoot, 'docs')
    await mkdir(join(docs, 'confidence'), { recursive: true })
    await writeFile(join(docs, 'confidence/results.json'), formatJson(results))
    for (const [name, svg] of Object.entries(await drawPlots(results)))
      await writeFile(join(docs, 'confidence', name), svg)
    const page = join(docs, 'confidence.md')
    await writeFile(page, replaceGeneratedSection(await readFile(page, 'utf8'), 'results', formatResults(results)))
  }
} finally {
  await rm(folder, { recursive: true })
}
