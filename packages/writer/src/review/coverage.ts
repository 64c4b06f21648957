import { ok, safeTry, type CommitId, type Coverage, type ResultAsync } from '@chronicle/schema'
import type { Commit, FileChange } from '@chronicle/core/contracts'
import type { ReadError, RecordedAnnotations, RecordedNote } from '@chronicle/core/review'
import { subjectOf } from '../text/subject-of.ts'
import type { PathFilter } from './path-filter.ts'

/** Where a commit stands: who has annotated it, or why there is no need to. */
export type Standing = 'enhanced' | 'inferred' | 'nothing_to_record' | 'nothing_found' | 'unannotated'

/** Counts commits, the newest first. */
export interface CoverageCount {
  add(commit: Pick<Commit, 'id' | 'message'>, standing: Standing, files: readonly FileChange[]): void
  /**
   * Of the files changed most those that are still there, and of which nothing is recorded under any of their names.
   * `holding`: files that are known to have regions, by whatever name.
   */
  finish(recorded: RecordedAnnotations, holding: ReadonlySet<string>): ResultAsync<Coverage, ReadError>
}

/** Files that are looked for: what was changed less than so many others is none of those changed most. */
const FILES_LOOKED_FOR = 200

/** A file changed once is no sign of anything. */
const FEWEST_CHANGES = 2

/** What the note of a commit makes of it. `undefined`: it says nothing, so that the change decides. */
export function standingOf(note: RecordedNote | undefined): Standing | undefined {
  const { annotation, corrected } = note ?? {}
  if (annotation === undefined || corrected === undefined) return undefined
  if (annotation.regions.length > 0 && corrected.regions.length + corrected.cross_cutting.length === 0) return undefined
  const saysNothing = annotation.regions.length + annotation.cross_cutting.length === 0 && annotation.summary === ''
  return saysNothing ? 'nothing_to_record' : annotation.context_level
}

export function createCoverageCount(listed: number, filter: PathFilter): CoverageCount {
  const counts: Record<Standing, number> = {
    enhanced: 0,
    inferred: 0,
    nothing_to_record: 0,
    nothing_found: 0,
    unannotated: 0,
  }
  const newest: { readonly commit: CommitId; readonly subject: string }[] = []
  const changes = new Map<string, number>()
  /** What a file is called at the newest of the commits, by what it was called before. */
  const now = new Map<string, string>()

  return {
    add({ id, message }, standing, files) {
      counts[standing]++
      if (standing === 'unannotated' && newest.length < listed) {
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
              count >= FEWEST_CHANGES &&
              ![path, ...(former.get(path) ?? [])].some((name) => annotated.has(name))
            )
          })
          .sort(([a, one], [b, other]) => other - one || (a < b ? -1 : 1))
          .slice(0, FILES_LOOKED_FOR)
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
