import {
  ok,
  omitUndefined,
  safeTry,
  type CommitId,
  type HistoryReason,
  type HistoryStep,
  type PlaceHistoryStats,
  type ResultAsync,
} from '@chronicle/schema'
import type { Commit } from '../contracts/git-backend.ts'
import type { OpenedQuery } from '../queries/place-query.ts'
import { findRegions } from '../read/find-regions.ts'
import type { ReadError } from '../read/read-error.ts'
import type { NamedScope } from '../read/resolved-scope.ts'
import { findCommitReasons } from './history-reasons.ts'
import { reportUnfollowed, type PlaceRevision } from './history-of-places.ts'

/** The reasons of a place's commits that are not recorded. */
export interface InferredSteps {
  /** Oldest first. */
  readonly steps: readonly HistoryStep[]
  readonly stats: PlaceHistoryStats
}

/**
 * Finds the reasons of a place's commits, except those already told, as steps. Returns `undefined` without a history
 * source.
 */
export function findInferredSteps(
  scope: NamedScope,
  told: ReadonlySet<CommitId>,
  { context, placing, view }: OpenedQuery,
): ResultAsync<InferredSteps | undefined, ReadError> {
  return safeTry(async function* () {
    if (context.historySource === undefined) return ok(undefined)
    // The caller shows the regions, so none is located.
    const file = yield* findRegions(scope, view, placing, () => false)
    reportUnfollowed([file], context)
    const found = yield* findCommitReasons([file], placing, told, {
      anchor: undefined,
      historyUntil: undefined,
      showsSubjects: true,
    })
    if (found === undefined) return ok(undefined)
    const { reasons, revisions, stats } = found
    const commits = await context.git.readCommits(
      reasons.map(({ commit }) => commit as CommitId),
      context.call,
    )
    return commits.map((known) => {
      const steps = reasons.flatMap((reason): readonly HistoryStep[] => {
        const commit = known.get(reason.commit as CommitId)
        const revision = revisions.find((each) => each.commit === reason.commit)
        return commit === undefined || revision === undefined ? [] : [inferredStep(reason, revision, commit)]
      })
      return { steps: steps.reverse(), stats }
    })
  })
}

/** Converts a commit's reason to a step of a history. */
export function inferredStep(
  { about, files_changed, passages, replaced_by, reverts, summary = '', timestamp }: HistoryReason,
  { file, lines, path }: PlaceRevision,
  { author, id }: Pick<Commit, 'author' | 'id'>,
): HistoryStep {
  const message = passages.filter(({ source }) => source === undefined)
  const comments = passages.filter(({ source }) => source === 'comment')
  const [unit, ...others] = file.scope.units ?? []
  const now = others.length === 0 ? unit?.name : undefined
  return {
    origin: 'history',
    commit: id,
    timestamp,
    author: `${author.name} <${author.email}>`,
    subject: summary,
    ...(message.length > 0 && { message: joinPassages(message) }),
    context_level: 'inferred',
    file: path,
    ...omitUndefined({ anchor: lines?.name, lines: lines?.lines }),
    ...(lines?.name !== undefined && now !== undefined && lines.name !== now && { renamed_to: now }),
    intent: summary,
    constraints: comments.map(({ text }) => ({ text, source: 'inferred' as const })),
    provenance: { operation: 'initial' },
    ...omitUndefined({ about, files_changed, replaced_by, reverts }),
  }
}

/** Joins passages. Those of one paragraph stay in one paragraph. */
function joinPassages(passages: HistoryReason['passages']): string {
  return passages.reduce(
    (text, { continues, text: words }) => (text === '' ? words : `${text}${continues === true ? ' ' : '\n\n'}${words}`),
    '',
  )
}
