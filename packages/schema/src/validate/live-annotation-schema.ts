import * as z from 'zod'
import { parseLineRange } from '../line-range.ts'
import { parseRegionPath } from '../region-path.ts'
import { contextLevelSchema, evidenceSchema, lineRangeSchema } from './annotation-parts.ts'
import { defined, described, text } from './schema-texts.ts'

/*
 * What an author may hand to `annotate --live`. As little as possible is required, and what can be written more
 * shortly may be: texts for objects, "10:20" for lines.
 */

const optional = z.exactOptional

const LINES = 'lines as "START:END" with 1 <= START <= END'

const path = described(
  z
    .string()
    .refine((path) => parseRegionPath(path).isOk(), 'a path relative to the repository root, such as src/main.ts'),
  'A path relative to the repository root: a file, a folder with `/` at its end (a rule for everything below it), or `./`.',
)

const lines = described(
  z.union([
    z
      .string()
      .regex(/^\s*\d+\s*(?:[:,-]\s*\d+\s*)?$/, { error: LINES, abort: true })
      .refine((range) => parseLineRange(range).isOk(), LINES),
    lineRangeSchema,
  ]),
  'Lines at the commit, as "10:20" or {"start": 10, "end": 20}. Derived from the anchor if absent.',
)

const anchor = described(
  z.union([
    z.string().min(1),
    z.strictObject({
      name: text('The name of the unit, qualified if need be.'),
      type: optional(text('Kind of unit. Derived if absent.')),
      unit_type: optional(text('The same as `type`.')),
      signature: optional(text('Derived if absent.')),
    }),
  ]),
  'The name of a unit of code, such as "MqttClient::connect". Derived from the lines if absent.',
)

/** White space says nothing, though it is text. */
const NOT_BLANK = 'text that is not blank'

function said(description: string): z.ZodType {
  return described(
    z
      .string()
      .min(1)
      .refine((words) => words.trim() !== '', NOT_BLANK),
    description,
  )
}

const constraint = z.union([
  z.string().min(1),
  z.strictObject({ text: text('The invariant.'), source: optional(z.enum(['author', 'inferred'])) }),
])

const alternative = z.union([
  z.string().min(1),
  z.strictObject({ approach: text('What was considered.'), reason: optional(text('Why it was not taken.')) }),
])

const dependency = z.strictObject({
  file: text('Where the other code is.'),
  anchor: optional(z.string()),
  nature: text('What is assumed about it.'),
})

const link = z.strictObject({
  commit: text('The commit it is recorded on; may be abbreviated.'),
  anchor: optional(z.string()),
  relationship: optional(z.string()),
})

const liveRegion = defined(
  'LiveRegion',
  z.strictObject({
    file: path,
    anchor: optional(anchor),
    ast_anchor: described(optional(anchor), 'The same as `anchor`.'),
    lines: optional(lines),
    intent: said('What this code is for, and why it is the way it is.'),
    reasoning: optional(text('Why this and not something else.')),
    constraints: optional(described(z.array(constraint), 'Invariants that the code protects or assumes.')),
    risk_notes: optional(text('What may go wrong here.')),
    tags: optional(z.array(z.string().min(1))),
    rejected_alternatives: optional(described(z.array(alternative), 'Ways that were considered and not taken.')),
    semantic_dependencies: optional(described(z.array(dependency), 'Code elsewhere that this relies on.')),
    related_annotations: optional(described(z.array(link), 'Reasoning recorded on other commits.')),
    context_level: described(optional(contextLevelSchema), 'If it differs from that of the annotation.'),
    evidence: optional(z.array(evidenceSchema)),
  }),
  'What you have to say about one place.',
)

const liveConcern = defined(
  'LiveConcern',
  z.strictObject({
    description: text('Why these places must change together.'),
    regions: z.array(
      z.union([z.string().min(1), z.strictObject({ file: text('The file.'), anchor: optional(z.string()) })]),
    ),
    nature: optional(text('The kind of coupling.')),
    tags: optional(z.array(z.string().min(1))),
  }),
  'Places that must change together, as "file:anchor" or a bare file.',
)

function documentSchema(summary: z.ZodType): z.ZodType {
  return z.strictObject({
    commit: optional(text('The commit to annotate, by any name that git resolves. Default HEAD.')),
    summary,
    task: optional(text('What you were asked to do.')),
    context_level: described(optional(contextLevelSchema), 'Default enhanced: you say what you know.'),
    regions: optional(z.array(liveRegion)),
    cross_cutting: optional(z.array(liveConcern)),
  })
}

/** Checks the short form of an annotation. Unknown keys are issues of the code `unrecognized_keys`. */
export const liveAnnotationSchema: z.ZodType = documentSchema(said('What the commit does, in a sentence or two.'))

/** The same for what is recorded about code as it is, which need not say anything about the commit. */
export const recordDocumentSchema: z.ZodType = documentSchema(
  optional(said('What the commit does, in a sentence or two.')),
)
