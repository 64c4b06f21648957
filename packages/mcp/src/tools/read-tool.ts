import {
  err,
  ok,
  omitEmpty,
  omitUndefined,
  parseLineRange,
  READ_OUTPUT_SCHEMA,
  safeTry,
  type CodedError,
  type ResultAsync,
} from '@chronicle/schema'
import type { ReadQuery } from '@chronicle/core'
import { codedError, readFiltersOfArguments } from '@chronicle/core/contracts'
import * as z from 'zod'
import { toolAnswer } from './answer-text.ts'
import { defineTool, READ_ONLY, type ChronicleTool } from './chronicle-tool.ts'
import type { ToolCall } from './tool-answer.ts'
import { outputOutline } from './output-outline.ts'
import { readOptionInputs } from './read-option-inputs.ts'
import { manyPaths, path, placeInput, resolvePlace, sourcesInput, type NamedPlace } from './place-input.ts'

const exactOptional = z.exactOptional

const input = z.strictObject({
  paths: z.array(path).min(1).describe('path, path:unit or path:10-20'),
  anchor: placeInput.anchor,
  lines: exactOptional(z.string()).describe('10-20'),
  at: placeInput.at,
  since: exactOptional(z.string().min(1)).describe('Date or revision'),
  tags: exactOptional(z.array(z.string().min(1)).min(1)).describe('Any of these'),
  sources: sourcesInput,
  ...readOptionInputs(),
})

/** `chronicle_read`: returns the notes about code, highest confidence first. */
export const readTool: ChronicleTool = defineTool({
  name: 'chronicle_read',
  title: 'Read recorded reasoning',
  description:
    'Why code is as it is: intent, constraints, rejected alternatives, risks. For several files, lines, or filters; otherwise prefer chronicle_lookup.',
  hints: READ_ONLY,
  failureSchema: READ_OUTPUT_SCHEMA,
  outputSchema: outputOutline('read-output'),
  input,
  normaliseArguments: manyPaths,
  run: (args, call) =>
    safeTry(async function* () {
      const query = yield* readQuery(args, call)
      return (await call.host.chronicle.read(query, call.options)).map((answer) => toolAnswer(answer, call))
    }),
})

function readQuery(args: z.output<typeof input>, call: ToolCall): ResultAsync<ReadQuery, CodedError> {
  return safeTry(async function* () {
    const place = yield* placesOf(args, call)
    const { maxTokens: _, noteHours: __, ...defaults } = call.host.defaults
    return ok({
      ...defaults,
      ...place,
      ...omitUndefined({ at: args.at, since: args.since, tags: args.tags, sources: args.sources }),
      ...readFiltersOfArguments(args),
      remedies: 'argument' as const,
      ...omitUndefined({ maxTokens: call.maxTokens }),
      ...omitEmpty({ verbose: call.verbose }),
    })
  })
}

function placesOf(
  { paths, anchor, lines: text }: z.output<typeof input>,
  call: ToolCall,
): ResultAsync<Pick<ReadQuery, 'files' | 'anchor' | 'lines'>, CodedError> {
  return safeTry(async function* () {
    const lines = yield* text === undefined ? ok(undefined) : parseLineRange(text)
    const given = omitUndefined({ anchor, lines })
    const places: NamedPlace[] = []
    for (const each of paths) {
      const place = yield* resolvePlace({ path: each, ...(paths.length === 1 && given) }, call)
      places.push(place)
    }
    const [only] = places
    if (only !== undefined && places.length === 1) {
      const { file, ...part } = only
      return ok({ files: [file], ...part })
    }
    if (places.some((place) => place.anchor !== undefined || place.lines !== undefined)) {
      const message = 'A unit or lines can be named for one path only. Call chronicle_read for each place.'
      return err(codedError('invalid_query', message, { data: { paths: paths.slice(0, 10) } }))
    }
    return ok({ files: places.map(({ file }) => file), ...given })
  })
}
