import type { PlacingContext } from './placing-context.ts'
import type { PlaceableRegion } from './recorded-region.ts'
import type { TargetFile } from './target-file.ts'

/** Returns the key of a region among the facts about a file: everything that determines its place. */
export function regionKey(
  { commit, committedAt = 0, region: { ast_anchor: anchor, file, lines }, recordedIn }: PlaceableRegion,
  { names }: TargetFile,
  { queried }: PlacingContext,
): string {
  // A region of another file may be followed through the history of that file.
  const elsewhere = file !== undefined && !names.has(file)
  return JSON.stringify([
    ...(commit === recordedIn ? [commit] : [commit, recordedIn]),
    committedAt,
    ...[file ?? '', anchor?.type ?? '', anchor?.name ?? '', anchor?.signature ?? ''],
    ...[lines?.start ?? 0, lines?.end ?? 0],
    ...(elsewhere ? [queried.head] : []),
  ])
}
