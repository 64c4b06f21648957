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

/** A region that speaks of a file, with what its note says about itself. */
export interface FileNote {
  readonly commit: CommitId
  /** Committer time in seconds. */
  readonly committedAt: number | undefined
  readonly region: Region
  readonly annotation: Pick<Annotation, 'timestamp' | 'context_level'>
  /** The units that it is about now, where those are known to have other names than it says. */
  readonly units?: readonly AstUnit[]
}

/** What was recorded about the files of a place. */
export interface FileNotes {
  /** By what the file is called now, in the order of the newest annotation; the notes of each newest first. */
  readonly byFile: ReadonlyMap<RepoPath, readonly FileNote[]>
  /** Regions whose file is gone, as distinct `file` and anchor. */
  readonly gone: ReadonlySet<string>
  /** What is wrong with notes that name none of the files; they may have meant any. */
  readonly unplaced: ReadonlyMap<CommitId, readonly Diagnostic[]>
}

/** Notes parsed at a time. */
const PAGE = 500

/**
 * Reads the annotations that speak of any of the paths, those of the history of the queried, newest first. `fileOf`
 * says which file of the place is meant by a path: `gone` when none is left of it, `elsewhere` for one that is not in
 * question.
 */
export function collectFileNotes(
  paths: readonly RepoPath[],
  fileOf: (path: string) => ResultAsync<FileMeant, ReadError>,
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
          const meant = yield* fileOf(region.file)
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

/** Which file a recorded path stands for now. */
export type FileMeant = { readonly path: RepoPath } | { readonly gone: true } | { readonly elsewhere: true }

export function goneKey(file: string, anchor: string | undefined): string {
  return `${file}\0${anchor ?? ''}`
}
