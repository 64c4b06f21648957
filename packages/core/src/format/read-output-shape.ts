import type {
  AstAnchor,
  DependencyEntry,
  Evidence,
  IntactLines,
  QueryEcho,
  ReadOutput,
  ReadRegion,
  ReadStats,
  Recording,
  SemanticDependency,
  TrimmedInfo,
} from '@chronicle/schema'
import { REMEDY } from '../answer/answer-shape.ts'
import {
  CONSTRAINTS,
  CROSS_CUTTING,
  DIAGNOSTICS,
  FROM_HISTORY,
  HISTORY_STATS,
  HELD_BY_TESTS,
  LINES,
  REJECTED_ALTERNATIVES,
  RELATED,
  RESOLVED,
} from './field-shapes.ts'
import { list, optional, required, score, shape, type ObjectShape } from './object-shape.ts'

const anchor = shape<AstAnchor>({ type: required, name: required, signature: optional })

/** A region, key by key. */
export const READ_REGION_SHAPE: ObjectShape = shape<ReadRegion>({
  commit: required,
  timestamp: required,
  recorded: { keys: shape<Recording>({ by: optional, at: required, with: optional }) },
  context_level: required,
  confidence: { required: true, decimals: 2 },
  // Each scorer has factors of its own.
  confidence_factors: required,
  confidence_scores: score,
  file: required,
  recorded_file: optional,
  ast_anchor: { keys: anchor },
  current_anchor: optional,
  about: optional,
  lines: LINES,
  current_lines: LINES,
  survival: score,
  intact_lines: { keys: shape<IntactLines>({ intact: required, recorded: required }) },
  freshness: required,
  drifted_by: list,
  outlived: optional,
  comment: optional,
  also_on: list,
  summary: optional,
  task: optional,
  intent: required,
  reasoning: optional,
  constraints: CONSTRAINTS,
  risk_notes: optional,
  rejected_alternatives: REJECTED_ALTERNATIVES,
  evidence: {
    list: true,
    keys: shape<Evidence>({ kind: required, quote: optional, file: optional, lines: LINES }),
  },
  semantic_dependencies: {
    list: true,
    keys: shape<SemanticDependency>({ file: required, anchor: required, nature: required }),
  },
  tags: list,
  corrections: list,
  related: RELATED,
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
  remedy: REMEDY,
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
  from_history: FROM_HISTORY,
  dependencies_on_this: { required: true, list: true, keys: dependency },
  cross_cutting: CROSS_CUTTING,
  held_by_tests: HELD_BY_TESTS,
  ambiguous_anchor: optional,
  resolved: RESOLVED,
  stats: {
    required: true,
    keys: shape<ReadStats>({
      commits_examined: required,
      annotations_found: required,
      regions_returned: required,
      gone_regions: optional,
      quoted_regions: optional,
      related_hops: required,
      revisions_examined: required,
      dependencies: required,
      history: HISTORY_STATS,
    }),
  },
  diagnostics: DIAGNOSTICS,
  trimmed: { required: true, keys: trimmed },
})
