import * as z from 'zod'
import type { Diagnostic } from '../coded-error.ts'
import { remedySchema } from './remedy-schema.ts'
import {
  READ_OUTPUT_SCHEMA,
  type ConfidenceFactors,
  type ConfidenceScores,
  type CrossCuttingEntry,
  type DependencyEntry,
  type HeldByTest,
  type IntactLines,
  type QueryEcho,
  type ReadErrorOutput,
  type ReadOutput,
  type ReadRegion,
  type ReadStats,
  type Recording,
  type ResolvedRelated,
  type ResolvedUnit,
  type TrimmedInfo,
} from '../read-output.ts'
import {
  astAnchorSchema,
  constraintSchema,
  contextLevelSchema,
  evidenceSchema,
  lineRangeSchema,
  rejectedAlternativeSchema,
  semanticDependencySchema,
  shownCorrectionSchema,
} from './annotation-parts.ts'
import { exactly } from './exactly.ts'
import { historyReasonSchema, placeHistoryStatsSchema } from './history-reason-schema.ts'
import { defined, described } from './schema-texts.ts'

const optional = z.exactOptional
const count = z.int().min(0)
const line = z.int().min(1)
const share = z.number().min(0).max(1)

const queryEcho: z.ZodType<QueryEcho> = defined(
  'QueryEcho',
  exactly<QueryEcho>()(
    z.strictObject({
      file: described(z.union([z.string(), z.array(z.string())]), 'One path, or several for a multi-file query.'),
      anchor: optional(z.string()),
      lines: optional(described(z.tuple([line, line]), 'From 1, both ends included.')),
      depth: count,
      at: described(z.string(), 'WORKTREE, INDEX, HEAD or the revision as given.'),
      commit: described(z.string(), 'The commit that `at` stands on.'),
      since: optional(z.string()),
      tags: optional(z.array(z.string())),
      context_level: optional(contextLevelSchema),
      min_confidence: optional(z.number()),
      max_regions: count,
      max_tokens: optional(count),
    }),
  ),
  'The query as it was understood, with every default filled in.',
)

const anchorMatch = described(
  z.enum(['exact', 'signature_changed', 'unqualified', 'fuzzy', 'line_overlap', 'gone', 'whole_file']),
  'How the region matched the query, and how well its anchor still matches the code.',
)

const confidenceFactors: z.ZodType<ConfidenceFactors> = exactly<ConfidenceFactors>()(
  described(
    z.object({ anchor_match: anchorMatch }).catchall(z.string()),
    'The factors in words, by name; each scorer has its own.',
  ),
)

const confidenceScores: z.ZodType<ConfidenceScores> = described(
  exactly<ConfidenceScores>()(z.record(z.string(), share)),
  'The factors as numbers, by name; each scorer has its own.',
)

export const resolvedRelatedSchema: z.ZodType<ResolvedRelated> = defined(
  'ResolvedRelated',
  exactly<ResolvedRelated>()(
    z.strictObject({
      commit: z.string(),
      anchor: z.string(),
      relationship: z.string(),
      hop: described(z.int().min(1), 'Hops from the region: 1 for a direct link.'),
      confidence: optional(share),
      intent: optional(z.string()),
      file: optional(z.string()),
      unresolved: optional(
        described(z.enum(['no_annotation', 'no_region', 'malformed_note', 'retracted']), 'Why there is no `intent`.'),
      ),
    }),
  ),
  'A linked annotation, resolved.',
)

const recordingSchema: z.ZodType<Recording> = defined(
  'Recording',
  exactly<Recording>()(
    z.strictObject({
      by: optional(described(z.string(), 'Name of the person or agent.')),
      at: described(z.string(), 'RFC 3339.'),
      with: optional(described(z.string(), 'The tool or model.')),
    }),
  ),
  'Who made an annotation, when, and with what.',
)

const intactLines: z.ZodType<IntactLines> = described(
  exactly<IntactLines>()(z.strictObject({ intact: count, recorded: count })),
  'Recorded lines that nobody has changed, of how many.',
)

