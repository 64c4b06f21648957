/*
 * `npm run bench`: measures this checkout against git, both sides in one run. `npm run bench -- warm-read many-notes`
 * runs only these parts. With `--write`, the results replace the sections of the same titles in the pages of docs.
 * Exits with 1 if a claim does not hold.
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

interface Part {
  /**
   * The real histories that a part uses. `plain`: it has its own page, and creates its own clones without annotations.
   */
  readonly clones: 'annotated' | 'plain' | 'none'
  run(clones: readonly Clone[], folder: string): Promise<Section | readonly Section[]>
}

const annotated = (run: Part['run']): Part => ({ clones: 'annotated', run })
/** Returns a part that creates its own histories or clones. */
const alone = (run: (folder: string) => Promise<Section>): Part => ({ clones: 'none', run: (_, folder) => run(folder) })

const parts: Readonly<Record<string, Part>> = {
  'warm-read': annotated(warmRead),
  'cold-process': annotated(coldProcess),
  'edit-hook': annotated(editHook),
  'mcp-latency': annotated(mcpLatency),
  'output-size': annotated(outputSize),
  backfill: annotated(backfill),
  'history-answers': { clones: 'plain', run: historyAnswers },
  retrieval: annotated(retrieval),
  'backfill-large': alone(backfillLarge),
  'arguing-commits': annotated(arguingCommits),
  'line-history': annotated(lineHistory),
  'first-lookup': alone(firstLookup),
  'commit-hooks': alone(commitHooks),
  'many-notes': alone(manyNotes),
  'many-regions': alone(manyRegions),
  'file-revisions': alone(fileRevisions),
  'first-read': alone(firstRead),
  'index-scale': alone(indexScale),
  'knowledge-store': alone(knowledgeStore),
  'deps-scale': alone(depsScale),
  'check-scale': alone(checkScale),
  'rewritten-history': alone(rewrittenHistory),
}
const wanted = process.argv.slice(2).filter((word) => !word.startsWith('-'))
const unknown = wanted.find((name) => !(name in parts))
if (unknown !== undefined) throw new Error(`There is no part '${unknown}'. There are: ${Object.keys(parts).join(', ')}`)

const folder = await mkdtemp(join(tmpdir(), 'chronicle-bench-'))
try {
  const running = Object.entries(parts).filter(([name]) => wanted.length === 0 || wanted.includes(name))
  const clones = running.some(([, part]) => part.clones !== 'none') ? await cloneBundles(folder) : []
  if (running.some(([, part]) => part.clones === 'annotated')) {
    for (const clone of clones) await annotateFiles(clone, await busiestFiles(clone.dir, 4), ANNOTATED_COMMITS)
  }
  const sections: Section[] = []
  const agentCost: Section[] = []
  for (const [name, part] of running) {
    if (part.clones !== 'none' && clones.length === 0) {
      process.stdout.write(`${name} needs real histories: no bundles in CHRONICLE_BUNDLES or ../shared/data.\n\n`)
      continue
    }
    const measured = [await part.run(clones, folder)].flat()
    for (const section of measured) process.stdout.write(`${formatSection(section)}\n\n`)
    const shown = part.clones === 'plain' ? agentCost : sections
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
