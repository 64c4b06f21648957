import { DEFAULT_NOTES_REF, ok, safeTry, type CodedError, type Result } from '@chronicle/schema'
import { requireArguments, requireKnownArguments, requireOptions, type ArgumentKind } from '@chronicle/core/contracts'
import { cautiousTokens, checkedTokens } from '@chronicle/core/text'
import type { ChronicleServerOptions } from './chronicle-server-options.ts'
import type { ServerHost } from './served-repository.ts'

const KINDS: { readonly [Name in keyof Required<ChronicleServerOptions>]: ArgumentKind } = {
  chronicle: 'object',
  tools: 'texts?',
  notesRefs: 'texts?',
  defaults: 'object?',
  structured: 'boolean?',
  tokens: 'object?',
}

/** Fills in the defaults of the options. Rejects those that an untyped caller got wrong. */
export function requireHost(options: ChronicleServerOptions): Result<ServerHost, CodedError<'usage'>> {
  return safeTry(function* () {
    const given = yield* requireKnownArguments(options, KINDS, 'usage')
    const { chronicle, notesRefs = [DEFAULT_NOTES_REF], defaults = {} } = given
    const { structured = false, tokens = cautiousTokens() } = given
    yield* requireOptions({ notesRefs }, 'usage')
    yield* requireArguments(chronicle, { git: 'object', lookup: 'function' }, 'usage', 'chronicle.')
    yield* requireArguments(tokens, { count: 'function' }, 'usage', 'tokens.')
    return ok({ chronicle, notesRefs, defaults, tokens: checkedTokens(tokens), structured })
  })
}

/** Does the same for the options of tools without a server. */
export function requireToolsHost(
  chronicle: ChronicleServerOptions['chronicle'],
  options: ToolsOptions | undefined,
): Result<ServerHost, CodedError<'usage'>> {
  const { defaults, notesRefs, tokens } = KINDS
  return requireKnownArguments(options ?? {}, { defaults, notesRefs, tokens }, 'usage').andThen((given) =>
    requireHost({ chronicle, defaults: given.defaults, notesRefs: given.notesRefs, tokens: given.tokens }),
  )
}

type ToolsOptions = Pick<ChronicleServerOptions, 'defaults' | 'notesRefs' | 'tokens'>