export const readRegionSchema: z.ZodType<ReadRegion> = defined(
  'ReadRegion',
  exactly<ReadRegion>()(
    z.strictObject({
      commit: z.string(),
      timestamp: described(z.string(), 'When the annotated commit was made.'),
      recorded: optional(recordingSchema),
      context_level: contextLevelSchema,
      confidence: described(share, 'Rounded to two decimals.'),
      confidence_factors: confidenceFactors,
      confidence_scores: confidenceScores,
      file: described(z.string(), 'The path as it is called at the queried revision.'),
      recorded_file: optional(described(z.string(), 'The path the note names, when the file was renamed since.')),
      ast_anchor: optional(astAnchorSchema),
      current_anchor: optional(described(z.string(), 'What the unit is called now, when that is another name.')),
      about: optional(
        described(
          z.enum(['enclosing_unit', 'file', 'folder', 'repository']),
          'Wider than the place asked for: what it is about.',
        ),
      ),
      lines: described(optional(lineRangeSchema), 'The lines as recorded at `commit`.'),
      current_lines: described(optional(lineRangeSchema), 'The whole place now.'),
      survival: described(share, 'Share of the recorded lines that nobody has changed since `commit`.'),
      intact_lines: optional(intactLines),
      freshness: z.enum(['fresh', 'moved', 'drifted', 'orphaned']),
      drifted_by: optional(
        described(z.array(z.string()), 'Commits that changed the region since, newest first; or `uncommitted`.'),
      ),
      outlived: optional(
        described(z.literal(true), 'Nothing that the commit wrote is left; what still binds is given.'),
      ),
      comment: optional(described(z.enum(['stands', 'changed']), 'The comment that this was taken from.')),
      also_on: optional(described(z.array(z.string()), 'Other commits on which the same is recorded, newest first.')),
      summary: optional(z.string()),
      task: optional(z.string()),
      intent: z.string(),
      reasoning: optional(z.string()),
      constraints: z.array(constraintSchema),
      risk_notes: optional(z.string()),
      rejected_alternatives: optional(z.array(rejectedAlternativeSchema)),
      evidence: optional(z.array(evidenceSchema)),
      semantic_dependencies: optional(z.array(semanticDependencySchema)),
      tags: optional(z.array(z.string())),
      corrections: optional(z.array(shownCorrectionSchema)),
      related: optional(z.array(resolvedRelatedSchema)),
    }),
  ),
  'One annotated region, scored. `intent` and `constraints` are always present.',
)

const dependencyEntrySchema: z.ZodType<DependencyEntry> = defined(
  'DependencyEntry',
  exactly<DependencyEntry>()(
    z.strictObject({
      from_file: z.string(),
      from_anchor: z.string(),
      nature: z.string(),
      commit: z.string(),
      on_anchor: optional(z.string()),
      on_file: optional(z.string()),
      confidence: optional(share),
    }),
  ),
  'Code elsewhere that declares an assumption about the queried code.',
)

export const crossCuttingEntrySchema: z.ZodType<CrossCuttingEntry> = defined(
  'CrossCuttingEntry',
  exactly<CrossCuttingEntry>()(
    z.strictObject({
      description: z.string(),
      regions: z.array(z.string()),
      nature: optional(z.string()),
      commit: z.string(),
    }),
  ),
  'Places that must change together, the queried code among them.',
)

export const heldByTestSchema: z.ZodType<HeldByTest> = defined(
  'HeldByTest',
  exactly<HeldByTest>()(
    z.strictObject({
      title: described(z.string(), 'What the test states, in its own words, after the groups that it stands in.'),
      file: z.string(),
      line: described(line, 'Where its title stands at the queried revision.'),
      anchor: optional(described(z.string(), 'The unit that it holds.')),
      commit: described(z.string(), 'The commit that added it.'),
      origin: optional(
        described(z.literal('history'), 'It was found at the moment of the question. Absent: it is recorded.'),
      ),
    }),
  ),
  'A test that holds the queried code and still stands.',
)

