import { ok, safeTry, type Region, type ResultAsync } from '@chronicle/schema'
import type { CallOptions } from '@chronicle/core/contracts'
import { subjectOf } from '@chronicle/core/text'
import { annotationOfCommit } from '../annotation-of-commit.ts'
import type { AnnotationWriter, WriterError, WriterOutcome } from '../annotation-writer.ts'
import type { CommitContext } from '../commit-context.ts'
import { findMissing } from '../evidence/verify-evidence.ts'
import { Drafts, finishRegion } from '../heuristic/regions/draft-region.ts'
import type { CommitDiscussion } from './commit-discussion.ts'
import { settledTitle } from './settled-title.ts'
import { threadOutcome } from './speech/thread-outcome.ts'
import { threadRegion } from './thread-region.ts'
import { findChangeClaims } from './change-claims.ts'

/** Changes when the writer would quote other texts, so that discussions are read again. */
export const DISCUSSION_WRITER_VERSION = '10'

/** Maximum number of regions in one annotation. */
const MAX_REGIONS = 24

/**
 * Creates a writer that quotes the review discussion of a commit, word for word, with author and URL: the description
 * of the change, decisions of the conversation, and the final remark of each thread, at the lines of the thread. Text
 * by programs, suggested code and mere assent are never quoted. It writes nothing about a commit without a discussion,
 * and calls no model.
 *
 * `recordedWith` is the recorder named in the provenance: the host.
 */
export function createDiscussionWriter(recordedWith = 'discussions'): AnnotationWriter {
  return {
    name: 'discussions',
    version: DISCUSSION_WRITER_VERSION,
    recordedWith,
    write,
  }
}

function write(context: CommitContext, call: CallOptions | undefined): ResultAsync<WriterOutcome, WriterError> {
  return safeTry(async function* () {
    const { discussions = [] } = context
    const regions: Region[] = []
    for (const discussion of discussions) regions.push(...(await regionsOf(discussion, context)))
    const verified: Region[] = []
    for (const region of regions) {
      if (region.evidence.length === 0) continue
      const missing = yield* findMissing(region.evidence, context, call)
      if (missing === undefined) verified.push(region)
    }
    if (verified.length === 0) {
      return ok({ nothing: 'No person gave a reason for it where it was reviewed.', diagnostics: [] })
    }
    const kept = verified.slice(0, MAX_REGIONS)
    const left = verified.length - kept.length
    const message = `${left} more threads give reasons; an annotation has ${MAX_REGIONS} regions of discussions at most.`
    const { commit } = context
    const title = settledTitle(discussions[0]?.change.title ?? '')
    // The title says more than the subject of a merge commit.
    const summary = commit.parents.length > 1 && title !== '' ? title : subjectOf(commit.message)
    return ok({
      annotation: annotationOfCommit(commit, { summary, context_level: 'inferred', regions: kept }),
      diagnostics: left === 0 ? [] : [{ code: 'regions_left_out', severity: 'info', message, commit: commit.id }],
    })
  })
}

async function regionsOf(
  { change: merged, whole, threads }: CommitDiscussion,
  context: CommitContext,
): Promise<readonly Region[]> {
  const change = { ...merged, title: settledTitle(merged.title) }
  const regions: Region[] = []
  if (whole !== undefined) {
    const drafts = new Drafts()
    await findChangeClaims(change, whole, context, drafts)
    const tags = [change.label.replace('#', 'pr-').replace('!', 'mr-')]
    for (const draft of drafts.all()) {
      const intent = draft.intent ?? change.title
      regions.push(finishRegion({ ...draft, tags: [...draft.tags, ...tags] }, intent, undefined))
    }
  }
  // With several commits, the title describes only one of them, so the commit's own subject is better, except for a
  // merge.
  const title =
    whole === undefined && context.commit.parents.length < 2 ? subjectOf(context.commit.message) : change.title
  for (const placed of threads) {
    const outcome = threadOutcome(placed.thread, change.author)
    if (typeof outcome !== 'string') regions.push(await threadRegion(placed, outcome, title, context))
  }
  return regions
}
