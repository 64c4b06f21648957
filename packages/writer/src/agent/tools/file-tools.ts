import { err, ok, safeTry } from '@chronicle/schema'
import * as z from 'zod'
import { openFile } from '../accept/find-file.ts'
import { numberLines } from '../render-diff.ts'
import { defineTool, type AgentTool } from './agent-tool.ts'
import { showLines } from './show-lines.ts'

const path = z.string().min(1).describe('Path from the repository root.')

const DEFAULT_RADIUS = 20

/** Shows a file after the commit. */
export const getFileContent: AgentTool = defineTool({
  name: 'get_file_content',
  description: 'A file after the commit, with line numbers.',
  input: z.object({ path, from: z.exactOptional(z.int().min(1)).describe('Line to go on from. Default 1.') }),
  run: (input, session) =>
    safeTry(async function* () {
      const file = yield* openFile(input.path, session)
      const { lines } = file.text
      const rest = (next: number): string => `get_file_content with from ${next + 1}`
      const from = (input.from ?? 1) - 1
      return showLines(numberLines(lines, 1, lines.length), { source: file.path, from, rest }, session)
    }),
})

/** Shows the lines around a line. */
export const getSurroundingContext: AgentTool = defineTool({
  name: 'get_surrounding_context',
  description: 'Lines around a line of a file after the commit.',
  input: z.object({
    path,
    line: z.int().min(1),
    radius: z.exactOptional(z.int().min(0).max(10_000)).describe(`Lines before and after. Default ${DEFAULT_RADIUS}.`),
  }),
  run: ({ path: wanted, line, radius = DEFAULT_RADIUS }, session) =>
    safeTry(async function* () {
      const file = yield* openFile(wanted, session)
      const { lines } = file.text
      if (line > lines.length) return err({ refused: `${file.path} has only ${lines.length} lines.` })
      const first = Math.max(1, line - radius)
      const shown = numberLines(lines, first, Math.min(lines.length, line + radius))
      const rest = (next: number): string => `get_file_content with from ${first + next}`
      return showLines(shown, { source: file.path, rest }, session)
    }),
})

/** Shows the named units of a file. */
export const getAstOutline: AgentTool = defineTool({
  name: 'get_ast_outline',
  description: 'The units of a file after the commit: lines, type, qualified name, signature.',
  input: z.object({ path, from: z.exactOptional(z.int().min(1)).describe('Unit to go on from. Default 1.') }),
  run: (input, session) =>
    safeTry(async function* () {
      const { path: name, text } = yield* openFile(input.path, session)
      const { outline, problem } = await session.context.outline(name, text, session.call)
      if (outline === undefined) {
        const why = problem === undefined ? 'there is no grammar for it' : problem.message
        return ok(`${name} has no outline: ${why} Use lines instead of an anchor.`)
      }
      const units = outline.units.map(
        ({ type, name: unit, lines, signature }) =>
          `${lines.start}-${lines.end} ${type} ${unit}${signature === undefined ? '' : `  ${signature}`}`,
      )
      if (units.length === 0) return ok(`${name} has no named units. Use lines instead of an anchor.`)
      const rest = (next: number): string => `get_ast_outline with from ${next + 1}`
      return showLines(units, { source: `outline of ${name}`, from: (input.from ?? 1) - 1, rest }, session)
    }),
})