export const resolvedUnitSchema: z.ZodType<ResolvedUnit> = defined(
  'ResolvedUnit',
  exactly<ResolvedUnit>()(
    z.strictObject({
      file: z.string(),
      anchor: optional(z.string()),
      type: optional(z.string()),
      lines: lineRangeSchema,
      uncommitted_lines: optional(z.array(lineRangeSchema)),
    }),
  ),
  'One place the query stands for, at the queried revision.',
)

const readStats: z.ZodType<ReadStats> = defined(
  'ReadStats',
  exactly<ReadStats>()(
    z.strictObject({
      commits_examined: count,
      annotations_found: count,
      regions_returned: count,
      gone_regions: optional(described(count, 'Regions about the place whose code is gone.')),
      quoted_regions: optional(described(count, 'Regions that only quote a comment that still stands.')),
      related_hops: count,
      revisions_examined: count,
      dependencies: z.enum(['index', 'scan']),
      history: optional(placeHistoryStatsSchema),
    }),
  ),
  'How the answer was obtained.',
)

export const diagnosticSchema: z.ZodType<Diagnostic> = defined(
  'Diagnostic',
  exactly<Diagnostic>()(
    z.strictObject({
      code: z.string(),
      severity: z.enum(['info', 'warning']),
      message: z.string(),
      commit: optional(z.string()),
      path: optional(z.string()),
      remedy: optional(described(remedySchema, 'What to ask instead, where that helps.')),
    }),
  ),
  'Something worth knowing that did not stop the answer from being given.',
)

const trimmedInfo: z.ZodType<TrimmedInfo> = defined(
  'TrimmedInfo',
  exactly<TrimmedInfo>()(
    z.strictObject({
      original_regions: count,
      returned_regions: count,
      dropped_commits: described(
        z.array(z.string()),
        'Commits of the regions that went, in that order; with little room abbreviated and not all.',
      ),
      strategy: z.string(),
      estimated_tokens: described(count, 'Tokens of the output as rendered.'),
      dropped_fields: optional(z.array(z.string())),
      dropped_entries: optional(z.record(z.string(), count)),
      remedy: optional(described(remedySchema, 'The option that brings it back.')),
      over_budget: optional(z.literal(true)),
    }),
  ),
  'What was withheld to fit `max_tokens`.',
)

/** Checks the answer to a `read`. */
export const readOutputSchema: z.ZodType<ReadOutput> = defined(
  'ReadOutput',
  exactly<ReadOutput>()(
    z.strictObject({
      $schema: z.literal(READ_OUTPUT_SCHEMA),
      query: queryEcho,
      regions: z.array(readRegionSchema),
      from_history: optional(
        described(z.array(historyReasonSchema), 'What commits say on which nothing is recorded, newest first.'),
      ),
      dependencies_on_this: z.array(dependencyEntrySchema),
      cross_cutting: z.array(crossCuttingEntrySchema),
      held_by_tests: optional(described(z.array(heldByTestSchema), 'Tests of the queried code that still stand.')),
      ambiguous_anchor: optional(z.literal(true)),
      resolved: optional(z.array(resolvedUnitSchema)),
      stats: readStats,
      diagnostics: z.array(diagnosticSchema),
      trimmed: z.nullable(trimmedInfo),
    }),
  ),
  'The answer to a read.',
)

/** Checks the document that a failed `read` prints. */
export const readErrorOutputSchema: z.ZodType<ReadErrorOutput> = defined(
  'ReadErrorOutput',
  exactly<ReadErrorOutput>()(
    z.strictObject({
      $schema: z.literal(READ_OUTPUT_SCHEMA),
      error: z.strictObject({
        code: z.string(),
        message: z.string(),
        data: optional(z.record(z.string(), z.unknown())),
      }),
    }),
  ),
  'A failed query.',
)
