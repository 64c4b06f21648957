import type { RecordedNote, RecordFinder } from '@chronicle/context'
import type { Queries } from '@chronicle/core'
import type { CallOptions, GitBackend, GitError, TreeState } from '@chronicle/core/contracts'
import { passagesOf } from '@chronicle/core/text'
import {
  err,
  ok,
  omitEmpty,
  omitUndefined,
  parseRepoPath,
  safeTry,
  type CodedError,
  type CommitId,
  type NotesRef,
  type ReadRegion,
  type RepoPath,
  type ResultAsync,
} from '@chronicle/schema'

/** Maximum number of regions to read, highest confidence first. */
const MAX_REGIONS = 60
/** Maximum number of uncommitted files, each of which needs its own query. */
const MAX_UNCOMMITTED = 10

/** Statements that bind a change come before those that explain the code. */
const KINDS: readonly RecordedNote['kind'][] = ['constraint', 'risk', 'rejected_alternative', 'intent']

/** The dependencies of the record finder. */
export interface RecordDependencies {
  readonly git: GitBackend
  readonly read: Queries['read']
  readonly notesRefs: readonly NotesRef[]
}

/**
 * Creates a finder of notes about files, with one query for all committed files. Makes no query if no notes ref exists.
 */
export function createRecordFinder({ git, read, notesRefs }: RecordDependencies): RecordFinder {
  const hasNotes = async (call: CallOptions): Promise<boolean> => {
    const tips = await Promise.all(notesRefs.map((ref) => git.notesTip(ref, call)))
    // If a ref cannot be read, the query reports it.
    return tips.some((tip) => tip.isErr() || tip.value !== undefined)
  }
  /** Splits the files into committed ones and others. Omits invalid names. */
  const partitionByCommitted = (
    files: readonly RepoPath[],
    state: TreeState,
    call: CallOptions,
  ): ResultAsync<readonly [committed: readonly RepoPath[], others: readonly RepoPath[]], GitError> =>
    safeTry(async function* () {
      const named = files.filter((path) => parseRepoPath(path).unwrapOr(undefined) === path)
      if (typeof state === 'object' || named.length === 0) return ok([named, []])
      const commit = yield* git.resolve('HEAD', call)
      if (commit === undefined) return ok([[], []])
      const committed = new Set(yield* git.listFiles({ commit }, undefined, call))
      return ok([named.filter((path) => committed.has(path)), named.filter((path) => !committed.has(path))])
    })
  const find = (
    files: readonly RepoPath[],
    state: TreeState,
    { onProgress: _, ...call }: CallOptions,
  ): ResultAsync<readonly RecordedNote[], CodedError> =>
    safeTry(async function* () {
      if (files.length === 0 || !(await hasNotes(call))) return ok([])
      const at = typeof state === 'object' ? state.commit : state
      const ask = (asked: readonly RepoPath[]): ResultAsync<readonly ReadRegion[], CodedError> =>
        read({ files: asked, at, depth: 0, maxRegions: MAX_REGIONS, sources: ['notes'] }, call).map(
          ({ regions }) => regions,
        )
      const [committed, others] = yield* partitionByCommitted(files, state, call)
      const regions = committed.length === 0 ? [] : [...(yield* ask(committed))]
      // A new file fails, and a renamed file gets the answer for its new name.
      for (const path of others.slice(0, MAX_UNCOMMITTED))
        regions.push(...(yield* ask([path]).orElse((error) => (error.code === 'file_not_found' ? ok([]) : err(error)))))
      return ok(recordsOf(regions, files))
    })
  return { find: (files, state, call) => find(files, state, call) }
}

interface RegionStatement {
  readonly region: ReadRegion
  readonly note: RecordedNote
}

/**
 * Returns the statements of the regions, each text of a file once: flagged ones last, the author's before inferred
 * ones, then those about the files that the task needs most.
 */
function recordsOf(regions: readonly ReadRegion[], files: readonly RepoPath[]): readonly RecordedNote[] {
  const places = new Map<string, number>(files.map((path, place) => [path, place]))
  const order = ({ region, note }: RegionStatement): readonly number[] => [
    note.flagged === true ? 1 : 0,
    region.context_level === 'enhanced' ? 0 : 1,
    places.get(note.path) ?? (note.path.endsWith('/') ? files.length : -1),
    KINDS.indexOf(note.kind),
    -region.confidence,
  ]
  const statements = regions.flatMap((region) => statementsOf(region).map((note) => ({ region, note })))
  const sorted = statements.map((one) => ({ note: one.note, keys: order(one) })).sort((a, b) => byKeys(a.keys, b.keys))
  const once = new Map(sorted.toReversed().map(({ note }) => [`${note.path}\n${note.text}`, note]))
  return sorted.flatMap(({ note }) => (once.get(`${note.path}\n${note.text}`) === note ? [note] : []))
}

function byKeys(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((key, place) => key !== b[place])
  return at < 0 ? 0 : (a[at] ?? 0) - (b[at] ?? 0)
}

function statementsOf(region: ReadRegion): readonly RecordedNote[] {
  const { about, ast_anchor: recorded, current_anchor: renamed, comment, context_level: level, file } = region
  // The comment is in the packed code already.
  if (comment === 'stands') return []
  const isRule = about === 'folder' || about === 'repository'
  const anchor = isRule ? undefined : (renamed ?? recorded?.name)
  const place = {
    path: (isRule ? (region.recorded_file ?? file) : file) as RepoPath,
    ...omitUndefined({ anchor }),
    commit: region.commit as CommitId,
  }
  const isFlagged = (region.corrections ?? []).some(
    ({ correction_type: type }) => type === 'flag' || type === 'supersede',
  )
  const trust = { confidence: region.confidence, ...omitEmpty({ flagged: isFlagged }) }
  const statement = (kind: RecordedNote['kind'], text: string): RecordedNote => ({ ...place, kind, text, ...trust })
  return [
    ...region.constraints.map(({ text }) => statement('constraint', text)),
    ...passagesOf(region.risk_notes).map((text) => statement('risk', text)),
    ...(region.rejected_alternatives ?? []).map(({ approach, reason }) =>
      statement('rejected_alternative', `${approach}: ${reason}`),
    ),
    // An inferred intent is usually the subject of a commit, which says little about the code around it.
    ...(level === 'enhanced' && region.intent.trim() !== '' ? [statement('intent', region.intent)] : []),
  ]
}
