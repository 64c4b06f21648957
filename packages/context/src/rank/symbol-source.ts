import type { RepoPath } from '@chronicle/schema'
import type { FileFacts } from '../facts/file-facts.ts'

/** A file with its place in the ranking, from 0, and its facts. */
export interface SymbolSource {
  readonly path: RepoPath
  readonly rank: number
  readonly facts: FileFacts
}
