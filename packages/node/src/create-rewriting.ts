import type { CarriedNote, CarryError, CarryOptions, CarryReport, LeftBehind, Rewrite } from '@chronicle/core/rewrites'
import { DEFAULT_NOTES_REF, ok, safeTry, type NotesRef, type ResultAsync } from '@chronicle/schema'
import type { RepositoryParts } from './repository-parts.ts'

/** How to carry annotations over rewrites, and in which refs. */
export type RewritingOptions = CarryOptions & {
  /** Annotations stay in the ref they are in. */
  readonly notesRefs?: readonly NotesRef[] | undefined
}

/** Keeps annotations when history is rewritten. */
export interface Rewriting {
  /** Copies the annotations of rewritten commits to their successors. See `createCarrier`. */
  carry(rewrites: readonly Rewrite[], options?: RewritingOptions): ResultAsync<CarryReport, CarryError>
}

/** Creates a `Rewriting` whose implementation is loaded on first use. */
export function createRewriting(
  { git, ast, sleep }: RepositoryParts,
  refs: readonly NotesRef[] = [DEFAULT_NOTES_REF],
): Rewriting {
  function carry(
    rewrites: readonly Rewrite[],
    { notesRefs = refs, ...options }: RewritingOptions = {},
  ): ResultAsync<CarryReport, CarryError> {
    return safeTry(async function* () {
      const { createCarrier } = await import('@chronicle/core/rewrites')
      const carried: CarriedNote[] = []
      const left: LeftBehind[] = []
      for (const notesRef of notesRefs) {
        const report = yield* createCarrier({ git, ast, sleep, notesRef }).carry(rewrites, options)
        carried.push(...report.carried)
        left.push(...report.left)
      }
      return ok({ carried, left })
    })
  }

  return { carry }
}
