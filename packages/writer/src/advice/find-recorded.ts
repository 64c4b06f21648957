import type { AstParser, CallOptions, GitBackend } from '@chronicle/core/contracts'
import {
  err,
  ok,
  omitUndefined,
  safeTry,
  type AnnotateReceipt,
  type CodedError,
  type CommitId,
  type Finding,
  type ReadRegion,
  type ResultAsync,
} from '@chronicle/schema'
import type { StatedText } from './stated-text.ts'

/** The queries that advice is based on, with the requests that it makes. `Queries` of `@chronicle/core` fits. */
export interface AdviceQueries {
  read(
    request: {
      readonly files: readonly string[]
      readonly anchor?: string
      readonly at?: CommitId
      readonly sources: readonly 'notes'[]
      readonly depth: number
      readonly maxRegions: number
      readonly verbose: boolean
    },
    options?: CallOptions,
  ): ResultAsync<{ readonly regions: readonly ReadRegion[] }, CodedError>
  check(
    request: { readonly change: AdvisedChange; readonly maxFindings: number },
    options?: CallOptions,
  ): ResultAsync<{ readonly findings: readonly Finding[] }, CodedError>
}

/** The change that the author is told about. */
export type AdvisedChange = { readonly kind: 'worktree' } | { readonly kind: 'range'; readonly to: CommitId }

/** The services that advice needs. */
export interface AdviceServices {
  readonly git: GitBackend
  readonly ast: AstParser
  readonly queriesOf: (receipt: Pick<AnnotateReceipt, 'notes_ref'> | undefined) => AdviceQueries
}

/** Maximum number of places to look up. A document with more is a survey, and nobody reads advice on all of it. */
const MAX_PLACES = 12
/** Maximum number of recorded regions of one place to compare with the statements. */
const MAX_REGIONS = 60

/** Nothing is recorded about a new unit, nor about anything before the first commit. */
const NOTHING_RECORDED: ReadonlySet<string> = new Set([
  'anchor_not_found',
  'ambiguous_anchor',
  'file_not_found',
  'anchor_unresolvable',
  'revision_not_found',
])

/** Returns a lookup of the regions that are recorded about the code of a statement. */
export function findRecorded(
  { read }: Pick<AdviceQueries, 'read'>,
  statements: readonly StatedText[],
  { at, except }: { readonly at?: CommitId; readonly except?: CommitId },
  call: CallOptions,
): ResultAsync<(statement: StatedText) => readonly ReadRegion[], CodedError> {
  return safeTry(async function* () {
    const found = new Map<string, readonly ReadRegion[]>()
    for (const statement of statements) {
      const key = keyOf(statement)
      if (found.has(key) || found.size >= MAX_PLACES) continue
      const { file, anchor } = statement
      const answer = await read(
        {
          files: [file],
          ...omitUndefined({ anchor, at }),
          ...{ sources: ['notes'], depth: 0, maxRegions: MAX_REGIONS, verbose: true },
        },
        call,
      )
      if (answer.isErr()) {
        if (!NOTHING_RECORDED.has(answer.error.code)) return err(answer.error)
        found.set(key, [])
      } else
        found.set(
          key,
          answer.value.regions.filter(({ commit }) => commit !== except),
        )
    }
    return ok((statement: StatedText) => found.get(keyOf(statement)) ?? [])
  })
}

/** Returns the recorded knowledge that a change touches. */
export function findTouched(
  { check }: Pick<AdviceQueries, 'check'>,
  change: AdvisedChange,
  call: CallOptions,
): ResultAsync<readonly Finding[], CodedError> {
  return check({ change, maxFindings: MAX_REGIONS }, call).map(({ findings }) => findings)
}

function keyOf({ file, anchor = '' }: StatedText): string {
  return `${file}\0${anchor}`
}
