import { realpath } from 'node:fs/promises'
import { isAbsolute, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import {
  err,
  fromThrowable,
  ok,
  omitEmpty,
  omitUndefined,
  parseLineRange,
  parseRepoPath,
  safeTry,
  type CodedError,
  type LineRange,
  type Result,
  type ResultAsync,
} from '@chronicle/schema'
import type { PlaceQuery } from '@chronicle/core'
import { codedError, type AnnotationOrigin, type CallOptions } from '@chronicle/core/contracts'
import { parsePlacePart, placeReadings, type PlaceReading } from '@chronicle/core/text'
import * as z from 'zod'
import type { ServerHost } from '../served-repository.ts'
import { toolAnswer, type QueryAnswer } from './answer-text.ts'
import type { ToolAnswer, ToolCall } from './tool-answer.ts'

/** An integer of at least 1. */
export const count: z.ZodNumber = z.number().int().min(1)

/** A path as agents write it. */
export const path: z.ZodString = z.string().min(1)

/** The sources of an answer. */
export const sourcesInput: z.ZodExactOptional<z.ZodArray<z.ZodEnum<{ notes: 'notes'; history: 'history' }>>> = z
  .exactOptional(z.array(z.enum(['notes', 'history'])).min(1))
  .describe('What is recorded, what commit messages say; default both')

/** The arguments of every query about one place. */
export const placeInput: {
  readonly path: z.ZodString
  readonly anchor: z.ZodExactOptional<z.ZodString>
  readonly lines: z.ZodExactOptional<z.ZodString>
  readonly at: z.ZodExactOptional<z.ZodString>
} = {
  path: path.describe('path, path:unit or path:10-20'),
  anchor: z.exactOptional(z.string().min(1)).describe('Unit, e.g. Foo::bar'),
  lines: z.exactOptional(z.string()).describe('10-20'),
  at: z.exactOptional(z.string().min(1)).describe('WORKTREE (default), INDEX, or a revision'),
}

/** Accepts `paths` with one path as `path`. */
export function normalisePath(given: unknown): Result<unknown, CodedError<'invalid_query'>> {
  if (!isRecord(given)) return ok(given)
  const { path: single, paths, ...rest } = given
  const named = [single ?? [], paths ?? []].flat()
  if (paths === undefined && !Array.isArray(single)) return ok(given)
  if (named.length === 1) return ok({ ...rest, path: named[0] })
  const message = `This takes one path, not ${named.length}. Call it for each, or chronicle_read for all of them.`
  return err(codedError('invalid_query', message, { data: { paths: named.slice(0, 10) } }))
}

/** Accepts `path` as `paths`, and a string as a list. */
export function manyPaths(given: unknown): Result<unknown, CodedError<'invalid_query'>> {
  if (!isRecord(given)) return ok(given)
  const { path: single, paths, ...rest } = given
  if (single === undefined && (paths === undefined || Array.isArray(paths))) return ok(given)
  return ok({ ...rest, paths: [paths ?? [], single ?? []].flat() })
}

/** Whether a value is an object with keys. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A place in the repository: a file or folder, and optionally a unit or lines of it. */
export interface NamedPlace {
  readonly file: string
  readonly anchor?: string
  readonly lines?: LineRange
}

/** Resolves `path`, `path:unit` and `path:10-20`. If a file has a colon in its name, that file is meant. */
export function resolvePlace(
  { path: given, anchor, lines }: { readonly path: string; readonly anchor?: string; readonly lines?: LineRange },
  { host, options }: Pick<ToolCall, 'host' | 'options'>,
): ResultAsync<NamedPlace, CodedError> {
  return safeTry(async function* () {
    const { path, part: named } = await likeliestReading(given, host, options)
    const parsed = parsePlacePart(named)
    if (parsed.isErr()) return err(codedError('invalid_query', parsed.error.message, { data: { path: given } }))
    const part = parsed.value
    const isNamed = Object.keys(part).length > 0
    if (isNamed && (lines !== undefined || (anchor !== undefined && anchor !== part.anchor))) {
      const message = `${JSON.stringify(given.slice(0, 200))} names a part of the file, and so does another argument. Give one of them.`
      return err(codedError('invalid_query', message, { data: { path: given } }))
    }
    const other = omitUndefined({ anchor, lines })
    const file = await repositoryPath(path, host, options)
    return file.map((inside) => ({ file: inside, ...(isNamed ? part : other) }))
  })
}

/** Checks for files only if the text is ambiguous. */
async function likeliestReading(given: string, host: ServerHost, options: CallOptions): Promise<PlaceReading> {
  const readings = placeReadings(given)
  for (const reading of readings.slice(0, -1)) {
    if (await isFile(reading.path, host, options)) return reading
  }
  return readings.at(-1) ?? readings[0]
}

async function isFile(given: string, host: ServerHost, options: CallOptions): Promise<boolean> {
  const inside = (await repositoryPath(given, host, options)).andThen(parseRepoPath).unwrapOr(undefined)
  if (inside === undefined) return false
  const content = await host.chronicle.git.readFile('WORKTREE', inside, options)
  return content.unwrapOr(undefined) !== undefined
}

/** The arguments of a query about one place, as passed. */
export interface PlaceArguments {
  readonly path: string
  readonly anchor?: string
  readonly lines?: string
  readonly at?: string
  readonly sources?: readonly AnnotationOrigin[]
}

/** Runs the query that the arguments describe, and renders its answer. */
export function answerAboutPlace(
  args: PlaceArguments,
  call: ToolCall,
  ask: (query: PlaceQuery) => ResultAsync<QueryAnswer, CodedError>,
): ResultAsync<ToolAnswer, CodedError> {
  return placeQuery(args, call)
    .andThen(ask)
    .map((answer) => toolAnswer(answer, call))
}

function placeQuery(
  { at, lines: given, sources: asked, ...place }: PlaceArguments,
  call: ToolCall,
): ResultAsync<PlaceQuery, CodedError> {
  return safeTry(async function* () {
    const range = yield* given === undefined ? ok(undefined) : parseLineRange(given)
    const named = { ...place, ...omitUndefined({ lines: range }) }
    const { file, anchor, lines } = yield* resolvePlace(named, call)
    const sources = asked ?? call.host.defaults.sources
    return ok({
      file,
      ...omitUndefined({ anchor, lines, at, sources }),
      remedies: 'argument' as const,
      ...omitUndefined({ maxTokens: call.maxTokens }),
      ...omitEmpty({ verbose: call.verbose }),
    })
  })
}

/**
 * Converts an absolute path or `file:` URL inside the working tree to a path from its top. Rejects one outside and
 * leaves other paths for the query.
 */
export function repositoryPath(
  word: string,
  { chronicle }: ServerHost,
  options: CallOptions,
): ResultAsync<string, CodedError> {
  return safeTry(async function* () {
    const given = pathOfUrl(word)
    if (!isAbsolute(given)) return ok(given)
    const info = yield* chronicle.git.describe(options)
    const top = info.worktreeDir
    if (top === undefined) return ok(given)
    // Git reports the working tree with symbolic links resolved.
    const inside = below(top, given) ?? below(top, await realpath(given).catch(() => given))
    if (inside !== undefined) return ok(inside)
    const message = `${JSON.stringify(given.slice(0, 200))} is outside the repository at ${top}.`
    return err(codedError('invalid_path', message, { data: { path: given } }))
  })
}

/**
 * Returns the path of a `file:` URL, which clients use for open files. A `#` belongs to the file name here, because a
 * part of the place was split off before.
 */
function pathOfUrl(word: string): string {
  return word.startsWith('file://') ? fromThrowable(fileURLToPath)(word.replaceAll('#', '%23')).unwrapOr(word) : word
}

function below(top: string, path: string): string | undefined {
  const inside = relative(top, path)
  return inside === '..' || inside.startsWith(`..${sep}`) || isAbsolute(inside)
    ? undefined
    : inside.split(sep).join('/') || '.'
}
