import type {
  AstAnchor,
  ConfidenceFactors,
  ConfidenceScores,
  Constraint,
  CrossCuttingEntry,
  DependencyEntry,
  Diagnostic,
  Evidence,
  LineRange,
  QueryEcho,
  ReadOutput,
  ReadRegion,
  ReadStats,
  RejectedAlternative,
  ResolvedRelated,
  ResolvedUnit,
  SemanticDependency,
  TrimmedInfo,
} from '@chronicle/schema'
import { list, optional, required, score, shape, type ObjectShape } from './object-shape.ts'

const lineRange = shape<LineRange>({ start: required, end: required })
const constraint = shape<Constraint>({ text: required, source: required })
const anchor = shape<AstAnchor>({ type: required, name: required, signature: optional })

/** A region, key by key. */
export const READ_REGION_SHAPE: ObjectShape = shape<ReadRegion>({
  commit: required,
  timestamp: required,
  context_level: required,
  confidence: { required: true, decimals: 2 },
  confidence_factors: {
    required: true,
    keys: shape<ConfidenceFactors>({
      recency: required,
      context_level: required,
      anchor_match: required,
      provenance: required,
    }),
  },
  confidence_scores: {
    required: true,
    keys: shape<ConfidenceScores>({ recency: score, context_level: score, anchor_stability: score, provenance: score }),
  },
  file: required,
  recorded_file: optional,
  ast_anchor: { keys: anchor },
  lines: { keys: lineRange },
  current_lines: { keys: lineRange },
  survival: score,
  freshness: required,
  drifted_by: list,
  summary: optional,
  task: optional,
  intent: required,
  reasoning: optional,
  constraints: { required: true, list: true, keys: constraint },
  risk_notes: optional,
  rejected_alternatives: { list: true, keys: shape<RejectedAlternative>({ approach: required, reason: required }) },
  evidence: {
    list: true,
    keys: shape<Evidence>({ kind: required, quote: optional, file: optional, lines: { keys: lineRange } }),
  },
  semantic_dependencies: {
    list: true,
    keys: shape<SemanticDependency>({ file: required, anchor: required, nature: required }),
  },
  tags: list,
  corrections: list,
  related: {
    list: true,
    keys: shape<ResolvedRelated>({
      commit: required,
      anchor: required,
      relationship: required,
      hop: required,
      confidence: { decimals: 2 },
      intent: optional,
      file: optional,
      unresolved: optional,
    }),
  },
})

const dependency = shape<DependencyEntry>({
  from_file: required,
  from_anchor: required,
  nature: required,
  commit: required,
  on_anchor: optional,
  on_file: optional,
  confidence: { decimals: 2 },
})

const trimmed = shape<TrimmedInfo>({
  original_regions: required,
  returned_regions: required,
  dropped_commits: { required: true, list: true },
  strategy: required,
  estimated_tokens: required,
  dropped_fields: list,
  dropped_entries: optional,
  hint: optional,
  over_budget: optional,
})

/** The `chronicle-read/v1` document, key by key. */
export const READ_OUTPUT_SHAPE: ObjectShape = shape<ReadOutput>({
  $schema: required,
  query: {
    required: true,
    keys: shape<QueryEcho>({
      file: required,
      anchor: optional,
      lines: optional,
      depth: required,
      at: required,
      commit: required,
      since: optional,
      tags: list,
      context_level: optional,
      min_confidence: optional,
      max_regions: required,
      max_tokens: optional,
    }),
  },
  regions: { required: true, list: true, keys: READ_REGION_SHAPE },
  dependencies_on_this: { required: true, list: true, keys: dependency },
  cross_cutting: {
    required: true,
    list: true,
    keys: shape<CrossCuttingEntry>({
      description: required,
      regions: { required: true, list: true },
      nature: optional,
      commit: required,
    }),
  },
  ambiguous_anchor: optional,
  resolved: {
    list: true,
    keys: shape<ResolvedUnit>({
      file: required,
      anchor: optional,
      type: optional,
      lines: { required: true, keys: lineRange },
      uncommitted_lines: { list: true, keys: lineRange },
    }),
  },
  stats: {
    required: true,
    keys: shape<ReadStats>({
      commits_examined: required,
      annotations_found: required,
      regions_returned: required,
      related_hops: required,
      blame: required,
      dependencies: required,
    }),
  },
  diagnostics: {
    required: true,
    list: true,
    keys: shape<Diagnostic>({
      code: required,
      severity: required,
      message: required,
      commit: optional,
      path: optional,
    }),
  },
  trimmed: { required: true, keys: trimmed },
})
