import {
  isSameBytes,
  ok,
  omitUndefined,
  safeTry,
  type Annotation,
  type CommitId,
  type Region,
  type RepoPath,
  type ResultAsync,
} from '@chronicle/schema'
import type { CallOptions } from '../contracts/call-options.ts'
import type { Commit, GitBackend, GitError, NotesListing } from '../contracts/git-backend.ts'
import { timeStated } from '../corrections/correct-annotation.ts'
import { readNoteBytes } from '../notes/read-note-bytes.ts'
import type { ReadError } from '../read/read-error.ts'
import {
  carriedAnnotation,
  carriedBefore,
  changedNote,
  copiedNote,
  quotesOtherMessage,
  type CarriedSource,
  type SuccessorOf,
} from './carried-annotation.ts'
import type { ComparedFile, FileStates } from './file-states.ts'
import type { MovedFiles } from './moved-files.ts'
import type { OpenReAnchoring, ReAnchoring } from './re-anchor.ts'
import { readRecordedNote, type RecordedNote } from './recorded-notes.ts'
import type { LeftBehind, Rewrite } from './rewrite.ts'
import { findScrubbedNotes } from './scrubbed-notes.ts'
import { restoresScrubbed, restoresText } from './scrubbed-texts.ts'
import { assignParts, type SplitCommits } from './split-commits.ts'

/** A region as recorded on a source, and as placed in the new commit. */
export interface MovedRegion {
  readonly before: Region
  readonly after: Region
  /** When somebody stated it. Absent if it was inferred. */
  readonly statedTime?: number
}

/** The effect of one rewrite on annotations. */
export interface CarriedAnnotations {
  readonly rewrite: Rewrite
  /** Sources that have a note. */
  readonly noted: readonly CommitId[]
  readonly moved: ReadonlyMap<CommitId, readonly MovedRegion[]>
  /**
   * Set when the new commit also has annotations from elsewhere: for each source, the descriptions of its groups of
   * places that no other annotation has.
   */
  readonly joined?: ReadonlyMap<CommitId, readonly string[]>
  /** Regions whose code is not in the new commit, with their commits. */
  readonly gone: readonly { readonly commit: CommitId; readonly region: Region }[]
  readonly written: boolean
  /** Sources that may have something that was scrubbed from another source of the new commit. */
  readonly keptOut: readonly CommitId[]
}

export interface AnnotationsPlan {
  readonly carried: readonly CarriedAnnotations[]
  readonly left: readonly LeftBehind[]
  readonly notes: ReadonlyMap<CommitId, Uint8Array>
  /** New commits whose annotations regions were scrubbed from before: nothing about these regions may come back. */
  readonly scrubbed: ReadonlySet<CommitId>
}

/** Dependencies of carrying annotations. */
export interface AnnotationCarryDependencies {
  readonly git: GitBackend
  readonly openReAnchoring: OpenReAnchoring
  readonly commits: ReadonlyMap<CommitId, Commit>
  readonly successorOf: SuccessorOf
  readonly files: MovedFiles
  readonly states: FileStates
  readonly splits: SplitCommits
  readonly call: CallOptions
}

/** Number of rewrites whose files are read at the same time. */
const AT_ONCE = 64

