import { err, ok, parseLineRange, READ_OUTPUT_SCHEMA, type CodedError, type Result } from '@chronicle/schema'
import type { ReadQuery } from '@chronicle/core'
import { codedError } from '@chronicle/core/contracts'
import * as z from 'zod'
import { toolAnswer } from './answer-text.ts'
import { defineTool, READ_ONLY, type ChronicleTool, type ToolCall } from './chronicle-tool.ts'
import { outputOutline } from './output-outline.ts'
import { count, manyPaths, path, placeInput, resolvePlace, sourcesInput, type NamedPlace } from './place-input.ts'

const exactOptional = z.exactOptional

const input = z.strictObject({
  paths: z.array(path).min(1).describe('path, path:unit or path:10-20'),
  anchor: placeInput.anchor,
  lines: exactOptional(z.string()).describe('10-20'),
  at: placeInput.at,
  since: exactOptional(z.string().min(1)).describe('Date or revision'),
  tags: exactOptional(z.array(z.string().min(1)).min(1)).describe('Any of these'),
  sources: sourcesInput,
  context_level: exactOptional(z.enum(['all', 'enhanced', 'inferred'])),
  min_confidence: exactOptional(z.number().min(0).max(1)),
  depth: exactOptional(z.number().int().min(0)).describe('Hops of related annotations'),
  max_regions: exactOptional(count),
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
  understand: manyPaths,
  run: async (args, call) => {
    const query = await readQuery(args, call)
    if (query.isErr()) return err(query.error)
    return (await call.host.chronicle.read(query.value, call.options)).map((answer) => toolAnswer(answer, call))
  },
})

async function readQuery(args: z.output<typeof input>, call: ToolCall): Promise<Result<ReadQuery, CodedError>> {
  const place = await placesOf(args, call)
  if (place.isErr()) return err(place.error)
  const { maxTokens: _, noteHours: __, ...defaults } = call.host.defaults
  return ok({
    ...defaults,
    ...place.value,
    ...(args.at === undefined ? {} : { at: args.at }),
    ...(args.since === undefined ? {} : { since: args.since }),
    ...(args.tags === undefined ? {} : { tags: args.tags }),
    ...(args.sources === undefined ? {} : { sources: args.sources }),
    ...(args.context_level === undefined ? {} : { contextLevel: args.context_level }),
    ...(args.min_confidence === undefined ? {} : { minConfidence: args.min_confidence }),
    ...(args.depth === undefined ? {} : { depth: args.depth }),
    ...(args.max_regions === undefined ? {} : { maxRegions: args.max_regions }),
    remedies: 'argument' as const,
    ...(call.maxTokens === undefined ? {} : { maxTokens: call.maxTokens }),
    ...(call.verbose ? { verbose: true } : {}),
  })
}

async function placesOf(
  { paths, anchor, lines: text }: z.output<typeof input>,
  call: ToolCall,
): Promise<Result<Pick<ReadQuery, 'files' | 'anchor' | 'lines'>, CodedError>> {
  const lines = text === undefined ? ok(undefined) : parseLineRange(text)
  if (lines.isErr()) return err(lines.error)
  const given = {
    ...(anchor === undefined ? {} : { anchor }),
    ...(lines.value === undefined ? {} : { lines: lines.value }),
  }
  const places: NamedPlace[] = []
  for (const each of paths) {
    const place = await resolvePlace({ path: each, ...(paths.length === 1 ? given : {}) }, call)
    if (place.isErr()) return err(place.error)
    places.push(place.value)
  }
  const [only] = places
  if (only !== undefined && places.length === 1) {
    const { file, ...part } = only
    return ok({ files: [file], ...part })
  }
  if (places.some((place) => place.anchor !== undefined || place.lines !== undefined)) {
    const message = 'A unit or lines can be named of one path alone. Call chronicle_read for each place.'
    return err(codedError('invalid_query', message, { data: { paths: paths.slice(0, 10) } }))
  }
  return ok({ files: places.map(({ file }) => file), ...given })
}
