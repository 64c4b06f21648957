import {
  correctionDocument,
  isSameBytes,
  mergeCorrections,
  ok,
  omitUndefined,
  parseTimestamp,
  readCorrections,
  safeTry,
  type CommitId,
  type Correction,
  type ResultAsync,
} from '@chronicle/schema'
import { isEdit, targetsWholeAnnotation, targets } from '../corrections/correction-entry.ts'
import { targetOf } from '../corrections/select-regions.ts'
import type { CallOptions } from '../contracts/call-options.ts'
import type { GitBackend, GitError, NotesListing } from '../contracts/git-backend.ts'
import type { MovedRegion } from './carry-annotations.ts'
import { readNoteBytes } from '../notes/read-note-bytes.ts'
import type { Rewrite } from './rewrite.ts'
import { createUnscrubbedTest } from './scrubbed-texts.ts'

/** The result of carrying line-based notes, such as corrections and acknowledgements, to the new commits. */
export interface LinesPlan {
  /** Number of lines that each new commit has from its sources, whether or not it had them before. */
  readonly lines: ReadonlyMap<CommitId, number>
  readonly sources: ReadonlyMap<CommitId, readonly CommitId[]>
  readonly notes: ReadonlyMap<CommitId, Uint8Array>
}

/** Returns a line of a source in the forms it has on the new commit; `undefined` when it belongs to another commit. */
export type CarryLine = (line: string, from: CommitId, rewrite: Rewrite) => string | readonly string[] | undefined

/**
 * Merges the lines of the sources with those of the new commits. Lines that cannot be parsed are carried too; lines
 * from which something was scrubbed on the new commit are not.
 * `trailerLines` are lines from the trailers of sources, which are in no note.
 */
export function planLines(
  layers: readonly (readonly Rewrite[])[],
  listing: NotesListing,
  {
    carryLine,
    trailerLines,
  }: { readonly carryLine: CarryLine; readonly trailerLines: ReadonlyMap<CommitId, readonly string[]> },
  git: GitBackend,
  call: CallOptions,
): ResultAsync<LinesPlan, GitError> {
  return safeTry(async function* () {
    const involved = [...new Set(layers.flat().flatMap(({ from, to }) => [...from, to]))]
    const read = yield* readNoteBytes(involved, listing, git, call)
    const now = new Map([...read].map(([commit, all]) => [commit, all.reduce(mergeCorrections)]))
    const lines = new Map<CommitId, number>()
    const sources = new Map<CommitId, readonly CommitId[]>()
    const notes = new Map<CommitId, Uint8Array>()
    for (const rewrite of layers.flat()) {
      const { from, to } = rewrite
      const noted = from.filter((commit) => now.has(commit) || trailerLines.has(commit))
      const isUnscrubbed = createUnscrubbedTest(linesOf(now.get(to)))
      const carried = noted
        .flatMap((commit) => [
          ...linesOf(now.get(commit)).flatMap((line) => carryLine(line, commit, rewrite) ?? []),
          ...(trailerLines.get(commit) ?? []),
        ])
        .filter((line) => !isUnscrubbed(line))
      if (carried.length === 0) continue
      const before = now.get(to) ?? new Uint8Array()
      const after = mergeCorrections(before, new TextEncoder().encode(carried.join('\n')))
      lines.set(to, new Set(carried).size)
      sources.set(to, noted)
      if (isSameBytes(after, mergeCorrections(before, new Uint8Array()))) continue
      now.set(to, after)
      notes.set(to, after)
    }
    return ok({ lines, sources, notes })
  })
}

/** Returns the lines of a note without empty ones. */
export function linesOf(bytes: Uint8Array | undefined): readonly string[] {
  return new TextDecoder('utf-8', { ignoreBOM: true })
    .decode(bytes)
    .split('\n')
    .filter((line) => line !== '')
}

/**
 * Whether a correction of a split commit belongs to a part: one with a region that it targets, or the last part when it
 * targets none.
 */
export function isOfPart(line: string, commit: CommitId, regions: readonly MovedRegion[], isLast: boolean): boolean {
  const correction = readCorrections(new TextEncoder().encode(line), { commit }).corrections[0]
  if (correction === undefined) return isLast
  if (targetsWholeAnnotation(correction)) return isLast || regions.length > 0
  return isLast || regions.some(({ before }) => targets(correction, before))
}

/**
 * Returns a correction as it applies to the new commit, where its regions may have another file or name. `joinedGroups`
 * is set when the new commit also has annotations from elsewhere. A correction of a whole annotation, or of everything
 * at a place, is then replaced by corrections of each of its own regions, and a retraction of the whole annotation also
 * removes these groups of places.
 */
export function correctionOnTarget(
  line: string,
  commit: CommitId,
  moved: readonly MovedRegion[],
  successorOf: (commit: string) => CommitId | undefined,
  joinedGroups?: readonly string[],
): string | readonly string[] {
  const correction = readCorrections(new TextEncoder().encode(line), { commit }).corrections[0]
  if (correction === undefined) return line
  const superseded = supersededNow(correction, successorOf)
  if (joinedGroups !== undefined && correction.intent === undefined && !isEdit(correction)) {
    const own = aimedAtOwn({ ...correction, ...superseded }, moved, joinedGroups)
    if (own.length > 0 || targetsWholeAnnotation(correction))
      return own.map((each) => JSON.stringify(correctionDocument(each)))
  }
  const changes = { ...namesNow(correction, moved), ...superseded }
  const same = Object.entries(changes).every(([key, value]) => correction[key as keyof Correction] === value)
  return same ? line : JSON.stringify(correctionDocument({ ...correction, ...changes }))
}

function aimedAtOwn(
  correction: Correction,
  moved: readonly MovedRegion[],
  groups: readonly string[],
): readonly Correction[] {
  const { file: _, anchor: __, ...rest } = correction
  const time = parseTimestamp(correction.timestamp) ?? Infinity
  // A correction of a whole annotation does not reach what was stated after it.
  const isLater = ({ statedTime = -Infinity }: MovedRegion): boolean =>
    targetsWholeAnnotation(correction) && statedTime > time
  const aimed = moved
    .filter((each) => targets(correction, each.before) && !isLater(each))
    .map(({ after }): Correction => ({ ...rest, ...targetOf(after) }))
  if (correction.correction_type !== 'retract' || !targetsWholeAnnotation(correction)) return aimed
  const { reason, author, timestamp } = correction
  const withoutGroups = groups.map((group): Correction => ({
    ...{ correction_type: 'remove', field: 'cross_cutting', target_value: group },
    ...{ reason, author, timestamp },
  }))
  return [...aimed, ...withoutGroups]
}

function namesNow(correction: Correction, moved: readonly MovedRegion[]): Partial<Correction> {
  const meant = moved.filter(({ before }) => targets(correction, before))
  const files = new Set(meant.map(({ after }) => after.file))
  const names = new Set(meant.map(({ after }) => after.ast_anchor?.name))
  const [file] = files.size === 1 ? files : []
  const [name] = names.size === 1 ? names : []
  const renamed = meant.some(({ before, after }) => before.ast_anchor?.name !== after.ast_anchor?.name)
  return {
    ...(correction.file !== undefined && file !== undefined && { file }),
    ...(correction.anchor !== undefined && name !== undefined && renamed && { anchor: name }),
  }
}

function supersededNow(
  { superseded_by: by }: Correction,
  successorOf: (commit: string) => CommitId | undefined,
): Partial<Correction> {
  const successor = by === undefined ? undefined : successorOf(by)
  return omitUndefined({ superseded_by: successor })
}
