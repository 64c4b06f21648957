import {
  QUALITY_FINDING_KINDS,
  type QualityFinding,
  type QualityFindingKind,
  type QualityFindingSeverity,
  type QualityReport,
} from '@chronicle/schema'

/** A finding without its severity, which follows from its kind. */
export type FoundProblem = Omit<QualityFinding, 'severity'>

/** Collects findings up to a limit for each kind, and counts all of them. */
export interface FindingList {
  add(problem: FoundProblem): void
  /** Ordered by kind, then by when they were added. */
  readonly findings: readonly QualityFinding[]
  readonly counts: QualityReport['counts']
}

const SEVERITIES: Readonly<Record<QualityFindingKind, QualityFindingSeverity>> = {
  secret_in_note: 'error',
  malformed_note: 'error',
  unknown_schema: 'warning',
  notes_not_fetched: 'warning',
  invalid_configuration: 'error',
  identity_unknown: 'error',
  cache_not_writable: 'warning',
  hooks_broken: 'warning',
  unsafe_refspec: 'warning',
  notes_copied_by_git: 'warning',
  index_damaged: 'warning',
  open_correction: 'warning',
  dead_anchor: 'warning',
  dead_reference: 'warning',
  evidence_not_found: 'warning',
  constraint_without_source: 'warning',
  restatement: 'info',
  unchanged_file: 'info',
  concatenated_note: 'info',
  duplicate_region: 'info',
  missing_commit: 'info',
  commit_out_of_history: 'info',
  rewritten_commits: 'warning',
  shallow_history: 'info',
  no_commit_graph: 'info',
}

export function createFindingList(perKind: number): FindingList {
  const listed = new Map<QualityFindingKind, QualityFinding[]>()
  const counts = new Map<QualityFindingKind, number>()
  return {
    add({ kind, ...rest }) {
      const count = (counts.get(kind) ?? 0) + 1
      counts.set(kind, count)
      if (count > perKind) return
      const findings = listed.get(kind) ?? []
      findings.push({ kind, severity: SEVERITIES[kind], ...rest })
      listed.set(kind, findings)
    },
    get findings() {
      return QUALITY_FINDING_KINDS.flatMap((kind) => listed.get(kind) ?? [])
    },
    get counts() {
      const known = QUALITY_FINDING_KINDS.filter((kind) => counts.has(kind))
      return Object.fromEntries(known.map((kind) => [kind, counts.get(kind) ?? 0]))
    },
  }
}

/** Returns a report with more findings, such as those about the local machine. */
export function withFindings(report: QualityReport, problems: readonly FoundProblem[]): QualityReport {
  const more = createFindingList(Infinity)
  for (const problem of problems) more.add(problem)
  const findings = [...report.findings, ...more.findings]
  const count = (kind: QualityFindingKind): number => (report.counts[kind] ?? 0) + (more.counts[kind] ?? 0)
  const kinds = QUALITY_FINDING_KINDS.filter((kind) => count(kind) > 0)
  return {
    ...report,
    findings: kinds.flatMap((kind) => findings.filter((finding) => finding.kind === kind)),
    counts: Object.fromEntries(kinds.map((kind) => [kind, count(kind)])),
  }
}
