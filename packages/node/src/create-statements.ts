import type { AnnotateError, AnnotateReceipt } from '@chronicle/core/annotate'
import type { AstParser } from '@chronicle/core/contracts'
import { ok, omitUndefined, ResultAsync, safeTry } from '@chronicle/schema'
import type { Chronicle, StoreOptions } from './chronicle.ts'
import type { Advising } from './create-advice.ts'
import { openRedactor } from './open-redactor.ts'
import type { RepositoryParts } from './repository-parts.ts'

/** Stores what people and agents state about commits and code. */
export type Statements = Pick<Chronicle, 'annotate' | 'record'>

/** Maximum time for the advice on an annotation, in milliseconds. Many at once wait for each other, and for git. */
const ADVICE_LIMIT = 10_000

/** Creates the `Statements`. The engine is loaded by the first call. `ast` caches outlines. */
export function createStatements(
  { git, clock, sleep, tool, notesRef: defaultRef }: RepositoryParts,
  { ast, adviseOnAnnotation }: Pick<Advising, 'adviseOnAnnotation'> & { readonly ast: AstParser },
): Statements {
  function store(
    statement: 'annotateLive' | 'recordKnowledge',
    input: unknown,
    { notesRef = defaultRef, allowedSecrets, tool: recorder = tool, ...call }: StoreOptions = {},
  ): ResultAsync<AnnotateReceipt, AnnotateError> {
    const loading = Promise.all([import('@chronicle/core/annotate'), openRedactor(allowedSecrets)])
    return new ResultAsync(
      loading.then(([engine, redactor]) => {
        const seams = { git, ast, clock, sleep, redactor, ...omitUndefined({ notesRef }) }
        const stored = engine[statement](seams, input, { tool: recorder, ...call })
        return stored.andThen((receipt) => withAdvice(input, receipt, call))
      }),
    )
  }

  /** Adds advice to a receipt. The annotation is stored already, so a failure of the advice is only a warning. */
  function withAdvice(
    input: unknown,
    receipt: AnnotateReceipt,
    { signal }: StoreOptions,
  ): ResultAsync<AnnotateReceipt, AnnotateError> {
    return safeTry(async function* () {
      const limit = AbortSignal.timeout(ADVICE_LIMIT)
      const call = { signal: signal === undefined ? limit : AbortSignal.any([signal, limit]) }
      const given = await adviseOnAnnotation(input, receipt, call)
      if (given.isOk()) return ok(given.value.length === 0 ? receipt : { ...receipt, advice: given.value })
      const reason = limit.aborted ? `it took more than ${ADVICE_LIMIT / 1000} seconds.` : given.error.message
      const message = `What was recorded could not be compared with what was there: ${reason}`
      return ok({
        ...receipt,
        warnings: [...receipt.warnings, { code: 'advice_failed', severity: 'warning', message }],
      })
    })
  }

  return {
    annotate: (input, options) => store('annotateLive', input, options),
    record: (input, options) => store('recordKnowledge', input, options),
  }
}
