import type {
  Constraint,
  Evidence,
  LineRange,
  RejectedAlternative,
  RelatedAnnotation,
  SemanticDependency,
} from '@chronicle/schema'
import * as z from 'zod'

/*
 * What a model may emit. The model's JSON Schemas are generated from these schemas, so the descriptions are part of the
 * prompt: each is short and says what the field is worth to a later reader.
 */

const optional = z.exactOptional

const text = (description: string, max = 1500): z.ZodString => z.string().trim().min(1).max(max).describe(description)

const file = text('Path from the repository root.', 1000)

const line = z.int().min(1).max(0x7fffffff)

/** One citation as a model emits it. */
export interface Citation {
  readonly kind: Evidence['kind']
  readonly quote?: string
  readonly file?: string
  readonly lines?: LineRange
  readonly url?: string
}

/** One region as a model emits it. */
export interface Emission {
  readonly file: string
  readonly ast_anchor?: { readonly name: string; readonly type?: string; readonly signature?: string }
  /** Without an end: the unit that starts on that line, or the line alone. */
  readonly lines?: { readonly start: number; readonly end?: number }
  readonly intent: string
  readonly reasoning?: string
  readonly constraints?: readonly Constraint[]
  readonly semantic_dependencies?: readonly SemanticDependency[]
  readonly related_annotations?: readonly RelatedAnnotation[]
  readonly rejected_alternatives?: readonly RejectedAlternative[]
  readonly tags?: readonly string[]
  readonly risk_notes?: string
  readonly evidence: readonly Citation[]
}

/** A concern as a model emits it. */
export interface ConcernEmission {
  readonly description: string
  readonly regions: readonly string[]
  readonly nature: string
  readonly evidence: readonly Citation[]
}

const citation: z.ZodType<Citation> = z.object({
  kind: z.enum(['commit_message', 'file_lines', 'diff_hunk', 'author_context', 'discussion']),
  quote: optional(text('The words themselves, copied. Needed except for a diff_hunk with lines.')),
  file: optional(file.describe('For file_lines and diff_hunk.')),
  lines: optional(z.object({ start: line, end: line })),
  url: optional(text('Of a discussion: the address of the remark.', 1000)),
})

const evidence: z.ZodType<readonly Citation[]> = z
  .array(citation)
  .min(1)
  .max(20)
  .describe('What this rests on. It is looked up.')

/** Validates one region. */
export const emissionSchema: z.ZodType<Emission> = z.object({
  file,
  ast_anchor: optional(
    z.object({
      type: optional(text('function, method, struct, class, impl, module, const, type, config, ...', 60)),
      name: text('Qualified name as the outline has it.', 500),
      signature: optional(z.string().max(2000)),
    }),
  ),
  lines: optional(z.object({ start: line, end: optional(line) }).describe('Lines after the commit.')),
  intent: text('What this is for, and why it is as it is.'),
  reasoning: optional(text('Why this and not something else. Only where it is not obvious.', 4000)),
  constraints: optional(
    z
      .array(z.object({ text: text('The invariant.'), source: z.enum(['author', 'inferred']) }))
      .max(20)
      .describe('What must stay true. source "author" only for whole sentences copied from the author context.'),
  ),
  semantic_dependencies: optional(
    z
      .array(z.object({ file, anchor: text('The unit.', 500), nature: text('What is assumed about it.') }))
      .max(20)
      .describe('Couplings that imports and calls do not show.'),
  ),
  related_annotations: optional(
    z
      .array(z.object({ commit: text('Its commit id.', 64), anchor: z.string().max(500), relationship: text('How.') }))
      .max(20)
      .describe('Earlier annotations that get_recent_annotations showed.'),
  ),
  rejected_alternatives: optional(
    z
      .array(z.object({ approach: text('What was not done.'), reason: text('Why not.') }))
      .max(10)
      .describe('Only those that the message, the author or a comment states.'),
  ),
  tags: optional(z.array(text('A word.', 60)).max(10)),
  risk_notes: optional(text('What a later change should beware of.', 2000)),
  evidence,
})

/** Validates places that must change together. */
export const concernSchema: z.ZodType<ConcernEmission> = z.object({
  description: text('Why these places must change together.'),
  regions: z.array(text('"file:anchor", or a bare file.', 1500)).min(2).max(50),
  nature: text('The kind of coupling.', 500),
  evidence,
})
