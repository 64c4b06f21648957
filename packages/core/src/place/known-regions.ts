import { omitUndefined, type Region } from '@chronicle/schema'
import type { AnnotatedCommit } from '../contracts/annotation-index.ts'
import type { MessageReason } from '../notes/message-reason.ts'
import { knownPlacement } from './place-candidates.ts'
import type { Placement } from './placement.ts'
import type { PlacingContext } from './placing-context.ts'
import type { RegionsOfNotes } from './read-regions.ts'
import type { PlaceableRegion } from './recorded-region.ts'
import { regionKey } from './region-key.ts'
import type { TargetFile } from './target-file.ts'

/** The parts of a region that decide whether it answers a query. */
export interface OutlinedRegion {
  readonly region: {
    readonly file?: Region['file']
    readonly ast_anchor?: Pick<NonNullable<Region['ast_anchor']>, 'name'>
  }
  readonly placement: Placement | undefined
}

/** A note as cached among the facts about a file. */
interface KeptNote {
  readonly messageReason?: MessageReason
  readonly regions: readonly KeptRegion[]
}

/** A region of a cached note. */
interface KeptRegion {
  readonly key: string
  readonly file?: Region['file']
  readonly anchor?: string
}

/**
 * Whether a note may contain a region that matches. `false` only when the note was read before in this state of the
 * file, its regions were placed, and none of them matches: such a note need not be read again.
 */
export function mayMatch(
  note: AnnotatedCommit,
  answers: (region: OutlinedRegion) => boolean,
  target: TargetFile,
): boolean {
  const kept = target.facts.peek<KeptNote>(factOf(note))?.fact
  if (kept === undefined) return true
  return kept.regions.some(({ anchor, file, key }) => {
    const known = knownPlacement(key, target)
    const region = omitUndefined({ file, ast_anchor: anchor === undefined ? undefined : { name: anchor } })
    return known === undefined || answers({ region, ...known })
  })
}

/** Returns why the commit's message is shown beside a note that was read before. */
export function cachedMessageReason(note: AnnotatedCommit, target: TargetFile): MessageReason | undefined {
  return target.facts.peek<KeptNote>(factOf(note))?.fact?.messageReason
}

/** Caches which regions of notes belong to a file, and why the messages of their commits are shown beside the notes. */
export function rememberNotes(
  notes: readonly AnnotatedCommit[],
  {
    messageReasons,
    regions,
  }: Pick<RegionsOfNotes, 'messageReasons'> & { readonly regions: readonly PlaceableRegion[] },
  target: TargetFile,
  placing: PlacingContext,
): void {
  const kept = new Map<string, KeptRegion[]>(notes.map(({ commit }) => [commit, []]))
  for (const region of regions) {
    const { ast_anchor: anchor, file } = region.region
    const key = regionKey(region, target, placing)
    kept.get(region.commit)?.push({ key, ...omitUndefined({ file, anchor: anchor?.name }) })
  }
  for (const note of notes) {
    const fact: KeptNote = {
      ...omitUndefined({ messageReason: messageReasons.get(note.commit) }),
      regions: kept.get(note.commit) ?? [],
    }
    target.facts.keep(factOf(note), fact)
  }
}

function factOf({ blobs, commit }: AnnotatedCommit): string {
  return `note ${[commit, ...blobs].join(' ')}`
}
