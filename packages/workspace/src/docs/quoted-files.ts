import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { repositoryRoot } from '../checks/workspace-packages.ts'
import type { CodeBlock } from './code-blocks.ts'

/**
 * The file that a block shows, relative to the repository: the fence names it (`ts examples/langchain/agent.ts`). It is
 * compiled and tested where it is.
 */
export function quotedFile({ words }: CodeBlock): string | undefined {
  return words.find((word) => word.startsWith('examples/'))
}

/** What the block must hold. */
export function quotedText(file: string): string {
  return readFileSync(join(repositoryRoot, file), 'utf8')
}
