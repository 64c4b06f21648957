import { ok, safeTry, type CommitId, type Diagnostic, type RepoPath, type ResultAsync } from '@chronicle/schema'
import type { AnnotatedCommit, AnnotationView } from '../contracts/annotation-index.ts'
import { shortCommit } from '../format/describe-region.ts'
import { newestNotes } from '../notes/newest-notes.ts'
import { matchAnchor } from './match-anchor.ts'
import type { QueriedCommit, ReadContext } from './read-context.ts'
import type { ReadError } from './read-error.ts'

/** States of which every branch but the current one is another branch. */
const CURRENT: ReadonlySet<string> = new Set(['WORKTREE', 'INDEX', 'HEAD'])

/** A file under all its names, and the commits with a note about it that the queried commit does not have. */
export interface ElsewhereNoted {
  readonly paths: readonly RepoPath[]
  readonly elsewhere: readonly AnnotatedCommit[]
}

/** Finds the commits with a note about a file, and tells those that the queried commit has from the others. */
export function notedElsewhere(
  paths: readonly RepoPath[],
  view: AnnotationView,
  { head }: Pick<QueriedCommit, 'head'>,
  { ancestry, call }: Pick<ReadContext, 'ancestry' | 'call'>,
): ResultAsync<ElsewhereNoted & { readonly isNotedHere: boolean }, ReadError> {
  return safeTry(async function* () {
    const annotated = yield* view.annotating(paths, call)
    const reachable = yield* ancestry.rank(head, annotated, call)
    const elsewhere = annotated.filter(({ commit }) => !reachable.has(commit))
    return ok({ paths, elsewhere, isNotedHere: elsewhere.length < annotated.length })
  })
}

/**
 * Returns a diagnostic if commits of other branches have regions about the files of an answer in which nothing is
 * recorded: their branch may be merged later, or their change may be here under another id, as after `git merge
 * --squash` without a hook. Costs nothing if all notes about the files are on commits that the queried commit has. Else
 * it reads those that are not, and if one of them has such a region, three git processes list what only other branches
 * have.
 */
export function otherBranchesNotice(
  files: readonly ElsewhereNoted[],
  anchor: string | undefined,
  view: AnnotationView,
  { at, head }: Pick<QueriedCommit, 'at' | 'head'>,
  context: Pick<ReadContext, 'call' | 'correctedNotes' | 'depsScanLimit' | 'otherBranches'>,
): ResultAsync<Diagnostic | undefined, ReadError> {
  return safeTry(async function* () {
    if (!CURRENT.has(at)) return ok(undefined)
    const recorded = new Set<CommitId>()
    for (const file of files) {
      const commits = yield* recordedElsewhere(file, anchor, view, context)
      for (const commit of commits) recorded.add(commit)
    }
    if (recorded.size === 0) return ok(undefined)
    const onBranches = yield* context.otherBranches(head, context.call)
    const found = [...recorded].filter((commit) => onBranches?.has(commit))
    const [shown] = found
    if (shown === undefined) return ok(undefined)
    const message =
      `${found.length === 1 ? '1 commit of another branch has' : `${found.length} commits of other branches have`} ` +
      `a note about ${files.length === 1 ? 'this file' : 'these files'}: 'git chronicle show ${shortCommit(shown)}' shows ` +
      `${found.length === 1 ? 'it' : 'one of them'}. A note counts here once its branch is merged or, if its change was ` +
      "picked or squashed here, once 'git chronicle reconcile' has carried it over."
    return ok({ code: 'recorded_on_other_branches', severity: 'info', message })
  })
}

/** Returns the commits that the queried commit does not have and of which a region names the file, and the anchor. */
function recordedElsewhere(
  { elsewhere, paths }: ElsewhereNoted,
  anchor: string | undefined,
  view: AnnotationView,
  { call, correctedNotes, depsScanLimit }: Pick<ReadContext, 'call' | 'correctedNotes' | 'depsScanLimit'>,
): ResultAsync<readonly CommitId[], ReadError> {
  return safeTry(async function* () {
    if (elsewhere.length === 0) return ok([])
    // The others are about a folder that contains the file.
    const named = new Set((yield* view.annotating(paths, call)).map(({ commit }) => commit))
    const isListed = ({ commit, committedAt }: AnnotatedCommit): boolean =>
      committedAt !== undefined && named.has(commit)
    const notes = yield* correctedNotes(newestNotes(elsewhere.filter(isListed), depsScanLimit), call)
    const names = new Set<string>(paths)
    const isMeant = (name: string | undefined): boolean =>
      anchor === undefined || name === undefined || matchAnchor(anchor, [name], String, { fuzzy: false }) !== undefined
    return ok(
      [...notes].flatMap(([commit, { annotation }]) => {
        const regions = annotation?.regions ?? []
        const isAbout = regions.some(
          ({ ast_anchor: unit, file }) => file !== undefined && names.has(file) && isMeant(unit?.name),
        )
        return isAbout ? [commit] : []
      }),
    )
  })
}
