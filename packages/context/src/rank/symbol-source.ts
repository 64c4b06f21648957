import type { RepoPath } from '@chronicle/schema'
import type { FileFacts } from '../facts/file-facts.ts'

/** A file with its facts and its rank, from 0. */
export interface SymbolSource {
  readonly path: RepoPath
  readonly rank: number
  readonly facts: FileFacts
}
