import { ok, safeTry, type Region, type ResultAsync } from '@chronicle/schema'
import type { CallOptions } from '@chronicle/core/contracts'
import { annotationOfCommit } from '../annotation-of-commit.ts'
import type { AnnotationWriter, WriterError, WriterOutcome } from '../annotation-writer.ts'
import type { CommitContext } from '../commit-context.ts'
import { findMissing } from '../evidence/verify-evidence.ts'
import { Drafts, finishRegion } from '../heuristic/regions/draft-region.ts'
import { subjectOf } from '../text/subject-of.ts'
import type { CommitDiscussion } from './commit-discussion.ts'
import { settledTitle } from './settled-title.ts'
import { threadOutcome } from './speech/thread-outcome.ts'
import { threadRegion } from './thread-region.ts'
import { findWholeClaims } from './whole-claims.ts'

/** Changes when it would quote other words: what was read before is then looked at again. */
export const DISCUSSION_WRITER_VERSION = '10'

/** Regions of one annotation at most. */
const MAX_REGIONS = 24

/**
 * A writer that quotes what was said about a commit where it was reviewed, word for word, with who said it and where:
 * the description of the change, what was decided in the conversation, and the remark that ended each thread, at the
 * lines that the thread was about. What programs wrote, code that was suggested and mere assent are never quoted. It
 * says nothing of a commit that nothing was said about, and asks no model.
 *
 * `recordedWith` is what provenance says: the host.
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
    // Of a merge the title says more than that it is one.
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
    await findWholeClaims(change, whole, context, drafts)
    const tags = [change.label.replace('#', 'pr-').replace('!', 'mr-')]
    for (const draft of drafts.all()) {
      const intent = draft.intent ?? change.title
      regions.push(finishRegion({ ...draft, tags: [...draft.tags, ...tags] }, intent, undefined))
    }
  }
  // Of several commits the title is about one. The subject of a merge says no more than that it is one.
  const title =
    whole === undefined && context.commit.parents.length < 2 ? subjectOf(context.commit.message) : change.title
  for (const placed of threads) {
    const outcome = threadOutcome(placed.thread, change.author)
    if (typeof outcome !== 'string') regions.push(await threadRegion(placed, outcome, title, context))
  }
  return regions
}
