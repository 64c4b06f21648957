import { dataBlock } from '@chronicle/core/text'
import { err, ok, type Result } from '@chronicle/schema'
import type { Problem } from '../accept/find-file.ts'
import { boundLines } from '../bounded-lines.ts'
import type { Session } from '../session.ts'

/** Shows as many lines as fit into one result, marked as data, and says how to get the rest. */
export function showLines(
  lines: readonly string[],
  shown: {
    readonly source: string
    /** Index of the first line. */
    readonly from?: number
    /** Returns the call that shows the rest, starting at an index. */
    readonly rest: (next: number) => string
  },
  { limits, tokens }: Pick<Session, 'limits' | 'tokens'>,
): Result<string, Problem> {
  const { source, from = 0, rest } = shown
  if (from > 0 && from >= lines.length) return err({ refused: `${source} has only ${lines.length} lines.` })
  const bounded = boundLines(lines, from, limits.maxResultTokens, tokens)
  const block = dataBlock(source, bounded.lines.join('\n'))
  if (bounded.next === undefined) return ok(block)
  return ok(`${block}\n${lines.length - bounded.next} more lines: ${rest(bounded.next)}`)
}