/** Computes the notes of the new commits from the current state of the ref. */
export function planAnnotations(
  layers: readonly (readonly Rewrite[])[],
  listing: NotesListing,
  seams: AnnotationCarryDependencies,
): ResultAsync<AnnotationsPlan, ReadError> {
  return safeTry(async function* () {
    const involved = new Set(layers.flat().flatMap(({ from, to }) => [...from, to]))
    const bytes = new Map(yield* readNoteBytes([...involved], listing, seams.git, seams.call))
    const state = new Map<CommitId, RecordedNote>()
    const noteOf = (commit: CommitId): RecordedNote | undefined => {
      const all = bytes.get(commit)
      if (!state.has(commit) && all !== undefined) state.set(commit, readRecordedNote(commit, all))
      return state.get(commit)
    }
    const targets = layers.flat().map(({ to }) => to)
    const origins = new Set(targets.flatMap((to) => originsOf(noteOf(to))).filter((id) => !involved.has(id)))
    for (const [id, all] of yield* readNoteBytes([...origins], listing, seams.git, seams.call)) bytes.set(id, all)
    const scrubbedNotes = yield* findScrubbedNotes(listing, seams.git, seams.call)
    for (const [id, all] of scrubbedNotes.bytes) bytes.set(id, all)
    const scrubbed = new Set(targets.filter((to) => noteOf(to)?.annotation?.provenance.scrubbed === true))
    const carried: CarriedAnnotations[] = []
    const left: LeftBehind[] = []
    const notes = new Map<CommitId, Uint8Array>()
    for (const layer of layers) {
      const readAhead = (from: number): ResultAsync<void, GitError> =>
        seams.states.readAhead(comparedFiles(layer.slice(from, from + AT_ONCE), noteOf), seams.call)
      let next = readAhead(0)
      for (let from = 0; from < layer.length; from += AT_ONCE) {
        yield* await next
        next = readAhead(from + AT_ONCE)
        const all = await Promise.all(
          layer
            .slice(from, from + AT_ONCE)
            .map((rewrite) =>
              carryRewrite(rewrite, scrubbedNotes.besides(seams.commits.get(rewrite.to)), noteOf, seams),
            ),
        )
        for (const one of all) {
          const { note, bytes: after, left: leftHere, ...rest } = yield* one
          carried.push(rest)
          left.push(...leftHere)
          if (after === undefined) continue
          notes.set(rest.rewrite.to, after)
          state.set(rest.rewrite.to, note ?? readRecordedNote(rest.rewrite.to, [after]))
        }
      }
    }
    return ok({ carried, left, notes, scrubbed })
  })
}

/** Returns the files in which regions of the next rewrites will be placed. */
function comparedFiles(
  rewrites: readonly Rewrite[],
  noteOf: (commit: CommitId) => RecordedNote | undefined,
): readonly ComparedFile[] {
  return rewrites.flatMap(({ from, to }) =>
    from.flatMap((before) =>
      (noteOf(before)?.annotation?.regions ?? []).flatMap(({ file }) =>
        file === undefined ? [] : [{ path: file as RepoPath, before, after: to }],
      ),
    ),
  )
}

interface CarriedRewrite extends CarriedAnnotations {
  readonly left: readonly LeftBehind[]
  /** Absent when there is nothing new. */
  readonly bytes?: Uint8Array
  readonly note?: RecordedNote
}

