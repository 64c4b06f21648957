/*
 * Loaded by itself: whoever keeps answers from the history need not load the writer to know whether they are still good.
 */
import type { AstParser } from '@chronicle/core/contracts'
import { HEURISTIC_VERSION } from '../heuristic/heuristic-version.ts'
import { DEFAULT_MAX_DIFF_LINES } from '../run/max-diff-lines.ts'
import { historyMaker } from './history-maker.ts'

/** Returns the version of a history source that asks the heuristic writer, with its defaults. */
export function heuristicSourceVersion(ast?: Pick<AstParser, 'name' | 'version'>): string {
  const writer = { name: 'heuristic', version: HEURISTIC_VERSION }
  return historyMaker({ writer, ast, maxDiffLines: DEFAULT_MAX_DIFF_LINES })
}
