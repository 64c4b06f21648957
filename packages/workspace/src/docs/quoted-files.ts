import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { repositoryRoot } from '../checks/workspace-packages.ts'
import type { CodeBlock } from './code-blocks.ts'

/**
 * Returns the file that a block shows, relative to the repository, as its fence names it
 * (`ts examples/langchain/agent.ts`). The file is compiled and tested in its own place.
 */
export function quotedFile({ words }: CodeBlock): string | undefined {
  return words.find((word) => word.startsWith('examples/'))
}

/** Returns the required text of the block. */
export function quotedText(file: string): string {
  return readFileSync(join(repositoryRoot, file), 'utf8')
}
