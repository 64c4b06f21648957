/*
 * `npm run bench`: measures this checkout against git, both sides in one run. `npm run bench -- warm-read many-notes`
 * runs some of it. With `--write`, their parts of the pages in docs are replaced by the result. Exits with 1 when something
 * it should show does not hold.
 */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { repositoryRoot } from '../src/checks/workspace-packages.ts'
import { runProgram } from '../src/demo/run-program.ts'
import { arguingCommits } from './arguing-commits.ts'
import { backfill } from './backfill.ts'
import { backfillLarge } from './backfill-large.ts'
import { busiestFiles, cloneBundles, type Clone } from './bundles.ts'
import { checkScale } from './check-scale.ts'
import { coldProcess } from './cold-process.ts'
import { commitHooks } from './commit-hooks.ts'
import { depsScale } from './deps-scale.ts'
import { editHook } from './edit-hook.ts'
import { fileRevisions } from './file-revisions.ts'
import { firstLookup } from './first-lookup.ts'
import { firstRead } from './first-read.ts'
import { agentCostPage, historyAnswers } from './history-answers.ts'
import { indexScale } from './index-scale.ts'
import { knowledgeStore } from './knowledge-store.ts'
import { lineHistory } from './line-history.ts'
import { manyNotes } from './many-notes.ts'
import { manyRegions } from './many-regions.ts'
import { mcpLatency } from './mcp-latency.ts'
import { outputSize } from './output-size.ts'
import { rewrittenHistory } from './rewritten-history.ts'
import { retrieval } from './retrieval.ts'
import { formatSection, replaceSections, type Section } from './section.ts'
import { ANNOTATED_COMMITS, annotateFiles } from './synthetic-notes.ts'
import { warmRead } from './warm-read.ts'

type Part = (clones: readonly Clone[], folder: string) => Promise<Section | readonly Section[]>

const parts: Readonly<Record<string, Part>> = {
  'warm-read': warmRead,
  'cold-process': coldProcess,
  'edit-hook': editHook,
  'mcp-latency': mcpLatency,
  'output-size': outputSize,
  backfill,
  'history-answers': historyAnswers,
  retrieval,
  'backfill-large': (_, folder) => backfillLarge(folder),
  'arguing-commits': arguingCommits,

  'line-history': lineHistory,
  'first-lookup': (_, folder) => firstLookup(folder),
  'commit-hooks': (_, folder) => commitHooks(folder),
  'many-notes': (_, folder) => manyNotes(folder),
  'many-regions': (_, folder) => manyRegions(folder),
  'file-revisions': (_, folder) => fileRevisions(folder),
  'first-read': (_, folder) => firstRead(folder),
  'index-scale': (_, folder) => indexScale(folder),
  'knowledge-store': (_, folder) => knowledgeStore(folder),
  'deps-scale': (_, folder) => depsScale(folder),
  'check-scale': (_, folder) => checkScale(folder),
  'rewritten-history': (_, folder) => rewrittenHistory(folder),
}
/** Parts that make their own histories or clones. */
const synthetic: ReadonlySet<string> = new Set([
  'backfill-large',
  'first-lookup',
  'commit-hooks',
  'many-notes',
  'many-regions',
  'file-revisions',
  'first-read',
  'index-scale',
  'knowledge-store',
  'deps-scale',
  'check-scale',
  'rewritten-history',
])
/** Parts that have a page of their own, and make their own clones without annotations. */
const ownPage: ReadonlySet<string> = new Set(['history-answers'])
const wanted = process.argv.slice(2).filter((word) => !word.startsWith('-'))
const unknown = wanted.find((name) => !(name in parts))
if (unknown !== undefined) throw new Error(`There is no part '${unknown}'. There are: ${Object.keys(parts).join(', ')}`)

const folder = await mkdtemp(join(tmpdir(), 'chronicle-bench-'))
try {
  const running = wanted.length === 0 ? Object.keys(parts) : wanted
  const clones = running.some((name) => !synthetic.has(name)) ? await cloneBundles(folder) : []
  if (running.some((name) => !synthetic.has(name) && !ownPage.has(name))) {
    for (const clone of clones) await annotateFiles(clone, await busiestFiles(clone.dir, 4), ANNOTATED_COMMITS)
  }
  const sections: Section[] = []
  const agentCost: Section[] = []
  for (const [name, run] of Object.entries(parts)) {
    if (!running.includes(name)) continue
    if (!synthetic.has(name) && clones.length === 0) {
      process.stdout.write(`${name} needs real histories: no bundles in CHRONICLE_BUNDLES or ../shared/data.\n\n`)
      continue
    }
    const measured = [await run(clones, folder)].flat()
    for (const section of measured) process.stdout.write(`${formatSection(section)}\n\n`)
    const shown = ownPage.has(name) ? agentCost : sections
    shown.push(...measured)
  }
  if (process.argv.includes('--write')) {
    const write = (name: string, text: string): Promise<void> => writeFile(join(repositoryRoot, 'docs', name), text)
    const before = await readFile(join(repositoryRoot, 'docs/benchmarks.md'), 'utf8')
    if (sections.length > 0) await write('benchmarks.md', await page(before, sections))
    if (agentCost.length > 0) await write('agent-cost.md', agentCostPage(agentCost))
  }
  if ([...sections, ...agentCost].some(({ claims }) => claims.some((claim) => !claim.holds))) process.exitCode = 1
} finally {
  await rm(folder, { recursive: true, force: true })
}

async function page(before: string, sections: readonly Section[]): Promise<string> {
  const git = (await runProgram('git', ['--version'], { cwd: folder })).trim()
  const machine = `${process.platform} ${process.arch}, ${cpus().length} processors, Node ${process.version}, ${git}`
  const head =
    `# Benchmarks\n\nWritten by \`npm run bench -- --write\`, which measures both sides of a part in one run; not edited by ` +
    `hand. On ${machine}.`
  return replaceSections(before.replace(/^[^]*?(?=\n## |$)/, head), sections)
}
