/* A module of its own, so that a cache of answers from the history can be validated without loading the writer. */
import type { AstParser } from '@chronicle/core/contracts'
import { HEURISTIC_VERSION } from '../heuristic/heuristic-version.ts'
import { DEFAULT_MAX_DIFF_LINES } from '../run/max-diff-lines.ts'
import { historyAnswerKey } from './history-answer-key.ts'

/** Returns the version of a history source that uses the heuristic writer with its defaults. */
export function heuristicSourceVersion(ast?: Pick<AstParser, 'name' | 'version'>): string {
  const writer = { name: 'heuristic', version: HEURISTIC_VERSION }
  return historyAnswerKey({ writer, ast, maxDiffLines: DEFAULT_MAX_DIFF_LINES })
}
