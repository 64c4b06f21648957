/*
 * `npm run bench`: measures this checkout against git, both sides in one run. `npm run bench -- warm-read many-notes`
 * runs some of it. With `--write`, docs/benchmarks.md is replaced by the result. Exits with 1 when something it should
 * show does not hold.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { repositoryRoot } from '../src/checks/workspace-packages.ts'
import { runProgram } from '../src/demo/run-program.ts'
import { busiestFiles, cloneBundles, type Clone } from './bundles.ts'
import { coldProcess } from './cold-process.ts'
import { depsScale } from './deps-scale.ts'
import { indexScale } from './index-scale.ts'
import { manyNotes } from './many-notes.ts'
import { mcpLatency } from './mcp-latency.ts'
import { outputSize } from './output-size.ts'
import { formatSection, type Section } from './section.ts'
import { ANNOTATED_COMMITS, annotateFiles } from './synthetic-notes.ts'
import { warmRead } from './warm-read.ts'

const parts: Readonly<Record<string, (clones: readonly Clone[], folder: string) => Promise<Section>>> = {
  'warm-read': warmRead,
  'cold-process': coldProcess,
  'mcp-latency': mcpLatency,
  'output-size': outputSize,
  'many-notes': (_, folder) => manyNotes(folder),
  'index-scale': (_, folder) => indexScale(folder),
  'deps-scale': (_, folder) => depsScale(folder),
}
/** Parts that make their own histories. */
const synthetic: ReadonlySet<string> = new Set(['many-notes', 'index-scale', 'deps-scale'])
const wanted = process.argv.slice(2).filter((word) => !word.startsWith('-'))
const unknown = wanted.find((name) => !(name in parts))
if (unknown !== undefined) throw new Error(`There is no part '${unknown}'. There are: ${Object.keys(parts).join(', ')}`)

const folder = await mkdtemp(join(tmpdir(), 'chronicle-bench-'))
try {
  const needsHistories = wanted.length === 0 || wanted.some((name) => !synthetic.has(name))
  const clones = needsHistories ? await cloneBundles(folder) : []
  for (const clone of clones) await annotateFiles(clone, await busiestFiles(clone.dir, 4), ANNOTATED_COMMITS)
  const sections: Section[] = []
  for (const [name, run] of Object.entries(parts)) {
    if (wanted.length > 0 && !wanted.includes(name)) continue
    if (!synthetic.has(name) && clones.length === 0) {
      process.stdout.write(`${name} needs real histories: no bundles in CHRONICLE_BUNDLES or ../shared/data.\n\n`)
      continue
    }
    const section = await run(clones, folder)
    process.stdout.write(`${formatSection(section)}\n\n`)
    sections.push(section)
  }
  if (process.argv.includes('--write')) {
    await writeFile(join(repositoryRoot, 'docs/benchmarks.md'), await page(sections))
  }
  if (sections.some(({ claims }) => claims.some((claim) => !claim.holds))) process.exitCode = 1
} finally {
  await rm(folder, { recursive: true, force: true })
}

async function page(sections: readonly Section[]): Promise<string> {
  const git = (await runProgram('git', ['--version'], { cwd: folder })).trim()
  const machine = `${process.platform} ${process.arch}, ${cpus().length} processors, Node ${process.version}, ${git}`
  return [
    '# Benchmarks',
    `Written by \`npm run bench -- --write\`, which measures both sides in one run; not edited by hand. On ${machine}.`,
    ...sections.map(formatSection),
    '',
  ].join('\n\n')
}
