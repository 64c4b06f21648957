/*
 * Puts what the runnable blocks of the documentation print into the blocks marked `output` behind them.
 */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { repositoryRoot } from '../checks/workspace-packages.ts'
import { createSnippetRunner, runnableBlocks } from './snippet-runner.ts'

const runner = await createSnippetRunner()
try {
  const changed = new Map<string, string[]>()
  // From the end of a page to its beginning, so that the lines of blocks stay where they are until they are written.
  for (const { page, block, output } of [...runnableBlocks()].reverse()) {
    if (output === undefined) continue
    const lines = changed.get(page.path) ?? page.text.split('\n')
    const printed = (await runner.run(block)).trimEnd().split('\n')
    const length = output.text === '\n' ? 0 : output.text.trimEnd().split('\n').length
    lines.splice(output.line, length, ...printed)
    changed.set(page.path, lines)
  }
  for (const [path, lines] of changed) await writeFile(join(repositoryRoot, path), lines.join('\n'))
} finally {
  await runner.dispose()
}
