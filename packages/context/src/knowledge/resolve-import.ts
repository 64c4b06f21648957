import type { RepoPath } from '@chronicle/schema'
import type { ImportFacts } from '../imports/import-facts.ts'

/** Resolves one import statement of a file. */
export type ResolveImport = (from: RepoPath, statement: ImportFacts) => readonly RepoPath[]
