import { err, ok, safeTry, type BlobId, type CommitId, type ResultAsync } from '@chronicle/schema'
import type { CallOptions } from '../contracts/call-options.ts'
import type { NotesTip } from '../contracts/git-backend.ts'
import { keepNoteLines, noteLines } from '../notes/note-lines.ts'
import { createUnscrubbedTest, restoresRegionText } from '../rewrites/scrubbed-texts.ts'
import { wordsKey } from '../scrub/same-words.ts'
import { compareTips } from './compare-tips.ts'
import type { FoundScrub } from './find-scrub.ts'
import { annotationIn, keepRegions } from './keep-scrubbed.ts'
import { mergeContents, unreadable } from './merge-contents.ts'
import { newNoteContent } from './new-note-content.ts'
import type { SharedRef } from './shared-refs.ts'
import type { ShareError, SharingGit } from './share-services.ts'

/** Scrubbed notes, those of the other side, and what the scrubbed side had seen of them before. */
export interface BesideScrub {
  readonly scrubbed: NotesTip
  readonly other: NotesTip
  readonly seen: FoundScrub['seen']
}

/**
 * Returns the notes to change in the scrubbed ones, so that they also have what only the other side has. What the
 * scrubbed side had seen and no longer has does not come back, nor do copies of it on other commits.
 */
export function newBesideScrub(
  shared: SharedRef,
  { scrubbed, other, seen: [before, ...alsoSeen] }: BesideScrub,
  git: SharingGit,
  call: CallOptions,
): ResultAsync<ReadonlyMap<CommitId, Uint8Array | undefined>, ShareError> {
  return safeTry(async function* () {
    const compared = yield* compareTips(git, { ours: other, theirs: scrubbed, bases: [before] }, call)
    const differing = [
      ...compared.onlyOurs.map((note) => ({ ...note, base: note.theirs })),
      ...compared.both.map((note) => ({ ...note, base: note.base ?? [] })),
    ]
    const others: ReadonlyMap<CommitId, readonly BlobId[]>[] = []
    for (const tip of alsoSeen) {
      const changes = yield* git.diffNotes(tip, other, call)
      others.push(new Map(changes.map((change) => [change.commit, change.before])))
    }
    const changed = differing.map((note) => {
      // A note that does not differ from a tip was in it.
      const seen = others.flatMap((old) => old.get(note.commit) ?? note.ours)
      return { ...note, base: [...new Set([...note.base, ...seen])] }
    })
    const replaced = [
      ...compared.onlyTheirs.map(({ commit, ours, theirs }) => ({ commit, from: ours, to: theirs })),
      ...changed.map(({ commit, base, theirs }) => ({ commit, from: base, to: theirs })),
    ]
    const ids = [...changed.flatMap(({ ours }) => ours), ...replaced.flatMap(({ from, to }) => [...from, ...to])]
    const blobs = yield* git.readBlobs([...new Set(ids)], call)
    const read = (all: readonly BlobId[]): readonly Uint8Array[] => all.flatMap((id) => blobs.get(id) ?? [])
    const removed = new Set(
      replaced.flatMap(({ commit, from, to }) => scrubbedWords(read(from), read(to), shared, commit)),
    )
    const notes = new Map<CommitId, Uint8Array | undefined>()
    for (const { commit, ours, theirs, base } of changed) {
      const lost = [...ours, ...theirs].find((id) => !blobs.has(id))
      if (lost !== undefined) return err(unreadable(commit, shared, lost))
      const join = (all: readonly BlobId[]): Uint8Array | undefined => mergeContents(read(all), shared, commit)
      const [old, now, here] = [join(base), join(ours), join(theirs)]
      const isUnchanged = theirs.join() === base.join()
      if (now === undefined) {
        // A removed note stays removed, unless the scrubbed side has changed it.
        if (isUnchanged) notes.set(commit, undefined)
        continue
      }
      const added = isUnchanged ? now : newNoteContent(old, now, { commit, holds: shared.holds })
      const kept = added && withoutWords(added, removed, shared, commit)
      if (kept === undefined) continue
      notes.set(commit, isUnchanged || here === undefined ? kept : mergeContents([kept, here], shared, commit))
    }
    return ok(notes)
  })
}

/**
 * Returns the words of what a scrub explains not to be there any more: regions that only lack the scrubbed part, or any
 * if regions were scrubbed; other notes as a whole. Lines that are no annotation are never edited, only taken out.
 */
function scrubbedWords(
  from: readonly Uint8Array[],
  to: readonly Uint8Array[],
  { holds }: SharedRef,
  commit: CommitId,
): readonly string[] {
  if (holds === 'lines') {
    const left = new Set(to.flatMap(noteLines))
    return from.flatMap(noteLines).filter((line) => !left.has(line))
  }
  const now = annotationIn(to, commit)
  const regions = now?.regions ?? []
  const left = new Set(regions.map(wordsKey))
  const isUnscrubbed = createUnscrubbedTest(to.map(textOf))
  return from.flatMap((bytes) => {
    const before = annotationIn([bytes], commit)
    if (before === undefined) return [textOf(bytes)].filter(isUnscrubbed)
    return before.regions
      .filter((region) => now?.provenance.scrubbed === true || restoresRegionText(region, regions))
      .map(wordsKey)
      .filter((words) => !left.has(words))
  })
}

function textOf(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes)
}

/** Returns a note without some words; the same bytes if it has none of them, `undefined` if it has nothing else. */
function withoutWords(
  bytes: Uint8Array,
  words: ReadonlySet<string>,
  { holds }: SharedRef,
  commit: CommitId,
): Uint8Array | undefined {
  const annotation = holds === 'annotations' ? annotationIn([bytes], commit) : undefined
  if (annotation === undefined) {
    if (holds === 'annotations') return words.has(textOf(bytes)) ? undefined : bytes
    return keepNoteLines(bytes, (line) => !words.has(line))
  }
  return keepRegions(bytes, annotation, (region) => !words.has(wordsKey(region)))
}
