import type { ReadContext, Standpoint } from '../read/read-context.ts'
import { createFileTexts, type FileTexts } from './file-texts.ts'

/** What placing regions needs: the repository, the commit asked about, and the states of files opened so far. */
export interface PlacingContext {
  readonly context: ReadContext
  readonly standpoint: Standpoint
  readonly texts: FileTexts
}

export function createPlacingContext(context: ReadContext, standpoint: Standpoint): PlacingContext {
  return { context, standpoint, texts: createFileTexts(context) }
}
