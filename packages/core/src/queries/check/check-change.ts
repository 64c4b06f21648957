import {
  CHECK_OUTPUT_SCHEMA,
  err,
  ok,
  okAsync,
  omitUndefined,
  safeTry,
  type CheckedFile,
  type CheckOutput,
  type CommitId,
  type Diagnostic,
  type RepoPath,
  type Result,
  type ResultAsync,
} from '@chronicle/schema'
import type { CallOptions } from '../../contracts/call-options.ts'
import { codedError } from '../../contracts/coded-error.ts'
import type { FileChange } from '../../contracts/git-backend.ts'
import { folderNow } from '../../place/renamed-folders.ts'
import { distinctDiagnostics } from '../../read/assemble-output.ts'
import { isRewrittenNotice } from '../../reconcile/rewritten-notice.ts'
import { notedElsewhere, otherBranchesNotice, type ElsewhereNoted } from '../../read/other-branches.ts'
import { unitNamed } from '../../read/find-current-unit.ts'
import { createListUnits } from '../../read/outlines.ts'
import type { QueryContext } from '../../read/query-context.ts'
import { createReadHistoriesAhead } from '../../history/histories-ahead.ts'
import type { ReadContext } from '../../read/read-context.ts'
import { findFilterProblem } from '../../read/resolve-query.ts'
import type { ReadError } from '../../read/read-error.ts'
import { openQuery, type OpenedQuery } from '../place-query.ts'
import { requireCount } from '../require-count.ts'
import { DEFAULT_MAX_FINDINGS, formatChange, UNCOMMITTED, type CheckQuery } from './check-query.ts'
import { changesOfBoth } from './changes-of-both.ts'
import { createFindMovedCode } from './carried-code.ts'
import { separateAcknowledged } from './acknowledged-findings.ts'
import { dependentFindings } from './dependent-findings.ts'
import type { DraftFinding } from './finding-claim.ts'
import { folderFindings } from './folder-findings.ts'
import { missingTestFindings } from './missing-test-findings.ts'
import { groupFindings } from './group-findings.ts'
import { namedChanges } from './named-changes.ts'
import { mostAtRiskFirst } from './order-findings.ts'
import { recordedChanges } from './recorded-changes.ts'
import { regionFindings } from './region-findings.ts'
import { resolveChange, type ResolvedChange } from './resolve-change.ts'
import { checkedFile, openTouchedFile, type TouchedFile } from './touched-file.ts'
import { findTouchedRegions } from './touched-regions.ts'
import { withUntrackedRenames } from './untracked-renames.ts'

/** Returns what was recorded, before a change, about the code that the change touches. */
export function checkChange(
  query: CheckQuery,
  base: QueryContext,
  call: CallOptions,
): ResultAsync<CheckOutput, ReadError> {
  return safeTry(async function* () {
    const { minConfidence = 0, maxFindings = DEFAULT_MAX_FINDINGS } = query
    yield* requireQuery(query)
    const diagnostics: Diagnostic[] = []
    const context: ReadContext = { ...base, call, report: (diagnostic) => void diagnostics.push(diagnostic) }
    if (context.git.diff === undefined) {
      const message = `The git backend ${context.git.name} cannot compare states of the files. Use one that can, such as git-cli.`
      return err(codedError('unsupported', message))
    }
    const change = yield* resolveChange(query.change, context)
    const own = yield* checkStates(change, context.git.diff, context)
    const lost = yield* checkMerged(change, context.git.diff, context)
    const met = yield* checkAgainstTarget(change, own, context.git.diff, context)
    const known = new Set(own.files.map(({ file }) => file))
    const files = [...own.files, ...lost.files.filter(({ file }) => !known.has(file))]
    const findings = [...own.findings, ...lost.findings, ...met]
    if (findings.length === 0 && !diagnostics.some(isRewrittenNotice)) {
      const notice = yield* noticeOfOtherBranches(change, own)
      if (notice !== undefined) diagnostics.push(notice)
    }
    const found = mostAtRiskFirst(findings.filter(({ confidence }) => confidence >= minConfidence))
    const { acknowledged, open } = yield* separateAcknowledged(found, change, own.commits, context)
    const returned = open.slice(0, maxFindings)
    return ok({
      $schema: CHECK_OUTPUT_SCHEMA,
      query: echo(query, change),
      findings: returned,
      acknowledged: acknowledged.slice(0, maxFindings),
      files,
      stats: {
        files: files.length,
        findings_found: open.length,
        findings_returned: returned.length,
        findings_acknowledged: acknowledged.length,
        // The findings are sorted by risk, highest first.
        ...(open[0] !== undefined && { highest_risk: open[0].risk }),
      },
      diagnostics: distinctDiagnostics(diagnostics),
      trimmed: null,
    })
  })
}

