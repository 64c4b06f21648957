import { err, ok, type CodedError, type Result } from '@chronicle/schema'
import type { CallOptions } from '@chronicle/core/contracts'
import type { ServerHost } from '../../served-repository.ts'
import type { ToolAnswer } from '../chronicle-tool.ts'
import { repositoryPath } from '../place-input.ts'
import { showInvisible } from '../show-invisible.ts'
import { sourceText } from './source-text.ts'

/**
 * One read of source. The document is exact, also where the text form writes characters out, because it is what edits
 * are made of.
 */
export async function readSource(
  request: unknown,
  host: ServerHost,
  options: CallOptions,
): Promise<Result<ToolAnswer, CodedError>> {
  const inside = await withRepositoryPaths(request, host, options)
  if (inside.isErr()) return err(inside.error)
  const answer = await host.chronicle.source.read(inside.value, options)
  return answer.map((response) => ({ document: { ...response }, text: sourceText(response) }))
}

/** Agents know files by their absolute paths. What is outside is refused; the rest is for the reader to judge. */
async function withRepositoryPaths(
  request: unknown,
  host: ServerHost,
  options: CallOptions,
): Promise<Result<unknown, CodedError>> {
  if (typeof request !== 'object' || request === null || Array.isArray(request)) return ok(request)
  const values = request as Readonly<Record<string, unknown>>
  const changed: Record<string, string> = {}
  for (const name of values['mode'] === 'symbol' ? ['path'] : ['target']) {
    const given = values[name]
    if (typeof given !== 'string') continue
    const path = await repositoryPath(given, host, options)
    if (path.isErr()) return err(path.error)
    changed[name] = path.value
  }
  return ok({ ...values, ...changed })
}

/** The document of a read that failed. */
export function sourceFailure({ code, message, data }: CodedError): ToolAnswer['document'] {
  return { ok: false, error: { code, message: showInvisible(message), ...(data === undefined ? {} : { data }) } }
}
