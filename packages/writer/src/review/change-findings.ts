import {
  isFolderPath,
  ok,
  omitEmpty,
  omitUndefined,
  safeTry,
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

/** What is wrong with the regions of a note when they are held against what their commit changed. */
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
      // What people know may be about any code: `record` states it on HEAD, whoever wrote the code.
      if (level === 'inferred') problems.push(...unchanged(region, changed, context))
      const missing = yield* missingEvidence(region, context, call)
      problems.push(...missing)
    }
    return ok(problems)
  })
}

/** Whether a citation is there. `undefined`: it cites what is not kept, so that nobody can tell. */
export function verdictOf(
  evidence: Evidence,
  context: CommitContext,
  call: CallOptions,
): ResultAsync<EvidenceVerdict | undefined, GitError> {
  return safeTry(async function* () {
    if (evidence.kind === 'author_context' && context.author === undefined) return ok(undefined)
    if (evidence.kind === 'discussion' && context.discussions === undefined) return ok(undefined)
    return verifyEvidence(evidence, context, call)
  })
}

function changedFile({ file }: Region, { files }: CommitContext): ChangedFile | undefined {
  return files.find(({ path, oldPath }) => path === file || oldPath === file)
}

/** Words that only repeat the change give way to the reason for it. Nothing is taken out: perhaps there was more to say. */
const SAYS_WHY = { to: 'NEW_VALUE', reason: 'it said what the change shows' }

function restatements(
  region: Region,
  changed: ChangedFile | undefined,
  context: CommitContext,
): readonly FoundProblem[] {
  const commit = context.commit.id
  const signature = region.ast_anchor?.signature
  const seen = restatementSources(context, changed, region.lines)
  // A rule is still one where the subject of its commit states it too; repeating a signature is stating none.
  const sources: RestatementSources = omitUndefined({ signature })
  const intent = findRestatement(region.intent, seen)
  const reasoning = region.reasoning === undefined ? undefined : findRestatement(region.reasoning, seen)
  const constraints = region.constraints.map(({ text }) => ({ text, repeats: findRestatement(text, sources) }))
  const isEmpty =
    (region.reasoning === undefined || reasoning !== undefined) &&
    constraints.every(({ repeats }) => repeats !== undefined) &&
    region.risk_notes === undefined &&
    region.rejected_alternatives.length + region.semantic_dependencies.length === 0
  const repeated = (what: string, field: string, value: string, { reason }: Restatement): FoundProblem => ({
    ...{ kind: 'restatement', ...placeOf(commit, region), message: `${what} ${quoted(value)}. ${reason}` },
    fix: correctCommand(commit, region, { field, value, ...SAYS_WHY }),
  })
  if (intent !== undefined && isEmpty) return [repeated('The region says', 'intent', region.intent, intent)]
  // What else the region says is why it is there: its intent is then a title.
  return [
    ...(reasoning === undefined || region.reasoning === undefined
      ? []
      : [repeated('The reasoning says', 'reasoning', region.reasoning, reasoning)]),
    ...constraints.flatMap(({ text, repeats }) =>
      repeats === undefined ? [] : [repeated('The constraint says', 'constraints', text, repeats)],
    ),
  ]
}

/** Of a merge only what it changed itself is known, so that nothing can be said against its regions. */
function unchanged(
  region: Region,
  changed: ChangedFile | undefined,
  { commit }: CommitContext,
): readonly FoundProblem[] {
  if (region.file === undefined || changed !== undefined || commit.parents.length > 1) return []
  if (isFolderPath(region.file)) return []
  const message = `The commit did not change ${neutralisePath(region.file)}: the region was inferred from a change that is none of its code.`
  return [{ kind: 'unchanged_file', ...placeOf(commit.id, region), message }]
}

/** The words that are really there. */
const CITES = { to: 'NEW_VALUE', reason: 'it was not there' }

function missingEvidence(
  region: Region,
  context: CommitContext,
  call: CallOptions,
): ResultAsync<readonly FoundProblem[], GitError> {
  return safeTry(async function* () {
    const problems: FoundProblem[] = []
    const commit: CommitId = context.commit.id
    for (const evidence of region.evidence) {
      const verdict = yield* verdictOf(evidence, context, call)
      if (verdict?.found !== false) continue
      const { quote } = evidence
      const fix = quote && correctCommand(commit, region, { field: 'evidence', value: quote, ...CITES })
      const message = `${quoted(region.intent)} cites what is not there. ${verdict.reason}`
      problems.push({ kind: 'evidence_not_found', ...placeOf(commit, region), message, ...omitEmpty({ fix }) })
    }
    return ok(problems)
  })
}