function requireQuery({ minConfidence, maxFindings, maxTokens }: CheckQuery): Result<void, ReadError> {
  const problem = findFilterProblem('minConfidence', minConfidence)
  if (problem !== undefined) return err(codedError('invalid_query', problem))
  return requireCount(omitUndefined({ 'maximum of findings': maxFindings, 'token budget': maxTokens }))
}

/** The changed files and the findings about them. */
interface CheckedStates extends Pick<CheckedChange, 'commits' | 'findings' | 'opened'> {
  readonly files: readonly CheckedFile[]
  readonly changes: readonly FileChange[]
}

/**
 * Returns a diagnostic if no commit of `HEAD`, but one of another branch, has a note about a file of uncommitted edits.
 * While a merge is under way, its branches are no others.
 */
function noticeOfOtherBranches(
  { base, head, merged }: ResolvedChange,
  { files, opened }: CheckedStates,
): ResultAsync<Diagnostic | undefined, ReadError> {
  return safeTry(async function* () {
    if (base === undefined || head !== undefined || merged !== undefined || opened === undefined) return ok(undefined)
    const { context, view } = opened
    const paths = files.map(({ file, old_file: old }) => (old ?? file) as RepoPath)
    const noted: ElsewhereNoted[] = []
    for (const path of yield* view.mentioned(paths, context.call)) {
      const { isNotedHere, ...found } = yield* notedElsewhere([path], view, { head: base }, context)
      if (!isNotedHere && found.elsewhere.length > 0) noted.push(found)
    }
    return otherBranchesNotice(noted, undefined, view, { at: 'HEAD', head: base }, context)
  })
}

type Diff = NonNullable<ReadContext['git']['diff']>

/** Compares and checks two states; given `own`, only what those changes of the same end touch too. */
function checkStates(
  change: ResolvedChange,
  diff: Diff,
  context: ReadContext,
  own?: readonly FileChange[],
): ResultAsync<CheckedStates, ReadError> {
  return safeTry(async function* () {
    const tracked = yield* diff({ from: change.from, to: change.to }, context.call)
    const all = yield* withUntrackedRenames(tracked, change, context)
    const changes = own === undefined ? all : changesOfBoth(all, own)
    const named = namedChanges(changes, context.report)
    const { commits, files, findings, opened } = yield* checkFiles([...named.values()], change, context)
    const touchedIn = (each: FileChange): TouchedFile | undefined => {
      const checked = named.get(each)
      return checked && files.get(checked)
    }
    return ok({
      ...{ changes, commits, files: changes.map((each) => checkedFile(each, touchedIn(each))), findings },
      ...omitUndefined({ opened }),
    })
  })
}

/**
 * Checks the result of a merge against each commit that it merges: what only the merged sides recorded, about code that
 * the result does not take over as it is there. Code that another merged side had changed already is that side's work.
 */
function checkMerged(
  change: ResolvedChange,
  diff: Diff,
  context: ReadContext,
): ResultAsync<Pick<CheckedStates, 'files' | 'findings'>, ReadError> {
  return safeTry(async function* () {
    const { base, merged = [], to } = change
    if (base === undefined || context.git.history === undefined) return ok({ files: [], findings: [] })
    const sides: MergedSide[] = []
    for (const side of merged) {
      const brought = yield* context.git.history({ from: side, exclude: [base] }, context.call)
      const states: ResolvedChange = { from: { commit: side }, to, base: side, head: undefined }
      const { files, findings } = yield* checkStates(states, diff, context)
      sides.push({ brought: new Set(brought.map(({ id }) => id)), files, findings })
    }
    return ok(findingsOfSides(sides))
  })
}

/**
 * Checks a change since a merge base against what only the branch that it is compared with has recorded: the change
 * will be merged there.
 */
function checkAgainstTarget(
  { head, target, to }: ResolvedChange,
  own: CheckedStates,
  diff: Diff,
  context: ReadContext,
): ResultAsync<readonly DraftFinding[], ReadError> {
  return safeTry(async function* () {
    const { opened } = own
    if (target === undefined || opened === undefined || own.changes.length === 0 || context.git.history === undefined)
      return ok([])
    const ahead = yield* context.git.history({ from: target, exclude: head === undefined ? [] : [head] }, context.call)
    const ids = ahead.map(({ id }) => id)
    // Mostly nothing was recorded since, and a second comparison is not needed.
    const noted = yield* opened.view.find(ids, context.call)
    if (noted.size === 0) return ok([])
    const commits = new Set<string>(ids)
    const states: ResolvedChange = { from: { commit: target }, to, base: target, head }
    const { findings } = yield* checkStates(states, diff, context, own.changes)
    const known = new Set(own.findings.map(({ claim }) => claim))
    const unitsBefore = createListUnits(opened.queried, context)
    const met: DraftFinding[] = []
    for (const finding of findings) {
      if (!commits.has(finding.commit) || known.has(finding.claim)) continue
      const { anchor, file, gone } = finding
      // What the other branch added itself is not there either, and is not gone.
      const before = gone === true ? ((await unitsBefore(file)) ?? []) : []
      if (gone !== true || (anchor !== undefined && unitNamed(before, anchor) !== undefined)) met.push(finding)
    }
    return ok(met)
  })
}

