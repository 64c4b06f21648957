import type { ContextPackage } from '@chronicle/context'
import { formatErrorJson } from '@chronicle/core'
import type { CallOptions } from '@chronicle/core/contracts'
import { CONTEXT_OUTPUT_SCHEMA, ok, omitUndefined, safeTry, type CodedError, type ResultAsync } from '@chronicle/schema'
import * as z from 'zod'
import type { ServerHost } from '../served-repository.ts'
import { parseDocument } from './answer-text.ts'
import { cutToFit, sizeOf } from './budget.ts'
import { parseArguments, READ_ONLY, type ChronicleTool } from './chronicle-tool.ts'
import type { ToolAnswer } from './tool-answer.ts'
import { inputSchema } from './input-schema.ts'
import { withArguments } from './option-arguments.ts'
import { outputOutline } from './output-outline.ts'
import { showInvisible } from './show-invisible.ts'

/** Default budget of an answer, in tokens: the code of a change of usual size, and a small part of a conversation. */
const DEFAULT_BUDGET = 8000
/**
 * Maximum number of retries, each with a smaller budget, if the server counts tokens differently than the repository.
 */
const MAX_TRIES = 5
/**
 * Maximum number of entries of a list in a document, and the budget that each needs, because a client that shows the
 * document pays for it.
 */
const MAX_LISTED = 20
const BUDGET_PER_ENTRY = 400

const NAME = 'chronicle_context'

const input = z.strictObject({
  task: z.string().describe('The issue or request, in full'),
  budget: z.exactOptional(z.number().int().min(1)).describe('Tokens, default 8000'),
  rev: z.exactOptional(z.string().min(1)).describe('Revision; default: working tree'),
  format: z.exactOptional(z.enum(['markdown', 'json'])).describe('json: ranked places without code'),
})

type Arguments = z.output<typeof input>

/** `chronicle_context`: returns the code that a task needs, in one call. */
export const contextTool: ChronicleTool = {
  name: NAME,
  title: 'Find the code for a task',
  description:
    'Call first, with the task. The code to edit in full, signatures of what it uses, its tests, and what is recorded about it, ranked and within a budget.',
  hints: READ_ONLY,
  inputSchema: inputSchema(input),
  outputSchema: outputOutline('context-output'),
  failureDocument: (error) => parseDocument(formatErrorJson(error, CONTEXT_OUTPUT_SCHEMA)),
  call: (given, host, options) =>
    answer(given, host, options).mapErr((error) => ({
      ...error,
      message: withArguments(error.message),
    })),
}

function answer(given: unknown, host: ServerHost, options: CallOptions): ResultAsync<ToolAnswer, CodedError> {
  return safeTry(async function* () {
    const {
      task,
      rev,
      budget = DEFAULT_BUDGET,
      format = 'markdown',
    } = yield* parseArguments(NAME, input, withUsualNames(given))
    const { MIN_BUDGET, renderPackage } = await import('@chronicle/context')
    const most = Math.max(1, Math.min(MAX_LISTED, Math.floor(budget / BUDGET_PER_ENTRY)))
    let room = budget
    for (let tries = 0; ; tries++) {
      const request = { task, budget: room, ...omitUndefined({ rev }) }
      const found = yield* host.chronicle.retrieve(request, options)
      const document = showInvisible(withoutCode(found, most))
      const text =
        format === 'json'
          ? JSON.stringify(document)
          : textOf(found, renderPackage(found, 'markdown', { remedies: 'tool' }))
      const size = sizeOf({ text, document }, host)
      if (size <= budget) return ok({ text, document })
      if (tries === MAX_TRIES || room === MIN_BUDGET || format === 'json') {
        return ok(cutToFit({ text, document }, budget, host, 'budget'))
      }
      // Reduces the budget in proportion to the excess, and a little more for what is not code.
      room = Math.max(MIN_BUDGET, Math.floor((room * budget) / size) - 16)
    }
  })
}

/** Accepts the names that other tools use for the same arguments. */
function withUsualNames(given: unknown): unknown {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return given
  const { at, max_tokens: maxTokens, ...rest } = given as Partial<Arguments> & Readonly<Record<string, unknown>>
  return {
    ...(at !== undefined && at !== 'WORKTREE' && { rev: at }),
    ...omitUndefined({ budget: maxTokens }),
    ...rest,
  }
}

function textOf({ diagnostics }: ContextPackage, markdown: string): string {
  const shown = markdown.split('\r\n').map(showInvisible).join('\r\n')
  const notices = [
    ...diagnostics.filter(({ severity }) => severity === 'warning').map(({ message }) => message),
    ...(shown === markdown ? [] : ['Invisible characters are written out as \\uXXXX.']),
  ]
  return [...notices, shown].join('\n')
}

/**
 * Returns the document of a package whose code is in the text: the first entries of each ranking, and the packed
 * places.
 */
function withoutCode(pack: ContextPackage, most: number): ToolAnswer['document'] {
  const { task, provenance } = pack
  const { profile, packing } = provenance
  return {
    ...pack,
    task: {
      ...{ raw_description: task.title, title: task.title, task_type: task.task_type },
      keywords: task.keywords.slice(0, most),
      file_hints: task.file_hints.slice(0, most),
      symbol_hints: task.symbol_hints.slice(0, most),
      ...{ error_patterns: [], concepts: [], frames: [], modules: [], phrases: [] },
    },
    shown_task: task.title,
    scope: pack.scope.slice(0, most),
    symbols: pack.symbols.slice(0, most),
    files: pack.files.slice(0, most).map((file) => ({
      ...file,
      parts: file.parts.slice(0, most).map(({ doc: _, ...part }) => ({ ...part, text: '' })),
    })),
    tests: [],
    recorded: [],
    dependency_edges: pack.dependency_edges.slice(0, most),
    provenance: {
      profile,
      scores: {},
      packing: { ...packing, left_out: [], left_out_more: packing.left_out.length + packing.left_out_more },
    },
  }
}
