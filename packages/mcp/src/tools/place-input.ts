import { realpath } from 'node:fs/promises'
import { isAbsolute, relative, sep } from 'node:path'
import { err, ok, type CodedError, type Result } from '@chronicle/schema'
import type { PlaceQuery } from '@chronicle/core'
import { codedError, type CallOptions } from '@chronicle/core/contracts'
import * as z from 'zod'
import { DEFAULT_MAX_TOKENS, type ServerHost } from '../served-repository.ts'

const exactOptional = z.exactOptional

/** A whole number from 1. */
export const count: z.ZodNumber = z.number().int().min(1)

/** The arguments that every question about code takes, with the words that say what they mean. */
export const questionInput: {
  readonly anchor: z.ZodExactOptional<z.ZodString>
  readonly at: z.ZodExactOptional<z.ZodString>
  readonly max_tokens: z.ZodExactOptional<z.ZodNumber>
} = {
  anchor: exactOptional(z.string().min(1)).describe('Unit, e.g. MqttClient::connect'),
  at: exactOptional(z.string().min(1)).describe('WORKTREE (default), INDEX, or a revision'),
  max_tokens: exactOptional(count).describe('Budget of the answer'),
}

/** A path as agents give it. */
export const path: z.ZodString = z.string().min(1).describe('From the repository root, or absolute')

/** Arguments of a question about one place, as they were given. */
export interface PlaceArguments {
  readonly path: string
  readonly anchor?: string
  readonly at?: string
  readonly max_tokens?: number
}

/** The question behind the arguments. */
export async function placeQuery(
  { path: given, anchor, at, max_tokens: maxTokens }: PlaceArguments,
  host: ServerHost,
  options: CallOptions,
): Promise<Result<PlaceQuery, CodedError>> {
  const file = await repositoryPath(given, host, options)
  return file.map((inside) => ({
    file: inside,
    ...(anchor === undefined ? {} : { anchor }),
    ...(at === undefined ? {} : { at }),
    maxTokens: maxTokens ?? host.defaults.maxTokens ?? DEFAULT_MAX_TOKENS,
  }))
}

/** An absolute path inside the working tree as one from its top. Others are left for the query to judge. */
export async function repositoryPath(
  given: string,
  { chronicle }: ServerHost,
  options: CallOptions,
): Promise<Result<string, CodedError>> {
  if (!isAbsolute(given)) return ok(given)
  const info = await chronicle.git.describe(options)
  if (info.isErr()) return err(info.error)
  const top = info.value.worktreeDir
  if (top === undefined) return ok(given)
  // Git reports the working tree with symbolic links resolved.
  const inside = below(top, given) ?? below(top, await realpath(given).catch(() => given))
  if (inside !== undefined) return ok(inside)
  const message = `${JSON.stringify(given.slice(0, 200))} is outside the repository at ${top}.`
  return err(codedError('invalid_path', message, { data: { path: given } }))
}

function below(top: string, path: string): string | undefined {
  const inside = relative(top, path)
  return inside === '..' || inside.startsWith(`..${sep}`) || isAbsolute(inside)
    ? undefined
    : inside.split(sep).join('/') || '.'
}
