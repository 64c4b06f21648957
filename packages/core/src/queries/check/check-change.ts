import {
  CHECK_OUTPUT_SCHEMA,
  err,
  ok,
  type CheckOutput,
  type CommitId,
  type Diagnostic,
  type Result,
} from '@chronicle/schema'
import type { CallOptions } from '../../contracts/call-options.ts'
import { codedError } from '../../contracts/coded-error.ts'
import type { FileChange } from '../../contracts/git-backend.ts'
import { distinctDiagnostics } from '../../read/assemble-output.ts'
import { createUnitsOf } from '../../read/outlines.ts'
import type { QueryContext } from '../../read/query-context.ts'
import type { ReadContext } from '../../read/read-context.ts'
import type { ReadError } from '../../read/read-error.ts'
import { createFilesNow } from '../files-now.ts'
import { openQuery, type Opened } from '../place-query.ts'
import { requireCount } from '../require-count.ts'
import { DEFAULT_MAX_FINDINGS, formatChange, type CheckQuery } from './check-query.ts'
import { answerFindings } from './acknowledged-findings.ts'
import { dependentFindings } from './dependent-findings.ts'
import type { DraftFinding } from './finding-claim.ts'
import { goneTests } from './gone-tests.ts'
import { groupFindings } from './group-findings.ts'
import { mostAtRiskFirst } from './order-findings.ts'
import { recordedChanges } from './recorded-changes.ts'
import { regionFindings } from './region-findings.ts'
import { resolveChange, type ResolvedChange } from './resolve-change.ts'
import { checkedFile, openTouchedFile, type TouchedFile } from './touched-file.ts'
import { findTouchedRegions } from './touched-regions.ts'

/** What was recorded, before a change, on the code that the change touches. */
export async function checkChange(
  query: CheckQuery,
  base: QueryContext,
  call: CallOptions,
): Promise<Result<CheckOutput, ReadError>> {
  const { minConfidence = 0, maxFindings = DEFAULT_MAX_FINDINGS } = query
  const valid = requireQuery(query)
  if (valid.isErr()) return err(valid.error)
  const diagnostics: Diagnostic[] = []
  const context: ReadContext = { ...base, call, report: (diagnostic) => void diagnostics.push(diagnostic) }
  if (context.git.diff === undefined) {
    const message = `The git backend ${context.git.name} cannot compare states of the files. Use one that can, such as git-cli.`
    return err(codedError('unsupported', message))
  }
  const resolved = await resolveChange(query.change, context)
  if (resolved.isErr()) return err(resolved.error)
  const change = resolved.value
  const changes = await context.git.diff({ from: change.from, to: change.to }, call)
  if (changes.isErr()) return err(changes.error)

  const checked = await checkFiles(changes.value, change, context)
  if (checked.isErr()) return err(checked.error)
  const { commits, files, findings } = checked.value
  const found = mostAtRiskFirst(findings.filter(({ confidence }) => confidence >= minConfidence))
  const answered = await answerFindings(found, change, commits, context)
  if (answered.isErr()) return err(answered.error)
  const { acknowledged, open } = answered.value
  const returned = open.slice(0, maxFindings)
  return ok({
    $schema: CHECK_OUTPUT_SCHEMA,
    query: echo(query, change),
    findings: returned,
    acknowledged: acknowledged.slice(0, maxFindings),
    files: changes.value.map((each) => checkedFile(each, files.get(each))),
    stats: {
      files: changes.value.length,
      findings_found: open.length,
      findings_returned: returned.length,
      findings_acknowledged: acknowledged.length,
      // The most at risk come first.
      ...(open[0] === undefined ? {} : { highest_risk: open[0].risk }),
    },
    diagnostics: distinctDiagnostics(diagnostics),
    trimmed: null,
  })
}

function requireQuery({ minConfidence, maxFindings, maxTokens }: CheckQuery): Result<void, ReadError> {
  if (minConfidence !== undefined && !(minConfidence >= 0 && minConfidence <= 1)) {
    return err(codedError('invalid_query', `The minimum confidence ${minConfidence} is not between 0 and 1.`))
  }
  return requireCount({
    ...(maxFindings === undefined ? {} : { 'maximum of findings': maxFindings }),
    ...(maxTokens === undefined ? {} : { 'token budget': maxTokens }),
  })
}

interface Checked {
  readonly files: ReadonlyMap<FileChange, TouchedFile>
  readonly findings: readonly DraftFinding[]
  /** The commits that the change is made of. */
  readonly commits: ReadonlySet<CommitId>
}

async function checkFiles(
  changes: readonly FileChange[],
  { base, head, to }: ResolvedChange,
  context: ReadContext,
): Promise<Result<Checked, ReadError>> {
  const files = new Map<FileChange, TouchedFile>()
  // Nothing was recorded before a first commit.
  if (base === undefined) return ok({ files, findings: [], commits: new Set() })
  const opened = await openQuery(base, context, context.call, context.report)
  if (opened.isErr()) return err(opened.error)
  const own = await commitsOf(base, head, opened.value)
  if (own.isErr()) return err(own.error)
  const unitsOf = createUnitsOf(opened.value.standpoint, context)
  const filesNow = createFilesNow(opened.value)
  const findings: DraftFinding[] = []
  const recorded = await recordedChanges(changes, filesNow, opened.value)
  if (recorded.isErr()) return err(recorded.error)
  for (const change of changes) {
    if (!recorded.value.has(change)) continue
    const file = await openTouchedFile(change, to, opened.value)
    if (file.isErr()) return err(file.error)
    if (file.value === undefined) continue
    const touched = file.value
    files.set(change, touched)
    const regions = await findTouchedRegions(touched, opened.value)
    if (regions.isErr()) return err(regions.error)
    findings.push(...regions.value.flatMap((region) => regionFindings(region, touched)))
    const tests = await goneTests(touched, changes, to, opened.value, filesNow, unitsOf)
    if (tests.isErr()) return err(tests.error)
    findings.push(...tests.value)
    // Nothing that others rely on is another one than before.
    if (touched.sameCode) continue
    const dependents = await dependentFindings(touched, own.value, opened.value, unitsOf, filesNow)
    if (dependents.isErr()) return err(dependents.error)
    findings.push(...dependents.value)
  }
  const groups = await groupFindings([...files.values()], changes, own.value, opened.value)
  if (groups.isErr()) return err(groups.error)
  return ok({ files, findings: [...findings, ...groups.value], commits: own.value })
}

/** The commits that the change is made of: what they are annotated with is part of it, not what it may break. */
async function commitsOf(
  base: CommitId,
  head: CommitId | undefined,
  { context }: Opened,
): Promise<Result<ReadonlySet<CommitId>, ReadError>> {
  if (head === undefined || context.git.history === undefined) return ok(new Set())
  const entries = await context.git.history({ from: head, exclude: [base] }, context.call)
  return entries.map((commits) => new Set(commits.map(({ id }) => id)))
}

function echo(query: CheckQuery, { base, head }: ResolvedChange): CheckOutput['query'] {
  const { change, minConfidence, maxFindings = DEFAULT_MAX_FINDINGS, maxTokens } = query
  return {
    change: formatChange(change),
    ...(base === undefined ? {} : { base }),
    ...(head === undefined ? {} : { head }),
    ...(minConfidence === undefined ? {} : { min_confidence: minConfidence }),
    max_findings: maxFindings,
    ...(maxTokens === undefined ? {} : { max_tokens: maxTokens }),
  }
}
