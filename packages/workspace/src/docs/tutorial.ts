import { spawnSync } from 'node:child_process'
import { mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { pinnedEnvironment } from '../demo/build-demo-repository.ts'
import type { CodeBlock } from './code-blocks.ts'
import { pages, type Page } from './pages.ts'
import { installCheckoutCommand } from '../testing/install-checkout-command.ts'

/**
 * A step of docs/tutorial.md: a block marked `tutorial`, and the following block with the output of its last command.
 */
export interface TutorialStep {
  readonly page: Page
  readonly block: CodeBlock
  readonly shown: CodeBlock | undefined
  readonly printed: string
}

/**
 * Follows docs/tutorial.md exactly: runs all of its steps in one folder, in the order of the page. Its commits have the
 * current time, as a reader's have.
 */
export async function followTutorial(): Promise<readonly TutorialStep[]> {
  const page = pages().find(({ path }) => path === 'docs/tutorial.md')
  if (page === undefined) throw new Error('docs/tutorial.md is not there')
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'chronicle-tutorial-')))
  try {
    await installCheckoutCommand(join(folder, 'bin'))
    let cwd = folder
    return page.blocks.flatMap((block, index) => {
      if (!block.words.includes('tutorial')) return []
      const next = page.blocks[index + 1]
      const printed = sh(cwd, folder, block.text)
      // The first step creates a repository; the following steps run in it.
      cwd = join(folder, 'weather')
      return [{ page, block, shown: next?.words.includes('output-of-tutorial') === true ? next : undefined, printed }]
    })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Removes the parts of a step's output that differ each time: the ids of commits and findings, and the year. */
export function withoutIds(text: string): string {
  return text
    .replaceAll(/\b[0-9a-f]{7,12}\b/g, '<id>')
    .replaceAll(/\b20\d\d:/g, '<year>:')
    .trim()
}

const identity = {
  GIT_AUTHOR_NAME: 'Mira',
  GIT_AUTHOR_EMAIL: 'mira@example.com',
  GIT_COMMITTER_NAME: 'Mira',
  GIT_COMMITTER_EMAIL: 'mira@example.com',
  CHRONICLE_HOOKS: 'wait',
  NO_COLOR: '1',
}

function sh(cwd: string, home: string, script: string): string {
  const env = {
    ...pinnedEnvironment,
    ...identity,
    HOME: home,
    PATH: `${join(home, 'bin')}${delimiter}${process.env['PATH'] ?? ''}`,
  }
  const { status, stdout, stderr } = spawnSync('sh', ['-e', '-c', script], { cwd, env, encoding: 'utf8' })
  if (status !== 0) throw new Error(`${script}\nexit code ${status}\n${stdout}${stderr}`)
  return stdout
}
