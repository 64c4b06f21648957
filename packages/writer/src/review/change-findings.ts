import {
  isFolderPath,
  ok,
  omitEmpty,
  omitUndefined,
  safeTry,
  type Annotation,
  type CommitId,
  type Evidence,
  type Region,
  type ResultAsync,
} from '@chronicle/schema'
import type { CallOptions, GitError } from '@chronicle/core/contracts'
import type { RecordedNote } from '@chronicle/core/review'
import { neutralisePath } from '@chronicle/core/text'
import type { ChangedFile, CommitContext } from '../commit-context.ts'
import { verifyEvidence, type EvidenceVerdict } from '../evidence/verify-evidence.ts'
import { findRestatement, type Restatement, type RestatementSources } from '../quality/find-restatement.ts'
import { restatementSources } from '../quality/restatement-sources.ts'
import type { FoundProblem } from './finding-list.ts'
import { liveRegions } from './live-regions.ts'
import { correctCommand, placeOf, quoted } from './correction-commands.ts'

/** Compares the regions of a note with the changes of their commit, and returns the problems. */
export function changeFindings(
  note: RecordedNote,
  context: CommitContext,
  call: CallOptions,
): ResultAsync<readonly FoundProblem[], GitError> {
  return safeTry(async function* () {
    const problems: FoundProblem[] = []
    for (const region of liveRegions(note)) {
      const changed = changedFile(region, context)
      problems.push(...restatements(region, changed, context))
      const level = region.context_level ?? note.corrected?.context_level
      // What people know may be about any code: `record` stores it on HEAD, whoever wrote the code.
      if (level === 'inferred') problems.push(...unchanged(region, changed, context))
      const missing = yield* missingEvidence(region, note.annotation, context, call)
      problems.push(...missing)
    }
    return ok(problems)
  })
}

/**
 * Returns whether a citation exists. `undefined`: its source is not stored, so it cannot be verified, or the annotation
 * was carried here from the commit that has it.
 */
export function verdictOf(
  evidence: Evidence,
  annotation: Pick<Annotation, 'provenance'> | undefined,
  context: CommitContext,
  call: CallOptions,
): ResultAsync<EvidenceVerdict | undefined, GitError> {
  return safeTry(async function* () {
    if (evidence.commit !== undefined) return ok(undefined)
    if (evidence.kind === 'author_context' && context.author === undefined) return ok(undefined)
    if (evidence.kind === 'discussion' && context.discussions === undefined) return ok(undefined)
    const verdict = yield* verifyEvidence(evidence, context, call)
    const isCarried = (annotation?.provenance.derived_from.length ?? 0) > 0
    return ok(verdict.found || !isCarried ? verdict : undefined)
  })
}

function changedFile({ file }: Region, { files }: CommitContext): ChangedFile | undefined {
  return files.find(({ path, oldPath }) => path === file || oldPath === file)
}

/**
 * A text that only repeats the change should be replaced by the reason. It is not removed, because there may have been
 * more to say.
 */
const REPLACE_BY_REASON = { to: 'NEW_VALUE', reason: 'it said what the change shows' }

function restatements(
  region: Region,
  changed: ChangedFile | undefined,
  context: CommitContext,
): readonly FoundProblem[] {
  const commit = context.commit.id
  const signature = region.ast_anchor?.signature
  const seen = restatementSources(context, changed, region.lines)
  // A constraint may repeat the subject of its commit, or use words that describe any change: it is a rule, not a
  // description. It may not repeat a signature.
  const sources: RestatementSources = omitUndefined({ signature })
  const repeatsSignature = (text: string): Restatement | undefined => {
    const found = findRestatement(text, sources)
    return found?.of === 'signature' ? found : undefined
  }
  const intent = findRestatement(region.intent, seen)
  const reasoning = region.reasoning === undefined ? undefined : findRestatement(region.reasoning, seen)
  const constraints = region.constraints.map(({ text }) => ({ text, repeats: repeatsSignature(text) }))
  const isEmpty =
    (region.reasoning === undefined || reasoning !== undefined) &&
    constraints.every(({ repeats }) => repeats !== undefined) &&
    region.risk_notes === undefined &&
    region.rejected_alternatives.length + region.semantic_dependencies.length === 0
  const repeated = (what: string, field: string, value: string, { reason }: Restatement): FoundProblem => ({
    ...{ kind: 'restatement', ...placeOf(commit, region), message: `${what} ${quoted(value)}. ${reason}` },
    fix: correctCommand(commit, region, { field, value, ...REPLACE_BY_REASON }),
  })
  if (intent !== undefined && isEmpty) return [repeated('The region says', 'intent', region.intent, intent)]
  // The rest of the region gives reasons, so that its intent serves as a title.
  return [
    ...(reasoning === undefined || region.reasoning === undefined
      ? []
      : [repeated('The reasoning says', 'reasoning', region.reasoning, reasoning)]),
    ...constraints.flatMap(({ text, repeats }) =>
      repeats === undefined ? [] : [repeated('The constraint says', 'constraints', text, repeats)],
    ),
  ]
}

/** For a merge, only its own changes are known, so its regions cannot be checked. */
function unchanged(
  region: Region,
  changed: ChangedFile | undefined,
  { commit }: CommitContext,
): readonly FoundProblem[] {
  if (region.file === undefined || changed !== undefined || commit.parents.length > 1) return []
  if (isFolderPath(region.file)) return []
  const message = `The commit did not change ${neutralisePath(region.file)}: the region was inferred from a change to other code.`
  return [{ kind: 'unchanged_file', ...placeOf(commit.id, region), message }]
}

/** Correction to a quote that exists. */
const REPLACE_QUOTE = { to: 'NEW_VALUE', reason: 'it was not there' }

function missingEvidence(
  region: Region,
  annotation: Pick<Annotation, 'provenance'> | undefined,
  context: CommitContext,
  call: CallOptions,
): ResultAsync<readonly FoundProblem[], GitError> {
  return safeTry(async function* () {
    const problems: FoundProblem[] = []
    const commit: CommitId = context.commit.id
    for (const evidence of region.evidence) {
      const verdict = yield* verdictOf(evidence, annotation, context, call)
      if (verdict?.found !== false) continue
      const { quote } = evidence
      const fix = quote && correctCommand(commit, region, { field: 'evidence', value: quote, ...REPLACE_QUOTE })
      const message = `${quoted(region.intent)} cites what is not there. ${verdict.reason}`
      problems.push({ kind: 'evidence_not_found', ...placeOf(commit, region), message, ...omitEmpty({ fix }) })
    }
    return ok(problems)
  })
}
