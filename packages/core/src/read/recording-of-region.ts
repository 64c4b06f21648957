import {
  omitUndefined,
  type Annotation,
  type Recording,
  type Region,
  type StoredRecording,
  type UnknownKeys,
} from '@chronicle/schema'
import type { Commit } from '../contracts/git-backend.ts'

/** Delay in milliseconds after a commit from which an annotation no longer counts as made while committing. */
const A_DAY = 86_400_000

/**
 * Returns when and by whom a region was recorded, if the reader should know: more than a day after its commit, or by
 * somebody other than the commit's author.
 */
export function recordingOfRegion(
  { provenance, timestamp }: Pick<Annotation, 'provenance' | 'timestamp'>,
  region: Region,
  commit: Commit | undefined,
): Recording | undefined {
  const stored = region.recorded ?? provenance.recorded
  const at = stored?.at ?? timestamp
  const committedAt = commit === undefined ? Number.NaN : commit.committer.time * 1000
  const late = Date.parse(at) - committedAt > A_DAY
  const other = isOther(stored, commit) ? stored?.by : undefined
  if (!late && other === undefined) return undefined
  return {
    ...omitUndefined({ by: other }),
    at,
    ...omitUndefined({ with: stored?.with }),
  }
}

/**
 * Returns the corrections of a region, with a mark on replaced texts that are the words of the commit's own author. A
 * stored mark counts for nothing.
 */
export function correctionsOfRegion({ corrections }: Region, commit: Commit | undefined): readonly UnknownKeys[] {
  return corrections.map(({ by_author: _, ...each }) => {
    const { author, replacement } = each
    if (commit === undefined || replacement === undefined || typeof author !== 'string') return each
    const { by = author, email } = /^(?<by>.*) <(?<email>[^<>]*)>$/u.exec(author)?.groups ?? {}
    return isOther(omitUndefined({ by, email }), commit) ? each : { ...each, by_author: true }
  })
}

/** Whether somebody other than the author of the commit recorded it, compared by address or else by name. */
function isOther(stored: Pick<StoredRecording, 'by' | 'email'> | undefined, commit: Commit | undefined): boolean {
  if (stored?.by === undefined || commit === undefined) return false
  if (stored.email !== undefined && stored.email === commit.author.email) return false
  return stored.by !== commit.author.name
}
