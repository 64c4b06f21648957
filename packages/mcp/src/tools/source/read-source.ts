import { err, ok, omitUndefined, safeTry, type CodedError, type Result, type ResultAsync } from '@chronicle/schema'
import { codedError, type CallOptions } from '@chronicle/core/contracts'
import { DEFAULT_SOURCE_TOKENS, type ServerHost } from '../../served-repository.ts'
import { cutToFit, sizeOf } from '../budget.ts'
import { budgetOf } from '../chronicle-tool.ts'
import type { ToolAnswer } from '../tool-answer.ts'
import { repositoryPath } from '../place-input.ts'
import { showInvisible } from '../show-invisible.ts'
import { sourceText } from './source-text.ts'

type Values = Readonly<Record<string, unknown>>

/** Maximum number of pages to try, each shorter than the one before. */
const MAX_TRIES = 6
/** Minimum number of characters that the reader returns. */
const MIN_CHARS = 10
/** Characters per token: UTF-8 text has about one byte per character, and four bytes per token. */
const CHARS_PER_TOKEN = 4

/**
 * Reads source, with a page that stays within the budget. The document is exact even where the text escapes characters,
 * because edits are based on it.
 */
export function readSource(
  request: unknown,
  host: ServerHost,
  options: CallOptions,
): ResultAsync<ToolAnswer, CodedError> {
  return safeTry(async function* () {
    const { rest, budget } = yield* takeBudget(request)
    const inside = yield* withRepositoryPaths(rest, host, options)
    return readPage(inside, { budget, host, options })
  })
}

function readPage(
  request: unknown,
  {
    budget,
    host,
    options,
  }: { readonly budget: number | undefined; readonly host: ServerHost; readonly options: CallOptions },
): ResultAsync<ToolAnswer, CodedError> {
  return safeTry(async function* () {
    const read = (request: unknown): ResultAsync<ToolAnswer, CodedError> =>
      host.chronicle.source.read(request, options).map((response) => ({
        document: { ...response },
        text: sourceText(response, host),
      }))
    let answer = await read(request)
    if (budget === undefined) return answer
    let chars = budget * CHARS_PER_TOKEN
    for (let tries = 0; tries < MAX_TRIES && answer.isOk() && chars >= MIN_CHARS; tries++) {
      const size = sizeOf(answer.value, host)
      if (size <= budget) return answer
      const shown = answer.value.document['text']
      const length = typeof shown === 'string' ? shown.length : 0
      // Shortens the page in proportion to the excess, and a little more for the notice that there is more.
      chars = Math.min(Math.floor((length * budget) / size), length - (size - budget) * 2)
      chars = tries === MAX_TRIES - 1 ? MIN_CHARS : Math.max(MIN_CHARS, chars)
      answer = await read({ ...(request as Values), max_preview_chars: chars })
    }
    return answer.map((page) => cutToFit(page, budget, host))
  })
}

/**
 * Separates the budget from the request. A page requested by its number of characters has no budget unless one is
 * passed, too.
 */
function takeBudget(
  request: unknown,
): Result<{ readonly rest: unknown; readonly budget: number | undefined }, CodedError<'INVALID_ARGS'>> {
  if (typeof request !== 'object' || request === null || Array.isArray(request)) {
    return ok({ rest: request, budget: undefined })
  }
  const { max_tokens: asked, ...rest } = request as Values
  if (asked === undefined) {
    return ok({ rest, budget: rest['max_preview_chars'] === undefined ? DEFAULT_SOURCE_TOKENS : undefined })
  }
  if (Number.isInteger(asked) && (asked as number) >= 0) return ok({ rest, budget: budgetOf(asked as number) })
  const message = 'max_tokens must be a whole number from 1, or 0 for no limit.'
  return err(codedError('INVALID_ARGS', message, { data: { problems: [{ param: 'max_tokens', message }] } }))
}

/**
 * Converts the absolute paths that agents use. Paths outside of the repository are rejected; the reader validates the
 * rest.
 */
function withRepositoryPaths(
  request: unknown,
  host: ServerHost,
  options: CallOptions,
): ResultAsync<unknown, CodedError> {
  return safeTry(async function* () {
    if (typeof request !== 'object' || request === null || Array.isArray(request)) return ok(request)
    const values = request as Values
    const changed: Record<string, string> = {}
    for (const name of values['mode'] === 'symbol' ? ['path'] : ['target']) {
      const given = values[name]
      if (typeof given !== 'string') continue
      const path = yield* repositoryPath(given, host, options)
      changed[name] = path
    }
    return ok({ ...values, ...changed })
  })
}

/** Returns the document of a failed read. */
export function sourceFailure({ code, message, data }: CodedError): ToolAnswer['document'] {
  return { ok: false, error: { code, message: showInvisible(message), ...omitUndefined({ data }) } }
}
