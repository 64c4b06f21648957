import type { AstParser, GitBackend } from '@chronicle/core/contracts'
import type { CarriedNote, CarryError, CarryOptions, CarryReport, LeftBehind, Rewrite } from '@chronicle/core/rewrites'
import { DEFAULT_NOTES_REF, ok, safeTry, type NotesRef, type ResultAsync } from '@chronicle/schema'

/** How rewrites are carried, and in which refs. */
export type RewritingOptions = CarryOptions & {
  /** Each is carried within itself. */
  readonly notesRefs?: readonly NotesRef[]
}

/** What becomes of annotations when history is rewritten. */
export interface Rewriting {
  /** Takes what is recorded on commits over to those that took their place: see `createCarrier`. */
  carry(rewrites: readonly Rewrite[], options?: RewritingOptions): ResultAsync<CarryReport, CarryError>
}

/** What carrying works with. */
export interface RewritingParts {
  readonly git: GitBackend
  readonly ast: AstParser
  readonly sleep: (milliseconds: number, signal?: AbortSignal) => Promise<void>
  readonly notesRefs: readonly NotesRef[] | undefined
}

/** Nothing of it is loaded before it is used. */
export function createRewriting({ notesRefs: refs, ...seams }: RewritingParts): Rewriting {
  function carry(
    rewrites: readonly Rewrite[],
    { notesRefs = refs ?? [DEFAULT_NOTES_REF], ...options }: RewritingOptions,
  ): ResultAsync<CarryReport, CarryError> {
    return safeTry(async function* () {
      const { createCarrier } = await import('@chronicle/core/rewrites')
      const carried: CarriedNote[] = []
      const left: LeftBehind[] = []
      for (const notesRef of notesRefs) {
        const report = yield* createCarrier({ ...seams, notesRef }).carry(rewrites, options)
        carried.push(...report.carried)
        left.push(...report.left)
      }
      return ok({ carried, left })
    })
  }

  return { carry: (rewrites, options = {}) => carry(rewrites, options) }
}
