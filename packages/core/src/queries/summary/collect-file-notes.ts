import {
  ok,
  safeTry,
  type Annotation,
  type CommitId,
  type Diagnostic,
  type Region,
  type RepoPath,
  type ResultAsync,
} from '@chronicle/schema'
import type { AstUnit } from '../../contracts/ast-parser.ts'
import type { AnnotatedCommit } from '../../contracts/annotation-index.ts'
import type { ReadError } from '../../read/read-error.ts'
import { saysOnlyTests } from '../../read/says-only-tests.ts'
import type { OpenedQuery } from '../place-query.ts'
import { MAX_SUMMARY_ANNOTATIONS } from './summary-query.ts'

/** A region about a file, with the metadata of its note. */
export interface FileNote {
  readonly commit: CommitId
  /** Committer time in seconds. */
  readonly committedAt?: number | undefined
  readonly region: Region
  readonly annotation: Pick<Annotation, 'timestamp' | 'context_level'>
  /** The units it is about now, if they are known to have other names than recorded. */
  readonly units?: readonly AstUnit[]
}

/** The regions recorded about the files of a place. */
export interface FileNotes {
  /** By the current path of the file, ordered by its newest annotation; the notes of each file newest first. */
  readonly byFile: ReadonlyMap<RepoPath, readonly FileNote[]>
  /** Regions whose file is gone, as distinct pairs of `file` and anchor. */
  readonly gone: ReadonlySet<string>
  /** Problems with notes that name none of the files; they may have meant any of them. */
  readonly unplaced: ReadonlyMap<CommitId, readonly Diagnostic[]>
}

/** Number of notes parsed in one batch. */
const PAGE = 500

/**
 * Reads the annotations about any of the paths, newest first, from the history of the queried commit. `resolveFile`
 * resolves a path to a file of the place: `gone` when it no longer exists, `elsewhere` when it is outside the place.
 */
export function collectFileNotes(
  paths: readonly RepoPath[],
  resolveFile: (path: string) => ResultAsync<ResolvedFile, ReadError>,
  { context, queried, view }: OpenedQuery,
): ResultAsync<FileNotes, ReadError> {
  return safeTry(async function* () {
    const { ancestry, call, correctedNotes, report } = context
    const annotated = yield* view.annotating(paths, call)
    const ranks = yield* ancestry.rank(queried.head, annotated, call)
    const rankOf = ({ commit }: AnnotatedCommit): number => ranks.get(commit) ?? 0
    const reachable = annotated.filter(({ commit }) => ranks.has(commit)).sort((a, b) => rankOf(b) - rankOf(a))
    const newest = reachable.slice(0, MAX_SUMMARY_ANNOTATIONS)
    if (newest.length < reachable.length) {
      const message = `${reachable.length} annotations speak of this place; the newest ${newest.length} were looked at.`
      report({ code: 'summary_limited', severity: 'warning', message })
    }
    const named = new Set<string>(paths)
    const byFile = new Map<RepoPath, FileNote[]>()
    const gone = new Set<string>()
    const unplaced = new Map<CommitId, readonly Diagnostic[]>()
    for (let start = 0; start < newest.length; start += PAGE) {
      const page = newest.slice(start, start + PAGE)
      const notes = yield* correctedNotes(page, call)
      for (const { commit, committedAt } of page) {
        const note = notes.get(commit)
        const isNamed = ({ file }: Region): boolean => file !== undefined && named.has(file)
        if (note?.annotation?.regions.some(isNamed) === true) note.diagnostics.forEach(report)
        else if (note !== undefined && note.diagnostics.length > 0) unplaced.set(commit, note.diagnostics)
        for (const region of note?.annotation?.regions ?? []) {
          if (note?.annotation === undefined || region.file === undefined || !named.has(region.file)) continue
          if (saysOnlyTests(region)) continue
          const meant = yield* resolveFile(region.file)
          if ('gone' in meant) gone.add(goneKey(region.file, region.ast_anchor?.name))
          if (!('path' in meant)) continue
          const known = byFile.get(meant.path)
          const { timestamp, context_level } = note.annotation
          const entry: FileNote = { commit, committedAt, region, annotation: { timestamp, context_level } }
          if (known === undefined) byFile.set(meant.path, [entry])
          else known.push(entry)
        }
      }
    }
    return ok({ byFile, gone, unplaced })
  })
}

/** The file that a recorded path means now. */
export type ResolvedFile = { readonly path: RepoPath } | { readonly gone: true } | { readonly elsewhere: true }

export function goneKey(file: string, anchor: string | undefined): string {
  return `${file}\0${anchor ?? ''}`
}
