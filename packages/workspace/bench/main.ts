/*
 * `npm run bench`: measures this checkout against git, both sides in one run. With `--write`, docs/benchmarks.md is
 * replaced by the result. Exits with 1 when something it should show does not hold.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { repositoryRoot } from '../src/checks/workspace-packages.ts'
import { runProgram } from '../src/demo/run-program.ts'
import { cloneBundles } from './bundles.ts'
import { coldProcess } from './cold-process.ts'
import { manyNotes } from './many-notes.ts'
import { outputSize } from './output-size.ts'
import { formatSection, type Section } from './section.ts'
import { warmRead } from './warm-read.ts'

const folder = await mkdtemp(join(tmpdir(), 'chronicle-bench-'))
try {
  const clones = await cloneBundles(folder)
  const sections: Section[] = []
  if (clones.length === 0) {
    process.stdout.write(
      'No bundles in CHRONICLE_BUNDLES or ../shared/data: only what needs no real history is run.\n\n',
    )
  } else {
    // The first one writes the notes that the others read.
    sections.push(await show(warmRead(clones)), await show(coldProcess(clones)), await show(outputSize(clones)))
  }
  sections.push(await show(manyNotes(folder)))
  if (process.argv.includes('--write')) {
    await writeFile(join(repositoryRoot, 'docs/benchmarks.md'), await page(sections))
  }
  if (sections.some(({ claims }) => claims.some((claim) => !claim.holds))) process.exitCode = 1
} finally {
  await rm(folder, { recursive: true, force: true })
}

async function show(running: Promise<Section>): Promise<Section> {
  const section = await running
  process.stdout.write(`${formatSection(section)}\n\n`)
  return section
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