function carryRewrite(
  rewrite: Rewrite,
  /** Scrubbed commits that the new one may have replaced. */
  scrubbed: readonly CommitId[],
  noteOf: (commit: CommitId) => RecordedNote | undefined,
  seams: AnnotationCarryDependencies,
): ResultAsync<CarriedRewrite, ReadError> {
  return safeTry(async function* () {
    const { from, to } = rewrite
    const noted = from.filter((commit) => noteOf(commit) !== undefined)
    const origins = new Set([...from, ...originsOf(noteOf(to)), ...scrubbed])
    const keptOut = noted.filter((commit) => mayHaveScrubbed(commit, [...origins], noteOf))
    const annotatedSources = noted.filter((commit) => !keptOut.includes(commit))
    const nothing: CarriedRewrite = {
      rewrite,
      noted,
      moved: new Map(),
      gone: [],
      keptOut,
      written: false,
      left: keptOut.map((commit) => ({ commit, to, reason: 'scrubbed' })),
    }
    if (annotatedSources.length === 0) return ok(nothing)
    if (!seams.commits.has(to)) {
      return ok({ ...nothing, left: noted.map((commit) => ({ commit, to, reason: 'target_missing' })) })
    }
    const there = noteOf(to)
    // A note that was copied through another commit is already there, from that commit.
    const derivedThere = new Set<string>(there?.annotation?.provenance.derived_from)
    const own = from.filter((commit) => !isCopyOfOther(commit, annotatedSources, derivedThere, noteOf))
    const asItIs =
      isMessageOnly(rewrite, seams.commits) && !quotesOldMessage(rewrite, annotatedSources, noteOf, seams.commits)
    if (asItIs && there === undefined) return ok(copyNote(rewrite, annotatedSources, noteOf))
    const left: LeftBehind[] = [...nothing.left]
    const gone: CarriedRewrite['gone'][number][] = []
    const moved = new Map<CommitId, readonly MovedRegion[]>()
    const sources: CarriedSource[] = []
    let carriedCount = 0
    const reAnchoring = seams.openReAnchoring(to, seams.call)
    for (const commit of annotatedSources) {
      const note = noteOf(commit)
      if (isCopyOf(there, note, commit, to) || !own.includes(commit)) continue
      if (note?.annotation === undefined || (there !== undefined && there.annotation === undefined)) {
        if ((seams.splits.get(commit)?.at(-1) ?? to) !== to) continue
        if (annotatedSources.length === 1 && there === undefined) return ok(copyNote(rewrite, annotatedSources, noteOf))
        left.push({ commit, to, reason: 'unreadable' })
        continue
      }
      const part = yield* partOf(note.annotation, commit, rewrite, seams)
      if (part === undefined) continue
      const { known, missing } = carriedBefore(part.regions, commit, there?.annotation)
      const placed = yield* placeAll(missing, commit, rewrite, reAnchoring, seams)
      carriedCount += known.length
      const carried = [...known.map(([before, after]) => ({ before, after })), ...placed.moved]
      moved.set(commit, withStatedTimes(carried, note.annotation))
      left.push(...placed.gone.map((region) => goneCode(region, commit, to)))
      gone.push(...placed.gone.map((region) => ({ commit, region })))
      const regions = placed.moved.map(({ after }) => after)
      sources.push({ commit, annotation: part, regions })
    }
    if (sources.length === 0) return ok({ ...nothing, left })
    const operation = asItIs ? 'as_it_is' : operationOf(rewrite, noteOf)
    const hasOthers = sources.length > 1 || (there?.annotation?.regions.length ?? 0) > carriedCount
    const joined = hasOthers ? ownGroups(sources, there?.annotation) : undefined
    // A note that was copied unchanged does not name the commit it was copied from, and needs not.
    const named = own.filter((commit) => !isCopyOf(there, noteOf(commit), commit, to))
    const after = carriedAnnotation(
      { from: named, to, operation },
      sources,
      there?.annotation,
      seams.successorOf,
      seams.commits,
    )
    if (after === undefined) return ok({ ...nothing, left })
    const changed = changedNote(after, there?.annotation, operation === 'copy')
    if (changed === 'unchanged') return ok({ ...nothing, moved, ...omitUndefined({ joined }), gone, left })
    if (restoresScrubbed(after, there?.annotation))
      return ok({ ...nothing, left: sources.map(({ commit }) => ({ commit, to, reason: 'scrubbed' })) })
    if (changed === 'invalid') {
      // A note of another tool that lacks fields required by ours is copied unchanged, or stays.
      if (annotatedSources.length === 1 && there === undefined)
        return ok({ ...copyNote(rewrite, annotatedSources, noteOf), left })
      return ok({
        ...nothing,
        left: [...left, ...annotatedSources.map((commit) => ({ commit, to, reason: 'unreadable' as const }))],
      })
    }
    const { bytes } = changed
    const made = { ...nothing, moved, ...omitUndefined({ joined }), gone, left }
    return ok({ ...made, written: true, bytes, note: { bytes, annotation: after } })
  })
}

/**
 * Whether a commit may have something that was scrubbed from another source of an annotation: one note was copied from
 * the other, and this one was not scrubbed.
 */
