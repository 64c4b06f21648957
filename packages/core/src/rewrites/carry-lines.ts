import {
  correctionDocument,
  isSameBytes,
  mergeCorrections,
  ok,
  omitUndefined,
  readCorrections,
  safeTry,
  type CommitId,
  type Correction,
  type ResultAsync,
} from '@chronicle/schema'
import { isEdit, isOfWhole, targets } from '../corrections/correction-entry.ts'
import { aimAt } from '../corrections/select-regions.ts'
import type { CallOptions } from '../contracts/call-options.ts'
import type { GitBackend, GitError, NotesListing } from '../contracts/git-backend.ts'
import type { MovedRegion } from './carry-annotations.ts'
import { readNoteBytes } from '../notes/read-note-bytes.ts'
import type { Rewrite } from './rewrite.ts'

/** What notes of lines, such as corrections and acknowledgements, come to on the new commits. */
export interface LinesPlan {
  /** Lines that each new commit has from its sources, by the new commit; whether or not it had them before. */
  readonly lines: ReadonlyMap<CommitId, number>
  readonly sources: ReadonlyMap<CommitId, readonly CommitId[]>
  readonly notes: ReadonlyMap<CommitId, Uint8Array>
}

/** Gives a line of a source in the forms that it has on the new commit; `undefined`: it belongs to another one. */
export type CarryLine = (line: string, from: CommitId, rewrite: Rewrite) => string | readonly string[] | undefined

/**
 * Unites the lines of the sources with those of the new commits. Lines that cannot be understood are carried, too.
 * `trailerLines`: lines from the trailers of sources, which stand in no note.
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
      const carried = noted.flatMap((commit) => [
        ...(now.has(commit) ? linesOf(now.get(commit)) : []).flatMap((line) => carryLine(line, commit, rewrite) ?? []),
        ...(trailerLines.get(commit) ?? []),
      ])
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

function linesOf(bytes: Uint8Array | undefined): readonly string[] {
  return new TextDecoder('utf-8', { ignoreBOM: true })
    .decode(bytes)
    .split('\n')
    .filter((line) => line !== '')
}

/** Whether a correction of a split commit goes to a part: one of whose regions it means, or the last if it names none. */
export function isOfPart(line: string, commit: CommitId, regions: readonly MovedRegion[], isLast: boolean): boolean {
  const correction = readCorrections(new TextEncoder().encode(line), { commit }).corrections[0]
  if (correction === undefined) return isLast
  if (isOfWhole(correction)) return isLast || regions.length > 0
  return isLast || regions.some(({ before }) => targets(correction, before))
}

/**
 * What a correction says on the new commit: the regions that it means may have another file or name there.
 * `joinedGroups`: set where the new commit has what other annotations say as well. What speaks of a whole annotation, or
 * of whatever is at a place, then speaks of each of its own regions, and one that withdraws it all takes out these
 * groups of places.
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
    if (own.length > 0 || isOfWhole(correction)) return own.map((each) => JSON.stringify(correctionDocument(each)))
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
  const aimed = moved
    .filter(({ before }) => targets(correction, before))
    .map(({ after }): Correction => ({ ...rest, ...aimAt(after) }))
  if (correction.correction_type !== 'retract' || !isOfWhole(correction)) return aimed
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
    ...(correction.file === undefined || file === undefined ? {} : { file }),
    ...(correction.anchor === undefined || name === undefined || !renamed ? {} : { anchor: name }),
  }
}

function supersededNow(
  { superseded_by: by }: Correction,
  successorOf: (commit: string) => CommitId | undefined,
): Partial<Correction> {
  const successor = by === undefined ? undefined : successorOf(by)
  return omitUndefined({ superseded_by: successor })
}
