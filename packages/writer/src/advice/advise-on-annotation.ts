import { type CallOptions } from '@chronicle/core/contracts'
import {
  err,
  ok,
  omitUndefined,
  safeTry,
  type Advice,
  type AnnotateReceipt,
  type CodedError,
  type ResultAsync,
} from '@chronicle/schema'
import type { CommitContext } from '../commit-context.ts'
import { gatherCommit } from '../gather/gather-commits.ts'
import type { RestatementSources } from '../quality/find-restatement.ts'
import { restatementSources } from '../quality/restatement-sources.ts'
import { advise } from './advise.ts'
import { findRecorded, findTouched, type AdviceServices } from './find-recorded.ts'
import type { StatedText } from './stated-text.ts'

/**
 * Returns advice on what `annotate` or `record` stored: what repeats the change, is recorded already, or may no longer
 * hold. `input` is the document that was passed.
 */
export function adviseOnAnnotation(
  services: AdviceServices,
  input: unknown,
  receipt: AnnotateReceipt,
  call: CallOptions = {},
): ResultAsync<readonly Advice[], CodedError> {
  return safeTry(async function* () {
    const { parseRecordDocument } = await import('@chronicle/schema/validate')
    const parsed = yield* parseRecordDocument(input)
    const statements = parsed.input.regions.flatMap(
      ({ intent, reasoning, constraints, rejected_alternatives: rejected }, index): readonly StatedText[] => {
        const stored = receipt.regions[index]
        // A rule for a folder is not compared with a single change.
        if (stored === undefined || stored.known === true || stored.file.endsWith('/')) return []
        const { file, ast_anchor: anchor, lines } = stored
        const place = {
          file,
          ...omitUndefined({ anchor: anchor?.name, signature: anchor?.signature, lines }),
        }
        const at = `regions[${index}]`
        return [
          { where: `${at}.intent`, field: 'intent', text: intent, ...place },
          ...(reasoning === undefined
            ? []
            : [{ where: `${at}.reasoning`, field: 'reasoning' as const, text: reasoning, ...place }]),
          ...constraints.map(({ text }, nth) => ({
            where: `${at}.constraints[${nth}]`,
            field: 'constraints' as const,
            text,
            ...place,
          })),
          ...rejected.map(({ approach }, nth) => ({
            where: `${at}.rejected_alternatives[${nth}]`,
            field: 'rejected_alternatives' as const,
            text: approach,
            ...place,
          })),
        ]
      },
    )
    if (statements.length === 0) return ok([])
    const queries = services.queriesOf(receipt)
    const gathered = await gatherCommit(services, receipt.commit, call)
    // If the backend cannot report a commit's changes, the statements are still compared with recorded annotations.
    if (gathered.isErr() && gathered.error.code !== 'unsupported') return err(gathered.error)
    const context = gathered.isErr() ? undefined : gathered.value.context
    const recordedAt = yield* findRecorded(queries, statements, { at: receipt.commit, except: receipt.commit }, call)
    const isHere = context?.files.some(({ path }) => statements.some(({ file }) => file === path)) === true
    const touched = yield* isHere ? await findTouched(queries, { kind: 'range', to: receipt.commit }, call) : ok([])
    return ok(
      advise(statements, {
        commit: receipt.commit,
        changedAt: (statement) => changedIn(context, statement),
        recordedAt,
        touched,
      }),
    )
  })
}

function changedIn(context: CommitContext | undefined, { file, lines }: StatedText): RestatementSources | undefined {
  const changed = context?.files.find(({ path }) => path === file)
  if (context === undefined || changed === undefined) return undefined
  const sources = restatementSources(context, changed, lines)
  // If `changed` contains only the name, the commit did not change this code, and the statement is known from
  // elsewhere.
  return (sources.changed?.length ?? 0) > 1 ? sources : undefined
}
