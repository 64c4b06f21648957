import {
  err,
  ok,
  okAsync,
  omitEmpty,
  omitUndefined,
  Result,
  safeTry,
  SHOW_OUTPUT_SCHEMA,
  withoutUnknownKeys,
  type Annotation,
  type CommitId,
  type Diagnostic,
  type ResultAsync,
  type ShownCommit,
  type ShownNote,
  type ShownRegion,
  type ShowOutput,
} from '@chronicle/schema'
import { readAcknowledgementsOn } from '../../acknowledge/read-acknowledgements.ts'
import type { NoteRef } from '../../contracts/annotation-index.ts'
import type { CallOptions } from '../../contracts/call-options.ts'
import type { Commit } from '../../contracts/git-backend.ts'
import { nearestRevisions, unknownRevision } from '../../contracts/require-commit.ts'
import { correctAnnotation, type CorrectedRegion } from '../../corrections/correct-annotation.ts'
import { distinctDiagnostics } from '../../read/assemble-output.ts'
import { commitTime } from '../../contracts/commit-time.ts'
import type { QueryContext } from '../../read/query-context.ts'
import type { ReadError } from '../../read/read-error.ts'
import { openQuery, type OpenedQuery } from '../place-query.ts'
import { requireCount } from '../require-count.ts'
import { inHistory } from '../recorded/annotated-pages.ts'
import { findCurrentPlaces } from './find-current-places.ts'
import type { ShowQuery } from './show-query.ts'
import { shownRegion } from './shown-region.ts'

/** Shows everything recorded for one commit, with corrections applied, and what became of its code. */
export function findShow(query: ShowQuery, base: QueryContext, call: CallOptions): ResultAsync<ShowOutput, ReadError> {
  return safeTry(async function* () {
    const { revision = 'HEAD' } = query
    yield* requireCount(omitUndefined({ 'token budget': query.maxTokens }))
    const diagnostics: Diagnostic[] = []
    const opened = yield* openQuery(query.at, base, call, (diagnostic) => void diagnostics.push(diagnostic))
    const { context, queried } = opened
    const { commit: id, note } = yield* findCommit(revision, opened)
    const objects = yield* context.git.readCommits([id], call)
    const commit = objects.get(id)
    const reachable = yield* isInHistory(id, commit, opened)
    const read = yield* note === undefined ? ok(undefined) : await readNote(note, opened)
    const acknowledged = yield* readAcknowledgementsOn([id], { git: context.git, notesRefs: context.notesRefs, call })
    for (const diagnostic of acknowledged.diagnostics) diagnostics.push(diagnostic)
    const { annotation, corrections = 0, regions: corrected = [] } = read ?? {}
    const places = yield* findCurrentPlaces(id, commit, corrected, opened)
    const regions: readonly ShownRegion[] =
      annotation === undefined
        ? []
        : corrected.map((each, position) => shownRegion(each, annotation, commit, places[position]))
    return ok({
      $schema: SHOW_OUTPUT_SCHEMA,
      query: { revision, at: queried.at, at_commit: queried.head },
      commit: shownCommit(id, commit, reachable),
      ...omitUndefined({ note: annotation && shownNote(annotation) }),
      regions,
      cross_cutting: (annotation?.cross_cutting ?? []).map(withoutUnknownKeys),
      ...omitEmpty({
        acknowledged: acknowledged.given.map(({ author, finding, reason, where }) => ({
          ...{ finding, reason, author },
          where: where === 'trailer' ? ('trailer' as const) : ('note' as const),
        })),
      }),
      stats: {
        regions: regions.length,
        retracted: regions.filter(({ retracted }) => retracted === true).length,
        gone: regions.filter(({ now }) => now?.freshness === 'orphaned').length,
        corrections,
      },
      diagnostics: distinctDiagnostics(diagnostics),
      trimmed: null,
    })
  })
}

interface FoundCommit {
  readonly commit: CommitId
  readonly note?: NoteRef
}

/** Resolves the commit. A commit that is no longer in the repository is found by its annotation. */
function findCommit(revision: string, { context, view }: OpenedQuery): ResultAsync<FoundCommit, ReadError> {
  return safeTry(async function* () {
    const resolved = yield* context.git.resolve(revision, context.call)
    const asked = resolved ?? revision
    const notes = yield* view.find([asked], context.call)
    const note = notes.get(asked)
    const commit = resolved ?? note?.commit
    if (commit === undefined) {
      const advice =
        'Give a branch, a tag or a commit id; ' +
        'of a commit that is gone, four digits or more of its id that no other annotated commit has.'
      const nearest = await nearestRevisions(context.git, revision, context.call)
      return err(unknownRevision(revision, advice, nearest))
    }
    return ok({ commit, ...omitUndefined({ note }) })
  })
}

function isInHistory(id: CommitId, commit: Commit | undefined, opened: OpenedQuery): ResultAsync<boolean, ReadError> {
  if (commit === undefined) return okAsync(false)
  return inHistory([{ commit: id, blobs: [], committedAt: commit.committer.time }], opened).map(
    (commits) => commits.length > 0,
  )
}

interface ReadAnnotation {
  readonly annotation: Annotation | undefined
  readonly regions: readonly CorrectedRegion[]
  readonly corrections: number
}

function readNote(note: NoteRef, { context }: OpenedQuery): ResultAsync<ReadAnnotation, ReadError> {
  return safeTry(async function* () {
    const { call, correctionFactors, corrections: readCorrections, notes: readNotes, report } = context
    const [notes, against] = yield* Result.combine(
      await Promise.all([readNotes([note], call), readCorrections([note.commit], call)]),
    )
    const fetched = notes.get(note.commit)
    const storedCorrections = against.get(note.commit)
    for (const diagnostic of [...(fetched?.diagnostics ?? []), ...(storedCorrections?.diagnostics ?? [])])
      report(diagnostic)
    const corrections = storedCorrections?.corrections ?? []
    if (fetched?.annotation === undefined)
      return ok({ annotation: undefined, regions: [], corrections: corrections.length })
    const inNote = fetched.annotation.regions.reduce((sum, region) => sum + region.corrections.length, 0)
    const { annotation, regions } = correctAnnotation(fetched.annotation, corrections, correctionFactors)
    return ok({ annotation, regions, corrections: corrections.length + inNote })
  })
}

function shownCommit(id: CommitId, commit: Commit | undefined, reachable: boolean): ShownCommit {
  if (commit === undefined) return { commit: id, reachable }
  const { author, committer, message } = commit
  const timestamp = commitTime(committer.time)
  const [subject = ''] = message.trimStart().split('\n')
  return {
    commit: id,
    ...omitUndefined({ timestamp }),
    author: `${author.name} <${author.email}>`,
    subject,
    reachable,
  }
}

function shownNote({ context_level, provenance, read_from, summary, task, timestamp }: Annotation): ShownNote {
  const { derived_from: from, operation, recorded } = provenance
  return {
    ...{ timestamp, context_level, summary },
    ...omitUndefined({ task }),
    ...omitUndefined({ recorded: recorded && recordingOf(recorded) }),
    operation,
    ...omitEmpty({ derived_from: from }),
    read_from,
  }
}

function recordingOf({
  at,
  by,
  with: tool,
}: NonNullable<Annotation['provenance']['recorded']>): NonNullable<ShownNote['recorded']> {
  return { ...omitUndefined({ by }), at, ...omitUndefined({ with: tool }) }
}
