import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { publishedPackages, repositoryRoot } from '../checks/workspace-packages.ts'
import { codeBlocks, type CodeBlock } from './code-blocks.ts'

/** A page of documentation. */
export interface Page {
  /** Path relative to the repository. */
  readonly path: string
  readonly text: string
  readonly blocks: readonly CodeBlock[]
}

/** Returns the pages whose code is tested: the README, and everything in docs. */
export function pages(): readonly Page[] {
  const docs = readdirSync(join(repositoryRoot, 'docs')).filter((name) => name.endsWith('.md'))
  return ['README.md', ...docs.sort().map((name) => `docs/${name}`)].map(pageOf)
}

/** Returns the README of each published package, which must be complete in itself. */
export function packagePages(): readonly Page[] {
  return publishedPackages().map(({ shortName }) => pageOf(`packages/${shortName}/README.md`))
}

function pageOf(path: string): Page {
  const text = readFileSync(join(repositoryRoot, path), 'utf8')
  return { path, text, blocks: codeBlocks(text) }
}
