import {
  canonicalAnnotation,
  groupBy,
  isSameBytes,
  mergeAll,
  writeNote,
  type Annotation,
  type CommitId,
  type Region,
  type RelatedAnnotation,
} from '@chronicle/schema'
import { validateAnnotation } from '@chronicle/schema/validate'
import type { Rewrite } from './rewrite.ts'

/** What is recorded on one source, with those of its regions that are new, where they are in the new commit. */
export interface CarriedSource {
  readonly commit: CommitId
  readonly annotation: Annotation
  readonly regions: readonly Region[]
}

/** Tells which commit took the place of another; `undefined`: none that is known. Takes abbreviated ids. */
export type SuccessorOf = (commit: string) => CommitId | undefined

/**
 * The annotation of a commit with what it has from its sources, each region once. `as_it_is`: the commit differs from its
 * source in nothing that an annotation speaks of.
 */
export function carriedAnnotation(
  { from, to, operation }: Pick<Rewrite, 'from' | 'to'> & { readonly operation: Rewrite['operation'] | 'as_it_is' },
  sources: readonly CarriedSource[],
  existing: Annotation | undefined,
  successorOf: SuccessorOf,
): Annotation | undefined {
  const carried = sources.map(({ annotation, regions }): Annotation => {
    if (operation === 'as_it_is') return { ...annotation, commit: to, regions }
    const { provenance } = annotation
    return {
      ...annotation,
      commit: to,
      regions: regions.map((region) => linked(region, successorOf)),
      provenance: {
        ...provenance,
        ...(operation === 'copy' ? {} : { operation: lessTrusted(provenance.operation, operation) }),
        derived_from: [...new Set([...provenance.derived_from, ...from])].sort(),
        original_annotations_preserved: true,
      },
    }
  })
  const [first, ...others] = existing === undefined ? carried : [existing, ...carried]
  return first && { ...mergeAll([first, ...others]), commit: to }
}

/** A squash that is amended is still one. */
function lessTrusted(
  before: Annotation['provenance']['operation'],
  now: 'amend' | 'squash',
): Annotation['provenance']['operation'] {
  return before === 'squash' ? before : now
}

/**
 * The regions of a source that the new commit has from it already, as they are there, and those that it has not. One that
 * was carried on the way through another commit may stand at other lines or under another name: its words tell.
 */
export function carriedBefore(
  regions: readonly Region[],
  source: CommitId,
  existing: Annotation | undefined,
): { readonly known: readonly (readonly [before: Region, after: Region])[]; readonly missing: readonly Region[] } {
  if (existing?.provenance.derived_from.includes(source) !== true) return { known: [], missing: regions }
  const byIntent = groupBy(existing.regions, ({ intent }) => intent)
  const known: (readonly [Region, Region])[] = []
  const missing: Region[] = []
  for (const intent of new Set(regions.map((each) => each.intent))) {
    const own = regions.filter((each) => each.intent === intent)
    const there = byIntent.get(intent) ?? []
    // Of several with the same words, of which one is new, all are placed again: merging tells them apart.
    if (there.length < own.length) missing.push(...own)
    else own.forEach((region, index) => known.push([region, there[index] ?? region]))
  }
  return { known, missing }
}

/** Links to commits that were rewritten as well lead to what took their place. */
function linked(region: Region, successorOf: SuccessorOf): Region {
  const lead = (link: RelatedAnnotation): RelatedAnnotation => {
    const successor = successorOf(link.commit)
    return successor === undefined ? link : { ...link, commit: successor }
  }
  return region.related_annotations.length === 0
    ? region
    : { ...region, related_annotations: region.related_annotations.map(lead) }
}

/** The bytes to store; `undefined`: there is nothing new, or it would be no valid annotation. */
export function changedNote(
  after: Annotation,
  existing: Annotation | undefined,
): { readonly bytes: Uint8Array } | 'unchanged' | 'invalid' {
  const bytes = writeNote(after)
  if (existing !== undefined && isSameBytes(bytes, writeNote(canonicalAnnotation(existing)))) return 'unchanged'
  return validateAnnotation(after).isErr() ? 'invalid' : { bytes }
}

/** A note of any tool as it is, but for the commit that it names. */
export function copiedNote(bytes: Uint8Array, from: CommitId, to: CommitId): Uint8Array {
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)
  const named = new RegExp(`("commit"\\s*:\\s*")${from}(")`, 'u')
  if (!named.test(text)) return bytes
  return new TextEncoder().encode(text.replace(named, `$1${to}$2`))
}
