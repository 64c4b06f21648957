import { dataBlock } from '@chronicle/core/text'
import { ok, safeTry } from '@chronicle/schema'
import * as z from 'zod'
import { findChanged } from '../accept/find-file.ts'
import { boundLines } from '../bounded-lines.ts'
import { changeSize } from '../../text/hunks.ts'
import { describeChange, renderDiff } from '../render-diff.ts'
import type { Session } from '../session.ts'
import { defineTool, type AgentTool } from './agent-tool.ts'
import { showLines } from './show-lines.ts'

const path = z.string().min(1).describe('Path from the repository root.')

/** Shows the whole change or, if it is too large for one result, a list of its files. */
export const getDiff: AgentTool = defineTool({
  name: 'get_diff',
  description: 'The diff, by file, with line numbers. Of a large change: the files and how much each changed.',
  input: z.object({}),
  run: (_, session) =>
    safeTry(async function* () {
      const all = diffLines(session)
      const { limits, tokens, files } = session
      const changed = files.reduce((sum, file) => sum + changeSize(file), 0)
      const bounded = boundLines(all, 0, limits.maxResultTokens, tokens)
      if (bounded.next === undefined && changed <= limits.maxChangedLines) return ok(dataBlock('diff', all.join('\n')))
      const bySize = [...files].sort((a, b) => changeSize(b) - changeSize(a)).map(describeChange)
      const list = boundLines(bySize, 0, limits.maxResultTokens, tokens)
      const more = list.next === undefined ? '' : `\nand ${bySize.length - list.next} smaller ones`
      const text = `${files.length} files, ${changed} changed lines: too much for one answer.\n${list.lines.join('\n')}${more}`
      return ok(`${dataBlock('diff', text)}\nCall get_diff_for_file(path) for one of them.`)
    }),
})

/** Shows the change of one file. */
export const getDiffForFile: AgentTool = defineTool({
  name: 'get_diff_for_file',
  description: 'The diff of one file, with line numbers: -n| was line n, +n| and n| are line n after the commit.',
  input: z.object({
    path,
    from: z.exactOptional(z.int().min(1)).describe('Line of the diff to go on from. Default 1.'),
  }),
  run: (input, session) =>
    safeTry(async function* () {
      const file = yield* findChanged(input.path, session.context)
      const lines = [describeChange(file), ...renderDiff(file)]
      const rest = (next: number): string => `get_diff_for_file with from ${next + 1}`
      return showLines(lines, { source: `diff of ${file.path}`, from: (input.from ?? 1) - 1, rest }, session)
    }),
})

/** Returns the diffs of the session's files, joined. */
function diffLines({ files }: Pick<Session, 'files'>): readonly string[] {
  return files.flatMap((file) => [describeChange(file), ...renderDiff(file)])
}
