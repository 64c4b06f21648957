import { err, ok, parseLineRange, READ_OUTPUT_SCHEMA, type CodedError, type Result } from '@chronicle/schema'
import { formatJson, formatMarkdown, type ReadQuery } from '@chronicle/core'
import type { CallOptions } from '@chronicle/core/contracts'
import * as z from 'zod'
import { DEFAULT_MAX_TOKENS, type ServerHost } from '../served-repository.ts'
import { parseDocument } from './answer-text.ts'
import { defineTool, READ_ONLY, type ChronicleTool } from './chronicle-tool.ts'
import { outputOutline } from './output-outline.ts'
import { count, path, questionInput, repositoryPath } from './place-input.ts'

const exactOptional = z.exactOptional

const input = z.strictObject({
  paths: z.array(path).min(1),
  anchor: questionInput.anchor,
  lines: exactOptional(z.string()).describe('START:END, from 1, both included; not with anchor'),
  at: questionInput.at,
  since: exactOptional(z.string().min(1)).describe('Date or revision: recorded then or later'),
  tags: exactOptional(z.array(z.string().min(1)).min(1)).describe('Any of these'),
  context_level: exactOptional(z.enum(['all', 'enhanced', 'inferred'])),
  min_confidence: exactOptional(z.number().min(0).max(1)),
  depth: exactOptional(z.number().int().min(0)).describe('Hops of related annotations'),
  max_regions: exactOptional(count),
  max_tokens: questionInput.max_tokens,
})

/** `chronicle_read`: what is recorded about code, most certain first. */
export const readTool: ChronicleTool = defineTool({
  name: 'chronicle_read',
  title: 'Read recorded reasoning',
  description:
    'Why code is as it is: intent, constraints, rejected alternatives, risks. For several files, lines, or filters; otherwise prefer chronicle_lookup.',
  hints: READ_ONLY,
  failureSchema: READ_OUTPUT_SCHEMA,
  outputSchema: outputOutline('read-output'),
  input,
  run: async (args, host, options) => {
    const query = await readQuery(args, host, options)
    if (query.isErr()) return err(query.error)
    const output = await host.chronicle.read(query.value, options)
    return output.map((answer) => ({ document: parseDocument(formatJson(answer)), text: formatMarkdown(answer) }))
  },
})

async function readQuery(
  args: z.output<typeof input>,
  host: ServerHost,
  options: CallOptions,
): Promise<Result<ReadQuery, CodedError>> {
  const lines = args.lines === undefined ? ok(undefined) : parseLineRange(args.lines)
  if (lines.isErr()) return err(lines.error)
  const files: string[] = []
  for (const given of args.paths) {
    const file = await repositoryPath(given, host, options)
    if (file.isErr()) return err(file.error)
    files.push(file.value)
  }
  const { maxTokens = DEFAULT_MAX_TOKENS, ...defaults } = host.defaults
  return ok({
    ...defaults,
    files,
    ...(args.anchor === undefined ? {} : { anchor: args.anchor }),
    ...(lines.value === undefined ? {} : { lines: lines.value }),
    ...(args.at === undefined ? {} : { at: args.at }),
    ...(args.since === undefined ? {} : { since: args.since }),
    ...(args.tags === undefined ? {} : { tags: args.tags }),
    ...(args.context_level === undefined ? {} : { contextLevel: args.context_level }),
    ...(args.min_confidence === undefined ? {} : { minConfidence: args.min_confidence }),
    ...(args.depth === undefined ? {} : { depth: args.depth }),
    ...(args.max_regions === undefined ? {} : { maxRegions: args.max_regions }),
    maxTokens: args.max_tokens ?? maxTokens,
  })
}
