import { ok, omitEmpty, omitUndefined, safeTry, type ResultAsync } from '@chronicle/schema'
import { currentState } from '../files/file-states.ts'
import { cutPage } from '../page/cut-page.ts'
import { fileFacts, respond } from '../page/respond.ts'
import { findConstraints } from '../recorded/find-constraints.ts'
import type { SymbolRequest } from '../request/source-request.ts'
import type { SourceContext } from '../source-context.ts'
import type { SourceError } from '../source-error.ts'
import type { Degradation, SourceMeta, SourceResponse } from '../source-response.ts'
import { findSymbol } from '../symbols/find-symbol.ts'
import { findSymbolContext } from '../symbols/symbol-context.ts'

/** Mode `symbol`: reads one named unit, with its doc comment and decorators. */
export function readSymbol(request: SymbolRequest, context: SourceContext): ResultAsync<SourceResponse, SourceError> {
  return safeTry(async function* () {
    const state = yield* currentState(context)
    const { unit, units, resolved, search } = yield* findSymbol(request, state, context)
    const { file, outline } = unit
    const around = request.include_context === true ? findSymbolContext(unit, units, context.limits.listed) : undefined
    const page = yield* cutPage(
      { lines: file.lines, range: unit.unit.lines, identity: file.content.id },
      request,
      context,
    )
    const degradedBy: Degradation[] = []
    if (search?.complete === false) degradedBy.push('search')
    if (around?.limited === true) degradedBy.push('context')
    const recorded = yield* findConstraints(file.path, page.lines === undefined ? [] : [page.lines], state, context)
    degradedBy.push(...recorded.degradedBy)
    const facts: Partial<SourceMeta> = {
      ...fileFacts(file),
      resolved_symbol: resolved,
      ...omitUndefined({ search, context: around?.context }),
      ...omitEmpty({ partial_outline: outline.partial }),
      ...recorded.facts,
    }
    return ok(respond('symbol', page, { target: request.target, file: file.path, at: state.name, degradedBy, facts }))
  })
}