interface MergedSide extends Pick<CheckedStates, 'files' | 'findings'> {
  /** Its commits that `HEAD` lacks. */
  readonly brought: ReadonlySet<string>
}

/** Keeps the findings about commits that were merged, each once, if every side that has the commit has the finding. */
function findingsOfSides(sides: readonly MergedSide[]): Pick<CheckedStates, 'files' | 'findings'> {
  const claims = sides.map(({ findings }) => new Set(findings.map(({ claim }) => claim)))
  const findings = sides.flatMap((side, index) =>
    side.findings.filter(({ claim, commit }) => {
      if (!side.brought.has(commit)) return false
      const owners = [...sides.keys()].filter((other) => sides[other]?.brought.has(commit))
      return owners[0] === index && owners.every((other) => claims[other]?.has(claim))
    }),
  )
  const named = new Set(findings.map(({ file }) => file))
  const files = new Map(sides.flatMap(({ files }) => files.map((file) => [file.file, file] as const)))
  return { files: [...files.values()].filter(({ file }) => named.has(file)), findings }
}

interface CheckedChange {
  readonly files: ReadonlyMap<FileChange, TouchedFile>
  readonly findings: readonly DraftFinding[]
  /** The commits of the change. */
  readonly commits: ReadonlySet<CommitId>
  /** The state before the change. Absent before the first commit. */
  readonly opened?: OpenedQuery
}

function checkFiles(
  changes: readonly FileChange[],
  { base, head, to }: ResolvedChange,
  context: ReadContext,
): ResultAsync<CheckedChange, ReadError> {
  return safeTry(async function* () {
    const files = new Map<FileChange, TouchedFile>()
    // Before the first commit, nothing was recorded.
    if (base === undefined) return ok({ files, findings: [], commits: new Set() })
    const opened = yield* openQuery(base, context, context.call, context.report)
    const own = yield* commitsOf(base, head, opened)
    const unitsOf = createListUnits(opened.queried, context)
    const { named, ruled } = yield* recordedChanges(changes, opened)
    const held = changes.filter((change) => named.has(change) || ruled.has(change))
    const findCarried = createFindMovedCode(changes, to, opened)
    const findings: DraftFinding[] = [...(yield* folderFindings(held, ruled, to, opened))]
    const checked = changes.filter((change) => named.has(change))
    const startNext = createReadHistoriesAhead(
      checked.map(({ oldPath }) => oldPath),
      base,
      context,
    )
    for (const [index, change] of checked.entries()) {
      startNext(index)
      const file = yield* openTouchedFile(change, to, opened)
      if (file === undefined) continue
      const touched = file
      files.set(change, touched)
      const regions = yield* findTouchedRegions(touched, findCarried, opened)
      findings.push(...regions.flatMap((region) => regionFindings(region, touched)))
      const tests = yield* missingTestFindings(touched, changes, to, opened, unitsOf)
      findings.push(...tests)
      // The code that others rely on is unchanged.
      if (touched.sameCode) continue
      const dependents = yield* dependentFindings(touched, own, findCarried, opened, unitsOf)
      findings.push(...dependents)
    }
    const groups = yield* groupFindings([...files.values()], changes, own, opened)
    const renamed = yield* opened.placing.renamedFolders(opened.view)
    const all = [...findings, ...groups].map((each) => ({
      ...each,
      // The old name of a renamed folder may exist again.
      ...omitUndefined({
        folder: each.folder && (each.file.startsWith(each.folder) ? each.folder : folderNow(each.folder, renamed)),
      }),
    }))
    return ok({ files, findings: all, commits: own, opened })
  })
}

/** Returns the commits of the change. Their own annotations are part of the change, not something it may break. */
function commitsOf(
  base: CommitId,
  head: CommitId | undefined,
  { context }: OpenedQuery,
): ResultAsync<ReadonlySet<CommitId>, ReadError> {
  const { call, git } = context
  if (head === undefined || git.history === undefined) return okAsync(new Set())
  return git.history({ from: head, exclude: [base] }, call).map((commits) => new Set(commits.map(({ id }) => id)))
}

function echo(query: CheckQuery, { base, head }: ResolvedChange): CheckOutput['query'] {
  const { change = UNCOMMITTED, minConfidence, maxFindings = DEFAULT_MAX_FINDINGS, maxTokens } = query
  return {
    change: formatChange(change),
    ...omitUndefined({ base, head, min_confidence: minConfidence }),
    max_findings: maxFindings,
    ...omitUndefined({ max_tokens: maxTokens }),
  }
}
