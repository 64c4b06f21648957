import {
  ok,
  omitEmpty,
  omitUndefined,
  Result,
  safeTry,
  withoutUnknownKeys,
  type Annotation,
  type CommitId,
  type LogEntry,
  type LogRegion,
  type Region,
  type ResultAsync,
} from '@chronicle/schema'
import { foldText } from '../../answer/fold-text.ts'
import { subjectTitle } from '../../answer/message-text.ts'
import type { AnnotatedCommit } from '../../contracts/annotation-index.ts'
import type { Commit } from '../../contracts/git-backend.ts'
import { commitTime } from '../../contracts/commit-time.ts'
import type { ReadError } from '../../read/read-error.ts'
import { correctionsOfRegion, recordingOfRegion } from '../../read/recording-of-region.ts'
import { saysOnlyTests } from '../../read/says-only-tests.ts'
import type { OpenedQuery } from '../place-query.ts'
import { filesOfGroup } from '../grep/recorded-texts.ts'
import { isAbout, type RecordedPaths } from '../recorded/recorded-paths.ts'

/**
 * Returns what the annotations of commits say, in the order of the commits. Annotations that say nothing about the
 * paths are omitted.
 */
export function logEntries(
  commits: readonly AnnotatedCommit[],
  paths: RecordedPaths | undefined,
  { context: { call, correctedNotes, git, report } }: OpenedQuery,
): ResultAsync<readonly LogEntry[], ReadError> {
  return safeTry(async function* () {
    const ids = commits.map(({ commit }) => commit)
    const [notes, objects] = yield* Result.combine(
      await Promise.all([correctedNotes(commits, call), git.readCommits(ids, call)]),
    )
    const wide = ids.filter((id) => notes.get(id)?.annotation?.regions.some(({ file }) => file === undefined))
    const changing = yield* paths === undefined ? ok(new Set<CommitId>()) : await paths.changing(wide)
    const entries: LogEntry[] = []
    for (const id of ids) {
      const note = notes.get(id)
      const commit = objects.get(id)
      if (note === undefined || commit === undefined) continue
      note.diagnostics.forEach(report)
      if (note.annotation === undefined) continue
      const about = (region: Region): boolean => isAbout(region, paths, changing.has(id))
      const regions = note.annotation.regions.filter(about)
      const concerned = note.annotation.cross_cutting.some((each) =>
        filesOfGroup(each).some((file) => paths?.covers(file)),
      )
      const withdrawn = note.retracted.filter(about).length
      if (paths !== undefined && regions.length + withdrawn === 0 && !concerned) continue
      entries.push(entryOf(note.annotation, regions, withdrawn, commit))
    }
    return ok(entries)
  })
}

function entryOf(annotation: Annotation, regions: readonly Region[], retracted: number, commit: Commit): LogEntry {
  const { context_level, provenance, summary, task } = annotation
  const [subject = ''] = commit.message.trimStart().split('\n')
  const [first] = regions
  const tests = new Set(regions.flatMap(({ held_by_tests: held = [] }) => held.map(({ title }) => title)))
  const recorded = first === undefined ? undefined : recordingOfRegion(annotation, first, commit)
  return {
    commit: commit.id,
    timestamp: commitTime(commit.committer.time) ?? annotation.timestamp,
    author: `${commit.author.name} <${commit.author.email}>`,
    subject,
    context_level,
    ...omitUndefined({ recorded }),
    ...(provenance.operation !== 'initial' && { operation: provenance.operation }),
    ...(foldText(summary) !== foldText(subject) &&
      foldText(summary) !== foldText(subjectTitle(subject)) &&
      summary !== '' && { summary }),
    ...omitUndefined({ task }),
    regions: regions.filter((region) => !saysOnlyTests(region)).map((region) => regionOf(region, annotation, commit)),
    ...omitEmpty({ tests: tests.size }),
    ...omitEmpty({ retracted }),
  }
}

function regionOf(region: Region, annotation: Annotation, commit: Commit): LogRegion {
  const { ast_anchor: anchor, context_level: level, file, intent, reasoning, risk_notes: risk } = region
  const rejected = region.rejected_alternatives.map(withoutUnknownKeys)
  return {
    ...omitUndefined({
      ...{ file, anchor: anchor?.name },
      context_level: level === annotation.context_level ? undefined : level,
      recorded: recordingOfRegion(annotation, region, commit),
    }),
    intent,
    ...omitUndefined({ reasoning }),
    constraints: region.constraints.map(withoutUnknownKeys),
    ...omitUndefined({ risk_notes: risk }),
    ...omitEmpty({ rejected_alternatives: rejected, corrections: correctionsOfRegion(region, commit) }),
  }
}
