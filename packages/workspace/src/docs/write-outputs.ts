/*
 * `npm run docs:outputs`: writes the output of the runnable blocks of the documentation to the blocks marked `output`
 * after them, and updates the blocks that show files.
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
  // Ids differ in each run, so the page changes only if something else differs.
  if (shown === undefined || withoutIds(shown.text) === withoutIds(printed)) continue
  replacements.push({ page, block: shown, text: printed })
}

const changed = new Map<string, string[]>()
// From the end of a page to its start, so that the line numbers of the remaining blocks stay valid.
for (const { page, block, text } of replacements.sort((a, b) => b.block.line - a.block.line)) {
  const lines = changed.get(page.path) ?? page.text.split('\n')
  const length = block.text === '\n' ? 0 : block.text.trimEnd().split('\n').length
  lines.splice(block.line, length, ...text.trimEnd().split('\n'))
  changed.set(page.path, lines)
}
for (const [path, lines] of changed) await writeFile(join(repositoryRoot, path), lines.join('\n'))
