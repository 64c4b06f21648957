import { createTreeSitterParser } from '@chronicle/ast-tree-sitter'
import { createGitCli } from '@chronicle/git-cli'
import { asDisposable } from '../testing/as-disposable.ts'
import type { Clone } from '../../bench/bundles.ts'
import { readMainline } from './mainline.ts'
import { followStatements, type FollowedStatements } from './observe.ts'
import { sampleStatements } from './sample-statements.ts'

/** The observations of one history. */
export interface HistoryObservations extends FollowedStatements {
  readonly repository: string
  readonly mainlineCommits: number
  readonly statements: number
}

/** Maximum number of statements drawn from each history. */
const SAMPLE = { rules: 400, intents: 200 } as const
const SEED = 1

/** Draws the statements of one history and follows them. */
export async function collectObservations({ name, dir }: Clone): Promise<HistoryObservations> {
  await using git = asDisposable(createGitCli({ dir }))
  const mainline = await readMainline(dir)
  const statements = await sampleStatements(git, mainline, SAMPLE, SEED)
  const followed = await followStatements(name, { git, ast: createTreeSitterParser() }, mainline, statements)
  return { repository: name, mainlineCommits: mainline.length, statements: statements.length, ...followed }
}