function mayHaveScrubbed(
  commit: CommitId,
  origins: readonly CommitId[],
  noteOf: (commit: CommitId) => RecordedNote | undefined,
): boolean {
  const own = noteOf(commit)?.annotation
  if (own === undefined || own.provenance.scrubbed === true) return false
  return origins.some((origin) => {
    const other = noteOf(origin)?.annotation
    if (origin === commit || other === undefined) return false
    // A copy keeps the operation of its source; an amended or squashed commit has what was left.
    const isSource = other.provenance.derived_from.includes(commit)
    const isCopy =
      own.provenance.derived_from.includes(origin) && own.provenance.operation === other.provenance.operation
    return (isSource || isCopy) && (other.provenance.scrubbed === true || restoresText(own, other))
  })
}

function originsOf(note: RecordedNote | undefined): readonly CommitId[] {
  return (note?.annotation?.provenance.derived_from ?? []) as readonly CommitId[]
}

/**
 * Returns the operation of a rewrite. If one source already has the annotations of the others, they are versions of one
 * commit amended several times, not a squash.
 */
function operationOf(
  { from, operation, to }: Rewrite,
  noteOf: (commit: CommitId) => RecordedNote | undefined,
): Rewrite['operation'] {
  if (operation !== 'squash') return operation
  const derived = new Set([to, ...from].flatMap((each) => noteOf(each)?.annotation?.provenance.derived_from ?? []))
  const own = from.filter((commit) => !derived.has(commit) && !isCopyOfOther(commit, from, derived, noteOf))
  return own.length > 1 ? operation : 'amend'
}

/** Whether another of the commits, whose annotation was already carried, has a byte-identical note. */
function isCopyOfOther(
  commit: CommitId,
  commits: readonly CommitId[],
  derived: ReadonlySet<string>,
  noteOf: (commit: CommitId) => RecordedNote | undefined,
): boolean {
  return commits.some(
    (other) => other !== commit && derived.has(other) && isCopyOf(noteOf(other), noteOf(commit), commit, other),
  )
}

/** Returns the descriptions of groups that only this source has among the joined annotations. */
function ownGroups(
  sources: readonly CarriedSource[],
  there: Annotation | undefined,
): ReadonlyMap<CommitId, readonly string[]> {
  const groupsOf = (annotation: Annotation | undefined): readonly string[] =>
    (annotation?.cross_cutting ?? []).map(({ description }) => description)
  return new Map(
    sources.map(({ commit, annotation }) => {
      const others = new Set(sources.flatMap((each) => (each.commit === commit ? [] : groupsOf(each.annotation))))
      // The existing annotation may have been carried from this very source.
      const isCarried = there?.provenance.derived_from.includes(commit) === true
      if (!isCarried) for (const group of groupsOf(there)) others.add(group)
      return [commit, groupsOf(annotation).filter((group) => !others.has(group))]
    }),
  )
}

/** Whether the new commit has an unchanged copy of a source's note. */
function isCopyOf(
  there: RecordedNote | undefined,
  note: RecordedNote | undefined,
  from: CommitId,
  to: CommitId,
): boolean {
  if (there?.bytes === undefined || note?.bytes === undefined) return false
  return isSameBytes(copiedNote(note.bytes, from, to), there.bytes)
}

/** Whether files and parents are the same, and only the message, the author or the time differs. */
function isMessageOnly({ from, to, operation }: Rewrite, commits: ReadonlyMap<CommitId, Commit>): boolean {
  const [only, ...others] = from
  const [before, after] = [only === undefined ? undefined : commits.get(only), commits.get(to)]
  if (before === undefined || after === undefined || others.length > 0 || operation === 'copy') return false
  return before.tree === after.tree && before.parents.join() === after.parents.join()
}

