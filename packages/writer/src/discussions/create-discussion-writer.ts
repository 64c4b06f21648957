import { formatTimestamp, ok, safeTry, type Annotation, type Region, type ResultAsync } from '@chronicle/schema'
import type { CallOptions } from '@chronicle/core/contracts'
import type { AnnotationWriter, WriterError, WriterOutcome } from '../annotation-writer.ts'
import type { CommitContext } from '../commit-context.ts'
import { verifyEvidence } from '../evidence/verify-evidence.ts'
import { Drafts, finishRegion } from '../heuristic/regions/draft-region.ts'
import type { CommitDiscussion } from './commit-discussion.ts'
import { settledTitle } from './settled-title.ts'
import { threadOutcome } from './speech/thread-outcome.ts'
import { threadRegion } from './thread-region.ts'
import { findWholeClaims } from './whole-claims.ts'

/** Changes when it would quote other words: what was read before is then looked at again. */
export const DISCUSSION_WRITER_VERSION = '5'

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
    write: (context, call) => write(context, call),
  }
}

function write(context: CommitContext, call: CallOptions | undefined): ResultAsync<WriterOutcome, WriterError> {
  return safeTry(async function* () {
    const { discussions = [] } = context
    const regions: Region[] = []
    for (const discussion of discussions) regions.push(...(await regionsOf(discussion, context)))
    const verified: Region[] = []
    for (const region of regions) {
      const found = yield* isVerified(region, context, call)
      if (found) verified.push(region)
    }
    if (verified.length === 0) {
      return ok({ nothing: 'No person gave a reason for it where it was reviewed.', diagnostics: [] })
    }
    const kept = verified.slice(0, MAX_REGIONS)
    const left = verified.length - kept.length
    const message = `${left} more threads give reasons; an annotation has ${MAX_REGIONS} regions of discussions at most.`
    return ok({
      annotation: annotationOf(context, settledTitle(discussions[0]?.change.title ?? ''), kept),
      diagnostics:
        left === 0 ? [] : [{ code: 'regions_left_out', severity: 'info', message, commit: context.commit.id }],
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
  const title = whole === undefined && context.commit.parents.length < 2 ? subjectOf(context) : change.title
  for (const placed of threads) {
    const outcome = threadOutcome(placed.thread, change.author)
    if (typeof outcome !== 'string') regions.push(await threadRegion(placed, outcome, title, context))
  }
  return regions
}

function isVerified(
  { evidence }: Region,
  context: CommitContext,
  call: CallOptions | undefined,
): ResultAsync<boolean, WriterError> {
  return safeTry(async function* () {
    if (evidence.length === 0) return ok(false)
    for (const cited of evidence) {
      const verdict = yield* verifyEvidence(cited, context, call)
      if (!verdict.found) return ok(false)
    }
    return ok(true)
  })
}

function subjectOf({ commit }: CommitContext): string {
  return commit.message.trimStart().split('\n', 1)[0] ?? ''
}

function annotationOf(context: CommitContext, title: string, regions: readonly Region[]): Annotation {
  const { commit } = context
  return {
    commit: commit.id,
    timestamp: formatTimestamp(commit.committer.time * 1000),
    // Of a merge the title says more than that it is one.
    summary: commit.parents.length > 1 && title !== '' ? title : subjectOf(context),
    context_level: 'inferred',
    regions,
    cross_cutting: [],
    provenance: { operation: 'initial', derived_from: [], original_annotations_preserved: false },
    read_from: [],
  }
}
