import { ok, safeTry, type CommitId, type Coverage, type ResultAsync } from '@chronicle/schema'
import type { Commit, FileChange } from '@chronicle/core/contracts'
import type { ReadError, RecordedAnnotations, RecordedNote } from '@chronicle/core/review'
import { subjectOf } from '@chronicle/core/text'
import type { PathFilter } from './path-filter.ts'

/** The state of a commit: how it was annotated, or why it was not. */
export type CommitCoverage = 'enhanced' | 'inferred' | 'nothing_to_record' | 'nothing_found' | 'unannotated'

/** Counts commits, newest first. */
export interface CoverageCount {
  /** `isNamed`: whether a commit without an annotation may be named as one to annotate. By default `true`. */
  add(
    commit: Pick<Commit, 'id' | 'message'>,
    standing: CommitCoverage,
    files: readonly FileChange[],
    isNamed?: boolean,
  ): void
  /**
   * Returns the most frequently changed files that still exist and have no recorded region under any of their names.
   * `holding`: files that are known to have regions, under any name.
   */
  finish(recorded: RecordedAnnotations, holding: ReadonlySet<string>): ResultAsync<Coverage, ReadError>
}

/** Maximum number of the most frequently changed files to look up. */
const MAX_FILES = 200

/** Minimum number of changes: a file changed once is not significant. */
const MIN_CHANGES = 2

/** Returns the state of a commit according to its note. `undefined`: the note says nothing, so the change decides. */
export function coverageOfNote(note: RecordedNote | undefined): CommitCoverage | undefined {
  const { annotation, corrected } = note ?? {}
  if (annotation === undefined || corrected === undefined) return undefined
  if (annotation.regions.length > 0 && corrected.regions.length + corrected.cross_cutting.length === 0) return undefined
  const saysNothing = annotation.regions.length + annotation.cross_cutting.length === 0 && annotation.summary === ''
  return saysNothing ? 'nothing_to_record' : annotation.context_level
}

export function createCoverageCount(listed: number, filter: PathFilter): CoverageCount {
  const counts: Record<CommitCoverage, number> = {
    enhanced: 0,
    inferred: 0,
    nothing_to_record: 0,
    nothing_found: 0,
    unannotated: 0,
  }
  const newest: { readonly commit: CommitId; readonly subject: string }[] = []
  const changes = new Map<string, number>()
  /** Current path of a file at the newest commit, by its former path. */
  const now = new Map<string, string>()

  return {
    add({ id, message }, standing, files, isNamed = true) {
      counts[standing]++
      if (isNamed && standing === 'unannotated' && newest.length < listed) {
        newest.push({ commit: id, subject: subjectOf(message) })
      }
      for (const { oldPath, newPath, binary, kind, status } of files) {
        const path = newPath ?? oldPath
        if (path === undefined) continue
        const current = now.get(path) ?? path
        if (status === 'renamed' && oldPath !== undefined) now.set(oldPath, current)
        if (standing === 'nothing_to_record' || binary || kind !== undefined) continue
        changes.set(current, (changes.get(current) ?? 0) + 1)
      }
    },
    finish(recorded, holding) {
      return safeTry(async function* () {
        const former = new Map<string, string[]>()
        for (const [before, current] of now) former.set(current, [...(former.get(current) ?? []), before])
        const under = yield* recorded.view.pathsUnder('')
        const annotated = new Set<string>([...under.map(({ path }) => path), ...holding])
        const most = [...changes]
          .filter(([path, count]) => {
            return (
              filter.isAsked(path) &&
              count >= MIN_CHANGES &&
              ![path, ...(former.get(path) ?? [])].some((name) => annotated.has(name))
            )
          })
          .sort(([a, one], [b, other]) => other - one || (a < b ? -1 : 1))
          .slice(0, MAX_FILES)
        const files: Coverage['unannotated_files'][number][] = []
        for (const [path, commits] of most) {
          if (files.length >= listed) break
          const there = yield* recorded.fileNow(path)
          if (there === path) files.push({ path, commits })
        }
        const { enhanced, inferred, nothing_to_record, nothing_found } = counts
        const unannotated = counts.unannotated + nothing_found
        const commits = enhanced + inferred + nothing_to_record + unannotated
        return ok({
          ...{ commits, enhanced, inferred, nothing_to_record, unannotated, nothing_found },
          ...{ newest_unannotated: newest, unannotated_files: files },
        })
      })
    },
  }
}