/** Whether the annotation cites a part of the message that the new commit does not have. */
function quotesOldMessage(
  { to }: Rewrite,
  sources: readonly CommitId[],
  noteOf: (commit: CommitId) => RecordedNote | undefined,
  commits: ReadonlyMap<CommitId, Commit>,
): boolean {
  const message = commits.get(to)?.message
  if (message === undefined) return false
  return sources.some((commit) =>
    noteOf(commit)?.annotation?.regions.some((region) => quotesOtherMessage(region, message)),
  )
}

function copyNote(
  rewrite: Rewrite,
  annotatedSources: readonly CommitId[],
  noteOf: (commit: CommitId) => RecordedNote | undefined,
): CarriedRewrite {
  const [commit] = annotatedSources
  const note = commit === undefined ? undefined : noteOf(commit)
  if (commit === undefined || note === undefined)
    return { rewrite, noted: annotatedSources, moved: new Map(), gone: [], keptOut: [], written: false, left: [] }
  const { to } = rewrite
  const { annotation } = note
  const same = (annotation?.regions ?? []).map((region) => ({ before: region, after: region }))
  const moved = new Map([[commit, annotation === undefined ? same : withStatedTimes(same, annotation)]])
  const carried = { rewrite, noted: annotatedSources, moved, gone: [], keptOut: [], left: [], written: true }
  if (note.bytes !== undefined) return { ...carried, bytes: copiedNote(note.bytes, commit, to) }
  const changed = annotation === undefined ? 'invalid' : changedNote({ ...annotation, commit: to }, undefined)
  return typeof changed === 'string'
    ? { ...carried, moved: new Map(), written: false, left: [{ commit, to, reason: 'unreadable' }] }
    : { ...carried, bytes: changed.bytes }
}

function withStatedTimes(moved: readonly MovedRegion[], annotation: Annotation): readonly MovedRegion[] {
  return moved.map((each) => ({ ...each, ...omitUndefined({ statedTime: timeStated(each.before, annotation) }) }))
}

interface PlacedRegions {
  readonly moved: readonly MovedRegion[]
  readonly gone: readonly Region[]
}

function placeAll(
  regions: readonly Region[],
  commit: CommitId,
  { to }: Rewrite,
  reAnchoring: ReAnchoring,
  { files, call }: AnnotationCarryDependencies,
): ResultAsync<PlacedRegions, ReadError> {
  return safeTry(async function* () {
    const moved: MovedRegion[] = []
    const gone: Region[] = []
    for (const before of regions) {
      const found = yield* files.place(before, commit, to, reAnchoring, call)
      moved.push({ before, after: found ?? before })
      if (found === undefined) gone.push(before)
    }
    return ok({ moved, gone })
  })
}

/**
 * Returns the part of an annotation that belongs to one part of a split commit. Groups of places that change together
 * go to the last part, and so does an annotation without regions. `undefined` when there is nothing for this part.
 */
function partOf(
  annotation: Annotation,
  commit: CommitId,
  { to }: Rewrite,
  seams: AnnotationCarryDependencies,
): ResultAsync<Annotation | undefined, ReadError> {
  return safeTry(async function* () {
    const parts = seams.splits.get(commit)
    if (parts?.includes(to) !== true) return ok(annotation)
    const assigned = yield* assignParts(annotation, commit, parts, seams)
    const isLast = to === parts.at(-1)
    const regions = annotation.regions.filter((_, position) => assigned[position] === to)
    const crossCutting = isLast ? annotation.cross_cutting : []
    const isEmpty = regions.length === 0 && crossCutting.length === 0
    if (isEmpty && (!isLast || annotation.regions.length > 0)) return ok(undefined)
    return ok({ ...annotation, regions, cross_cutting: crossCutting })
  })
}

function goneCode({ file, ast_anchor: anchor, intent }: Region, commit: CommitId, to: CommitId): LeftBehind {
  return {
    commit,
    to,
    reason: 'code_gone',
    ...omitUndefined({ file, anchor: anchor?.name }),
    intent,
  }
}
