import type { FileRevision } from '../contracts/git-backend.ts'
import type { FileHistory } from '../history/file-history.ts'
import type { PlaceableRegion } from './recorded-region.ts'

/**
 * Returns the changes of a file after a region was recorded, newest first. If its commit did not change the file,
 * commit times decide.
 */
export function revisionsSince(
  { revisions }: Pick<FileHistory, 'revisions'>,
  { committedAt, recordedIn }: Pick<PlaceableRegion, 'committedAt' | 'statedAt'>,
): readonly FileRevision[] {
  const own = revisions.findIndex((each) => each.commit === recordedIn)
  if (own >= 0) return revisions.slice(0, own)
  return revisions.filter((each) => committedAt === undefined || each.committedAt >= committedAt)
}
