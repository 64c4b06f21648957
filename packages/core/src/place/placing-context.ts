import type { Diagnostic } from '@chronicle/schema'
import type { ReadContext, Standpoint } from '../read/read-context.ts'
import { createFileTexts, type FileTexts } from './file-texts.ts'

/** What placing regions needs: the repository, the commit asked about, and the states of files opened so far. */
export interface PlacingContext {
  readonly context: ReadContext
  readonly standpoint: Standpoint
  readonly texts: FileTexts
  readonly journal: PlacingJournal
}

/** Records, while something is computed, what has to be known before its result may be kept. */
export interface PlacingJournal {
  /** Begins a computation. The function returned ends it. */
  begin(): () => {
    /** Reported since it began. */
    readonly diagnostics: readonly Diagnostic[]
    /** It depended on something that is no part of the state asked about, or was given up at a limit. */
    readonly passing: boolean
  }
  /** Says that what is being computed holds for this query alone. */
  markPassing(): void
  /** Reports again what was reported when a fact was computed, once for each query. */
  repeat(diagnostic: Diagnostic): void
}

export function createPlacingContext(base: ReadContext, standpoint: Standpoint): PlacingContext {
  const reported: Diagnostic[] = []
  const report = (diagnostic: Diagnostic): void => {
    reported.push(diagnostic)
    base.report(diagnostic)
  }
  let passing = 0
  const journal: PlacingJournal = {
    begin() {
      const [from, before] = [reported.length, passing]
      return () => ({ diagnostics: reported.slice(from), passing: passing > before })
    },
    markPassing: () => void passing++,
    repeat(diagnostic) {
      const text = JSON.stringify(diagnostic)
      if (!reported.some((each) => JSON.stringify(each) === text)) report(diagnostic)
    },
  }
  const context = { ...base, report }
  return { context, standpoint, texts: createFileTexts(context, journal.markPassing), journal }
}
