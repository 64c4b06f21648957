/*
 * `npm run docs:outputs`: puts what the runnable blocks of the documentation print into the blocks marked `output` behind them, and the files
 * that blocks show into these.
 */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { repositoryRoot } from '../checks/workspace-packages.ts'
import type { CodeBlock } from './code-blocks.ts'
import { pages, type Page } from './pages.ts'
import { quotedFile, quotedText } from './quoted-files.ts'
import { createSnippetRunner, runnableBlocks } from './snippet-runner.ts'
import { followTutorial, withoutIds } from './tutorial.ts'

interface Replacement {
  readonly page: Page
  readonly block: CodeBlock
  readonly text: string
}

const replacements: Replacement[] = pages().flatMap((page) =>
  page.blocks.flatMap((block) => {
    const file = quotedFile(block)
    return file === undefined ? [] : [{ page, block, text: quotedText(file) }]
  }),
)
const runner = await createSnippetRunner()
try {
  for (const { page, block, output } of runnableBlocks()) {
    if (output !== undefined) replacements.push({ page, block: output, text: await runner.run(block) })
  }
} finally {
  await runner.dispose()
}
for (const { page, shown, printed } of await followTutorial()) {
  // Each run has other ids; the page changes where more than these do.
  if (shown === undefined || withoutIds(shown.text) === withoutIds(printed)) continue
  replacements.push({ page, block: shown, text: printed })
}

const changed = new Map<string, string[]>()
// From the end of a page to its beginning, so that the lines of blocks stay where they are until they are written.
for (const { page, block, text } of replacements.sort((a, b) => b.block.line - a.block.line)) {
  const lines = changed.get(page.path) ?? page.text.split('\n')
  const length = block.text === '\n' ? 0 : block.text.trimEnd().split('\n').length
  lines.splice(block.line, length, ...text.trimEnd().split('\n'))
  changed.set(page.path, lines)
}
for (const [path, lines] of changed) await writeFile(join(repositoryRoot, path), lines.join('\n'))
