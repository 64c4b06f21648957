import { ok, safeTry, type Diagnostic, type Evidence, type Region, type ResultAsync } from '@chronicle/schema'
import type { CallOptions } from '@chronicle/core/contracts'
import { isAboutText, namesInText } from '@chronicle/core/prose'
import { annotationOfCommit } from '../annotation-of-commit.ts'
import type { AnnotationWriter, WriterError, WriterOutcome } from '../annotation-writer.ts'
import type { CommitContext } from '../commit-context.ts'
import { commitWarning } from '../commit-warning.ts'
import { findMissing, isLongEnough } from '../evidence/verify-evidence.ts'
import { coChangeConcerns, type CoChangeLookup } from './co-change.ts'
import { changesCodeIn, codeOfHunks } from './places/changed-code.ts'
import { readMessage, type CommitMessage } from './message/read-message.ts'
import { findCommentClaims } from './regions/comment-regions.ts'
import { Drafts, finishRegion, hasOnlyTests, type DraftRegion } from './regions/draft-region.ts'
import { findMessageClaims } from './regions/message-regions.ts'
import { findTestClaims } from './regions/test-regions.ts'
import { HEURISTIC_VERSION } from './heuristic-version.ts'
import { isInformativeSubject } from './message/informative-subject.ts'

/** Options of `createHeuristicWriter`. */
export interface HeuristicWriterOptions {
  /** Finds files that changed together in the history before a commit. Absent: such concerns are not recorded. */
  readonly coChanges?: CoChangeLookup | undefined
}

/**
 * Maximum number of regions in one annotation. A commit with more, such as the import of a project, is not a single
 * idea.
 */
const MAX_REGIONS = 12

/**
 * Creates a writer that needs no model and no network. It repeats what the commit itself says, word for word: reasons
 * in the message, and rules in comments that the commit added. Every region cites its sources, and each citation is
 * verified. It writes nothing when the commit says nothing.
 */
export function createHeuristicWriter(options: HeuristicWriterOptions = {}): AnnotationWriter {
  return {
    name: 'heuristic',
    version: HEURISTIC_VERSION,
    write: (context, call) => write(context, options, call),
  }
}

function write(
  context: CommitContext,
  { coChanges }: HeuristicWriterOptions,
  call: CallOptions | undefined,
): ResultAsync<WriterOutcome, WriterError> {
  return safeTry(async function* () {
    const message = readMessage(context.commit.message, context.commit.parents.length)
    if (message.boilerplate !== undefined)
      return ok(nothing(`The commit says nothing to record: ${message.boilerplate}.`))
    const diagnostics: Diagnostic[] = []
    const drafts = new Drafts()
    await findMessageClaims(message, context, drafts)
    yield* findCommentClaims(message.subject, context, drafts, call)
    await findTestClaims(message.subject, context, drafts, call)
    const found = drafts.all()
    if (found.length === 0) {
      return ok(nothing('Neither the message nor an added comment gives a reason or a rule.', diagnostics))
    }
    const spoken = found.filter((draft) => !hasOnlyTests(draft))
    const regions: Region[] = []
    // Regions with stated texts come before regions with only tests.
    const ordered = [...spoken, ...found.filter((draft) => !spoken.includes(draft))]
    for (const draft of ordered.slice(0, MAX_REGIONS)) {
      const region = describeDraft(draft, message)
      const missing = yield* findMissing(region.evidence, context, call)
      if (missing === undefined) regions.push(region)
      else diagnostics.push(unverified(region, context, missing))
    }
    if (found.length > MAX_REGIONS) diagnostics.push(leftOut(context, found.length - MAX_REGIONS))
    if (regions.length === 0) return ok(nothing('Nothing that was found could be verified.', diagnostics))
    const concerns =
      coChanges === undefined ? [] : await coChangeConcerns(spoken.length === 0 ? [] : regions, context, coChanges)
    const content = { summary: message.subject, context_level: 'inferred', regions, cross_cutting: concerns } as const
    return ok({ annotation: annotationOfCommit(context.commit, content), diagnostics })
  })
}

function nothing(reason: string, diagnostics: readonly Diagnostic[] = []): WriterOutcome {
  return { nothing: reason, diagnostics }
}

/** Unfinished work does not describe the purpose of the code. */
const UNFINISHED = /^\W*(?:TODO|FIXME|XXX|HACK)\b/i

/**
 * The intent of a region is what the message says about its place; otherwise the subject, if it is informative;
 * otherwise the first claim, or the title of a test.
 */
function describeDraft(draft: DraftRegion, message: CommitMessage): Region {
  const subject: Evidence | undefined = isLongEnough(message.subject)
    ? { kind: 'commit_message', quote: message.subject }
    : undefined
  const isInformative =
    isInformativeSubject(message.subject) && !isAboutText(message.subject) && isAboutDraft(draft, message)
  if (hasOnlyTests(draft)) {
    const [title] = draft.titles
    if ((isInformative && !callsOther(message.subject, draft)) || title === undefined)
      return finishRegion(draft, message.subject, subject)
    return finishRegion(draft, title, undefined)
  }
  const warning = draft.risks.find((risk) => !UNFINISHED.test(risk))
  const claim = draft.reasons[0] ?? draft.constraints[0] ?? warning
  const tagged = { ...draft, tags: [...tagsOf(message), ...draft.tags] }
  for (const { quote } of message.issues) {
    if (isLongEnough(quote)) tagged.evidence.push({ kind: 'commit_message', quote })
  }
  if (draft.intent !== undefined) return finishRegion(tagged, draft.intent, undefined)
  if (claim !== undefined && !isInformative) return finishRegion(tagged, claim, undefined)
  return finishRegion(tagged, message.subject, subject)
}

/** Whether a subject names functions as calls, such as `add res.jsonp()`, and none of them is the draft's unit. */
function callsOther(subject: string, { place }: DraftRegion): boolean {
  const calls = [...subject.matchAll(/(\w+)\(\)/g)].map(([, name]) => name)
  return calls.length > 0 && !calls.includes(place?.unit?.name.split('::').at(-1))
}

/** Whether the commit changed code of a draft's unit, and not only its comments, or the subject names the unit. */
function isAboutDraft({ place }: DraftRegion, { subject }: CommitMessage): boolean {
  const unit = place?.unit
  if (place === undefined || unit === undefined) return true
  if (namesInText(subject).has(unit.name.split('::').at(-1) ?? unit.name)) return true
  return codeOfHunks(place.file).some((hunk) => changesCodeIn(hunk, unit.lines))
}

function tagsOf({ type, issues }: CommitMessage): readonly string[] {
  return [...(type === undefined ? [] : [type]), ...issues.map(({ number }) => `issue-${number}`)]
}

function unverified({ file }: Region, { commit }: CommitContext, reason: string): Diagnostic {
  const message = `A region of ${file ?? 'the commit'} was left out, because what it cites is not there: ${reason}`
  return commitWarning(commit.id, { code: 'evidence_not_found', message, path: file })
}

function leftOut({ commit }: CommitContext, count: number): Diagnostic {
  return {
    code: 'regions_left_out',
    severity: 'info',
    message: `${count} more places of the commit have comments with rules or warnings; an annotation has ${MAX_REGIONS} regions at most.`,
    commit: commit.id,
  }
}
