import {
  acknowledgementsRef,
  correctionsRef,
  ok,
  omitUndefined,
  Result,
  safeTry,
  STATUS_OUTPUT_SCHEMA,
  type CommitId,
  type Diagnostic,
  type FolderCoverage,
  type NotesRef,
  type ResultAsync,
  type StatusCoverage,
  type StatusOutput,
  type StatusRef,
} from '@chronicle/schema'
import type { AnnotatedCommit } from '../../contracts/annotation-index.ts'
import type { CallOptions } from '../../contracts/call-options.ts'
import type { Commit, GitError } from '../../contracts/git-backend.ts'
import { visitAncestors, visitLog } from '../../contracts/list-log.ts'
import { isRepositoryNote } from '../../notes/knowledge-commits.ts'
import { isFolderPlace } from '../../place/folder-places.ts'
import { distinctDiagnostics } from '../../read/assemble-output.ts'
import { commitTime } from '../../contracts/commit-time.ts'
import type { QueryContext } from '../../read/query-context.ts'
import type { ReadError } from '../../read/read-error.ts'
import { openQuery, type OpenedQuery } from '../place-query.ts'
import { requireCount } from '../require-count.ts'
import { inHistory } from '../recorded/annotated-pages.ts'
import { countRecorded } from './count-recorded.ts'
import { MAX_STATUS_ANNOTATIONS, type StatusQuery } from './status-query.ts'
import { compareWithRemotes } from './unshared-notes.ts'

/** Number of recent commits that show whether recording is a habit here. */
const RECENT = 100
/** Maximum number of folders whose coverage is listed. */
const MAX_FOLDERS = 8

/** Returns an overview of what is recorded in the repository. Does not use the network. */
export function findStatus(
  query: StatusQuery,
  base: QueryContext,
  call: CallOptions,
): ResultAsync<StatusOutput, ReadError> {
  return safeTry(async function* () {
    yield* requireCount(omitUndefined({ 'token budget': query.maxTokens }))
    const diagnostics: Diagnostic[] = []
    const opened = yield* openQuery(query.at ?? 'HEAD', base, call, (diagnostic) => void diagnostics.push(diagnostic))
    const { context, queried, view } = opened
    const recent = yield* view.recent(Number.MAX_SAFE_INTEGER, undefined, call)
    const commits = recent.filter(({ commit }) => !isRepositoryNote(commit))
    const here = yield* inHistory(commits, opened)
    const counted = yield* countRecorded(here.slice(0, MAX_STATUS_ANNOTATIONS), opened)
    const refs = yield* statusRefs(context)
    const rules = yield* rulesOf(recent, opened)
    const corrected = yield* countNotes(context.notesRefs.map(correctionsRef), context)
    const acknowledged = yield* countNotes(context.notesRefs.map(acknowledgementsRef), context)
    const coverage = yield* coverageOf(here, opened)
    const sharing = yield* await compareWithRemotes(context)
    const missing = commits.filter(({ committedAt }) => committedAt === undefined).length
    return ok({
      $schema: STATUS_OUTPUT_SCHEMA,
      query: { at: queried.at, commit: queried.head },
      refs,
      recorded: {
        annotations: commits.length,
        in_history: here.length,
        elsewhere: commits.length - here.length - missing,
        missing,
        repository_rules: rules,
        ...counted.counts,
        corrected,
        acknowledged,
      },
      coverage,
      sharing,
      activity: counted.activity,
      diagnostics: distinctDiagnostics(diagnostics),
      trimmed: null,
    })
  })
}

function statusRefs({ call, git, notesRefs }: OpenedQuery['context']): ResultAsync<readonly StatusRef[], GitError> {
  return safeTry(async function* () {
    const refs: StatusRef[] = []
    for (const ref of notesRefs) {
      const tip = yield* git.notesTip(ref, call)
      const commits = yield* tip === undefined ? ok(new Map<CommitId, Commit>()) : await git.readCommits([tip], call)
      const commit = tip === undefined ? undefined : commits.get(tip)
      const written = commitTime(commit?.committer.time)
      refs.push({
        ref,
        ...omitUndefined({ tip, written_at: written, written_by: commit?.committer.name }),
      })
    }
    return ok(refs)
  })
}

function rulesOf(recent: readonly AnnotatedCommit[], { context }: OpenedQuery): ResultAsync<number, ReadError> {
  const notes = recent.filter(({ commit }) => isRepositoryNote(commit))
  return context
    .correctedNotes(notes, context.call)
    .map((found) => [...found.values()].reduce((sum, note) => sum + (note.annotation?.regions.length ?? 0), 0))
}

function countNotes(refs: readonly NotesRef[], { call, git }: OpenedQuery['context']): ResultAsync<number, GitError> {
  return safeTry(async function* () {
    const commits = new Set<CommitId>()
    for (const ref of refs) {
      const tip = yield* git.notesTip(ref, call)
      if (tip === undefined) continue
      const listed = yield* git.listNotes(ref, call)
      for (const commit of listed.notes.keys()) commits.add(commit)
    }
    return ok(commits.size)
  })
}

function coverageOf(
  annotated: readonly AnnotatedCommit[],
  { context, queried, view }: OpenedQuery,
): ResultAsync<StatusCoverage, ReadError> {
  return safeTry(async function* () {
    const { call, git } = context
    const counted = yield* countCommits(annotated, queried.head, context)
    const [files, paths] = yield* Result.combine(
      await Promise.all([git.listFiles({ commit: queried.head }, undefined, call), view.pathsUnder('', call)]),
    )
    const named = new Set<string>(paths.map(({ path }) => path).filter((path) => !isFolderPlace(path)))
    const folders = new Map<string, { files: number; annotated: number }>()
    let annotatedFiles = 0
    for (const file of files) {
      const end = file.indexOf('/')
      const folder = end < 0 ? './' : file.slice(0, end + 1)
      const of = folders.get(folder) ?? { files: 0, annotated: 0 }
      const isNamed = named.has(file)
      folders.set(folder, { files: of.files + 1, annotated: of.annotated + (isNamed ? 1 : 0) })
      if (isNamed) annotatedFiles++
    }
    return ok({
      ...counted,
      files: files.length,
      annotated_files: annotatedFiles,
      folders: largestFolders(folders),
    })
  })
}

function largestFolders(
  folders: ReadonlyMap<string, { readonly files: number; readonly annotated: number }>,
): readonly FolderCoverage[] {
  return [...folders]
    .map(([folder, { annotated, files }]) => ({ folder, files, annotated_files: annotated }))
    .sort((a, b) => b.files - a.files || (a.folder < b.folder ? -1 : 1))
    .slice(0, MAX_FOLDERS)
}

/** Counts the commits of the history, and how many of the newest non-merge commits are annotated. */
function countCommits(
  annotated: readonly AnnotatedCommit[],
  head: CommitId,
  { call, git }: OpenedQuery['context'],
): ResultAsync<Pick<StatusCoverage, 'commits' | 'recent_commits' | 'recent_annotated'>, GitError> {
  return safeTry(async function* () {
    const known = new Set(annotated.map(({ commit }) => commit))
    let commits = 0
    const recent: CommitId[] = []
    yield* visitAncestors(git, head, call, () => {
      commits++
      return undefined
    })
    yield* visitLog(git, { from: head }, call, ({ id, parents }) => {
      if (parents.length < 2) recent.push(id)
      return recent.length === RECENT ? 'stop' : undefined
    })
    return ok({ commits, recent_commits: recent.length, recent_annotated: recent.filter((id) => known.has(id)).length })
  })
}
