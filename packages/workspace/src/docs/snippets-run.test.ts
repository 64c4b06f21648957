import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { repositoryRoot } from '../checks/workspace-packages.ts'
import { buildDemoRepository } from '../demo/build-demo-repository.ts'
import { runProgram } from '../demo/run-program.ts'
import { pages } from './pages.ts'
import { fromSources, installSourceCommand } from './source-command.ts'

/*
 * Blocks marked `run` are executed in a copy of the demonstration repository each. When the next block is marked
 * `output`, it is what the run must print.
 */
const runs = pages().flatMap(({ path, blocks }) =>
  blocks.flatMap((block, index) => {
    if (!block.words.includes('run')) return []
    const next = blocks[index + 1]
    const output = next?.words.includes('output') === true ? next.text : undefined
    return [{ place: `${path}:${block.line}`, block, output }]
  }),
)

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'chronicle-snippets-'))
  await installSourceCommand(join(folder, 'bin'))
  await buildDemoRepository(join(folder, 'saltmarsh'))
})

afterAll(() => rm(folder, { recursive: true, force: true }))

it('the pages hold blocks to run', () => {
  expect(runs.length).toBeGreaterThan(0)
})

describe.each(runs)('$place', ({ block, output }) => {
  it(output === undefined ? 'runs' : 'prints what the page says', async () => {
    const cwd = await mkdtemp(join(folder, 'run-'))
    await cp(join(folder, 'saltmarsh'), cwd, { recursive: true })
    const printed = await run(block.language, block.text, cwd)
    if (output !== undefined) expect(printed.trim()).toBe(output.trim())
  })
})

async function run(language: string, text: string, cwd: string): Promise<string> {
  const env = { PATH: `${join(folder, 'bin')}${delimiter}${process.env['PATH'] ?? ''}`, NO_COLOR: '1' }
  if (language === 'sh') return runProgram('sh', ['-e', '-c', text], { cwd, env })
  if (language !== 'ts') throw new Error(`Nothing here runs '${language}'`)
  // Inside this package, where the packages that a user would install can be imported.
  const dir = join(repositoryRoot, 'packages/workspace/node_modules/.cache/snippets')
  const file = join(dir, `${cwd.slice(-6)}.ts`)
  await mkdir(dir, { recursive: true })
  try {
    await writeFile(file, text)
    return await runProgram(process.execPath, [...fromSources, file], { cwd, env })
  } finally {
    await rm(file, { force: true })
  }
}
