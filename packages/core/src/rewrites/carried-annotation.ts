import {
  canonicalAnnotation,
  groupBy,
  isSameBytes,
  mergeAll,
  omitUndefined,
  splitPassages,
  writeNote,
  type Annotation,
  type CommitId,
  type Evidence,
  type Region,
  type RelatedAnnotation,
} from '@chronicle/schema'
import { validateAnnotation } from '@chronicle/schema/validate'
import type { Commit } from '../contracts/git-backend.ts'
import { joinedWords } from '../text/comments/locate-quote.ts'
import type { Rewrite } from './rewrite.ts'
import { subjectOf } from '../text/subject-of.ts'

/** The annotation of one source, with those of its regions that are new, at their places in the new commit. */
export interface CarriedSource {
  readonly commit: CommitId
  readonly annotation: Annotation
  readonly regions: readonly Region[]
}

/** Returns the successor of a commit; `undefined` when none is known. Accepts abbreviated ids. */
export type SuccessorOf = (commit: string) => CommitId | undefined

/**
 * Returns the annotation of a commit with the regions of its sources, without duplicates. `as_it_is`: the commit
 * differs from its source in nothing that an annotation mentions.
 */
export function carriedAnnotation(
  { from, to, operation }: Pick<Rewrite, 'from' | 'to'> & { readonly operation: Rewrite['operation'] | 'as_it_is' },
  sources: readonly CarriedSource[],
  existing: Annotation | undefined,
  successorOf: SuccessorOf,
  commits: ReadonlyMap<CommitId, Pick<Commit, 'message'>>,
): Annotation | undefined {
  const message = commits.get(to)?.message
  const before = new Set<string>(existing?.provenance.derived_from)
  // A summary that was carried before by a copy or a squash is there in its own words, one of an amend is the subject.
  const summaries = new Set(splitPassages(existing?.summary ?? ''))
  const carried = sources.map(({ annotation, commit, regions }): Annotation => {
    if (operation === 'as_it_is') return { ...annotation, commit: to, regions }
    const { provenance } = annotation
    return {
      ...annotation,
      commit: to,
      summary:
        (operation === 'amend' || before.has(commit)) && !summaries.has(annotation.summary)
          ? summaryNow(annotation.summary, commits.get(commit)?.message, message)
          : annotation.summary,
      regions: regions.map((region) => withSource(withSuccessorLinks(region, successorOf), commit, message)),
      provenance: {
        ...provenance,
        ...(operation !== 'copy' && { operation: mergedOperation(provenance.operation, operation) }),
        derived_from: [...new Set([...provenance.derived_from, ...from])].sort(),
        original_annotations_preserved: true,
      },
    }
  })
  const [first, ...others] = existing === undefined ? carried : [existing, ...carried]
  if (first === undefined) return undefined
  const { provenance: merged, ...rest } = mergeAll([first, ...others])
  const { scrubbed: _, ...provenance } = merged
  // Of several sources, only one may have been scrubbed: the others can still have something new.
  const scrubbed = existing === undefined && from.length > 1 ? undefined : first.provenance.scrubbed
  // A source may have been derived from this commit itself, as when two commits were copied to each other.
  const derived_from = provenance.derived_from.filter((id) => id !== to)
  return { ...rest, commit: to, provenance: { ...provenance, derived_from, ...omitUndefined({ scrubbed }) } }
}

/** A summary that was the subject of the source is the subject of the new commit. */
function summaryNow(summary: string, before: string | undefined, after: string | undefined): string {
  if (before === undefined || after === undefined || summary !== subjectOf(before)) return summary
  return subjectOf(after) === '' ? summary : subjectOf(after)
}

/** Whether a region quotes a message that a commit with this one does not have. */
export function quotesOtherMessage({ evidence }: Region, message: string): boolean {
  return evidence.some((cited) => isElsewhere(cited, message))
}

function isElsewhere({ commit, kind, quote }: Evidence, message: string): boolean {
  if (kind !== 'commit_message' || commit !== undefined || quote === undefined) return false
  return !joinedWords(message).includes(joinedWords(quote))
}

/** Names the source in citations of its message that the message of the new commit does not have. */
function withSource(region: Region, source: CommitId, message: string | undefined): Region {
  if (message === undefined || !quotesOtherMessage(region, message)) return region
  const evidence = region.evidence.map((cited) => (isElsewhere(cited, message) ? { ...cited, commit: source } : cited))
  return { ...region, evidence }
}

/** An amended squash remains a squash. */
function mergedOperation(
  before: Annotation['provenance']['operation'],
  now: 'amend' | 'squash',
): Annotation['provenance']['operation'] {
  return before === 'squash' ? before : now
}

/**
 * Returns the regions of a source that the new commit already has from it, as they are there, and those it lacks. A
 * region that was carried through another commit may have other lines or another name, so regions are matched by their
 * words.
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
    // When one of several regions with the same words is new, all are placed again: merging distinguishes them.
    if (there.length < own.length) missing.push(...own)
    else own.forEach((region, index) => known.push([region, there[index] ?? region]))
  }
  return { known, missing }
}

/** Replaces links to rewritten commits with links to their successors. */
function withSuccessorLinks(region: Region, successorOf: SuccessorOf): Region {
  const lead = (link: RelatedAnnotation): RelatedAnnotation => {
    const successor = successorOf(link.commit)
    return successor === undefined ? link : { ...link, commit: successor }
  }
  return region.related_annotations.length === 0
    ? region
    : { ...region, related_annotations: region.related_annotations.map(lead) }
}

/**
 * Returns the bytes to store; `unchanged` when there is nothing new, `invalid` when the annotation would not be valid.
 * That a copy has another origin, as from another copy of the same commit, is nothing new.
 */
export function changedNote(
  after: Annotation,
  existing: Annotation | undefined,
  isCopy = false,
): { readonly bytes: Uint8Array } | 'unchanged' | 'invalid' {
  if (existing !== undefined) {
    const { derived_from } = (isCopy ? existing : after).provenance
    const compared = { ...after, provenance: { ...after.provenance, derived_from } }
    if (isSameBytes(writeNote(compared), writeNote(canonicalAnnotation(existing)))) return 'unchanged'
  }
  return validateAnnotation(after).isErr() ? 'invalid' : { bytes: writeNote(after) }
}

/** Returns a note of any tool unchanged, except for the commit that it names. */
export function copiedNote(bytes: Uint8Array, from: CommitId, to: CommitId): Uint8Array {
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)
  const named = new RegExp(`("commit"\\s*:\\s*")${from}(")`, 'u')
  if (!named.test(text)) return bytes
  return new TextEncoder().encode(text.replace(named, `$1${to}$2`))
}
