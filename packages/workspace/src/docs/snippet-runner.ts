import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { repositoryRoot } from '../checks/workspace-packages.ts'
import { buildDemoRepository, pinnedEnvironment } from '../demo/build-demo-repository.ts'
import { runProgram } from '../demo/run-program.ts'
import type { CodeBlock } from './code-blocks.ts'
import { pages, type Page } from './pages.ts'
import { fromSources } from '../testing/chronicle-command.ts'
import { installCheckoutCommand } from '../testing/install-checkout-command.ts'

/** A block marked `run`, and the following block with its output, if there is one. */
export interface RunnableBlock {
  readonly page: Page
  readonly block: CodeBlock
  readonly output: CodeBlock | undefined
}

/** Returns the executed blocks of the documentation, in order. */
export function runnableBlocks(): readonly RunnableBlock[] {
  return pages().flatMap((page) =>
    page.blocks.flatMap((block, index) => {
      if (!block.words.includes('run')) return []
      const next = page.blocks[index + 1]
      return [{ page, block, output: next?.words.includes('output') === true ? next : undefined }]
    }),
  )
}

/** Executes blocks, each in a copy of the demonstration repository, with the command on the `PATH`. */
export interface SnippetRunner {
  run(block: CodeBlock): Promise<string>
  dispose(): Promise<void>
}

/**
 * A fixed date, shortly after the last commit of the repository, so that commits made by a block have the same ids each
 * time.
 */
const COMMIT_DAY = '2026-03-02'
const commitTime = { GIT_AUTHOR_DATE: `${COMMIT_DAY}T09:00:00Z`, GIT_COMMITTER_DATE: `${COMMIT_DAY}T09:00:00Z` }

export async function createSnippetRunner(): Promise<SnippetRunner> {
  const folder = await mkdtemp(join(tmpdir(), 'chronicle-snippets-'))
  const bin = join(folder, 'bin')
  const repository = join(folder, 'saltmarsh')
  await installCheckoutCommand(bin)
  await buildDemoRepository(repository)
  const path = `${bin}${delimiter}${process.env['PATH'] ?? ''}`
  const env = { ...pinnedEnvironment, ...commitTime, PATH: path, NO_COLOR: '1' }
  return {
    async run({ language, text }) {
      const cwd = await mkdtemp(join(folder, 'run-'))
      await cp(repository, cwd, { recursive: true })
      if (language !== 'sh' && language !== 'ts') throw new Error(`Nothing here runs '${language}'`)
      const begun = today()
      const printed = await (language === 'sh'
        ? runProgram('sh', ['-e', '-c', text], { cwd, env })
        : runTypeScript(text, cwd, env))
      // New annotations have today's date, which is replaced so that a page does not change each day.
      return printed.replaceAll(begun, COMMIT_DAY).replaceAll(today(), COMMIT_DAY)
    },
    dispose: () => rm(folder, { recursive: true, force: true }),
  }
}

function today(): string {
  return new Date().toISOString().slice(0, 10)
}

/** The module is written inside this package, which can import the packages that a user would install. */
async function runTypeScript(text: string, cwd: string, env: Readonly<Record<string, string>>): Promise<string> {
  const dir = join(repositoryRoot, 'packages/workspace/node_modules/.cache/snippets')
  await mkdir(dir, { recursive: true })
  const file = join(dir, `${cwd.slice(-6)}.mts`)
  try {
    await writeFile(file, text)
    return await runProgram(process.execPath, [...fromSources, file], { cwd, env })
  } finally {
    await rm(file, { force: true })
  }
}
