import * as z from 'zod'
import type {
  AstAnchor,
  Constraint,
  ContextLevel,
  Evidence,
  HoldingTest,
  LineRange,
  RejectedAlternative,
  RelatedAnnotation,
  SemanticDependency,
} from '../annotation.ts'
import { isLineRange } from '../line-range.ts'
import type { Shown } from '../read-output.ts'
import { exactly } from './exactly.ts'
import { defined, described, text } from './schema-texts.ts'

/*
 * What stored documents and outputs have in common. A message given to a check here says what was expected; see
 * problems.ts. Keys that are not listed are reported by the validator, and it is for the caller to mind them or not.
 */

const optional = z.exactOptional

/** No `.` or `..`, no empty segment, no leading `/`, no `\`. */
const REPO_PATH = /^(?!\.{1,2}(?:\/|$))[^/\\\0]+(?:\/(?!\.{1,2}(?:\/|$))[^/\\\0]+)*$/

const repoPathSchema: z.ZodType<string> = defined(
  'RepoPath',
  z.string().regex(REPO_PATH, 'a path relative to the repository root, such as src/main.ts'),
  'A path relative to the repository root, with `/`, without `.` and `..`.',
)

/** The same, with `/` at the end for a folder; or `./`. */
const REGION_PATH = new RegExp(`${REPO_PATH.source.slice(0, -1)}/?$|^\\./$`)

export const regionPathSchema: z.ZodType<string> = defined(
  'RegionPath',
  z
    .string()
    .regex(REGION_PATH, 'a path relative to the repository root, such as src/main.ts, or src/mqtt/ or ./ for a folder'),
  'A file relative to the repository root, with `/`; a folder, with `/` at its end (`src/mqtt/`); or `./`, the repository.',
)

const line = z.int().min(1).max(0x7fffffff)

export const lineRangeSchema: z.ZodType<LineRange> = defined(
  'LineRange',
  exactly<LineRange>()(
    z
      .strictObject({ start: line, end: line })
      .refine(({ start, end }) => isLineRange(start, end), 'lines with start <= end'),
  ),
  'Lines of a file, from 1, both ends included.',
)

export const contextLevelSchema: z.ZodType<ContextLevel> = described(
  exactly<ContextLevel>()(z.enum(['enhanced', 'inferred'])),
  'Testimony of the author (enhanced), or reconstruction from the change (inferred).',
)

export const astAnchorSchema: z.ZodType<Shown<AstAnchor>> = defined(
  'AstAnchor',
  exactly<Shown<AstAnchor>>()(
    z.strictObject({
      type: text('Kind of unit: function, method, struct, class, config, …; `unknown` if it was not recorded.'),
      name: text('Qualified name, segments separated by `::`.'),
      signature: optional(text('Declaration up to the body, white space normalised.')),
    }),
  ),
  'The named unit of code.',
)

export const constraintSchema: z.ZodType<Shown<Constraint>> = defined(
  'Constraint',
  exactly<Shown<Constraint>>()(
    z.strictObject({
      text: text('The invariant.'),
      source: described(z.enum(['author', 'inferred']), 'Who says so: the author, or an analysis of the change.'),
    }),
  ),
  'An invariant that the code protects or assumes.',
)

export const semanticDependencySchema: z.ZodType<Shown<SemanticDependency>> = defined(
  'SemanticDependency',
  exactly<Shown<SemanticDependency>>()(
    z.strictObject({
      file: text('Where the other code is.'),
      anchor: described(z.string(), 'Its name; empty for the whole file.'),
      nature: described(z.string(), 'What is assumed about it.'),
    }),
  ),
  'Code elsewhere whose behaviour this relies on.',
)

export const relatedAnnotationSchema: z.ZodType<Shown<RelatedAnnotation>> = defined(
  'RelatedAnnotation',
  exactly<Shown<RelatedAnnotation>>()(
    z.strictObject({
      commit: text('The commit it is recorded on; may be abbreviated.'),
      anchor: described(z.string(), 'The unit it speaks of; empty for all of the annotation.'),
      relationship: described(z.string(), 'What it has to do with this.'),
    }),
  ),
  'Reasoning recorded on another commit.',
)

export const rejectedAlternativeSchema: z.ZodType<Shown<RejectedAlternative>> = defined(
  'RejectedAlternative',
  exactly<Shown<RejectedAlternative>>()(
    z.strictObject({
      approach: text('What was considered.'),
      reason: described(z.string(), 'Why it was not taken; may be empty.'),
    }),
  ),
  'A way that was considered and not taken.',
)

export const evidenceSchema: z.ZodType<Shown<Evidence>> = defined(
  'Evidence',
  exactly<Shown<Evidence>>()(
    z.strictObject({
      kind: z.enum(['commit_message', 'file_lines', 'diff_hunk', 'author_context']),
      quote: optional(text('The words that it rests on.')),
      file: optional(repoPathSchema),
      lines: optional(lineRangeSchema),
    }),
  ),
  'What a claim rests on.',
)

export const holdingTestSchema: z.ZodType<Shown<HoldingTest>> = defined(
  'HoldingTest',
  exactly<Shown<HoldingTest>>()(
    z.strictObject({
      title: text('What the test states, in its own words, after the groups that it stands in.'),
      file: repoPathSchema,
      line: optional(line),
    }),
  ),
  'A test that holds the behaviour of the code.',
)

const said = (description: string): z.ZodExactOptional => optional(described(z.unknown(), description))

/** In an answer: Chronicle's own corrections with what they came to, and those of other tools as they stand. */
export const shownCorrectionSchema: z.ZodType<Readonly<Record<string, unknown>>> = defined(
  'ShownCorrection',
  z.looseObject({
    correction_type: said('flag, remove, amend, supersede, retract or reattach.'),
    file: said('The file it is limited to.'),
    anchor: said('The unit it is limited to.'),
    field: said('The field that is wrong.'),
    target_value: said('The value that is wrong, as it was recorded.'),
    replacement: said('What was put in its place.'),
    superseded_by: said('The commit whose annotation takes its place.'),
    place: said('Where the code is, in the files of at_commit.'),
    at_commit: said('The commit in whose files the place is stated.'),
    reason: said('Why.'),
    author: said('Who says so.'),
    timestamp: said('When.'),
    effect: said(
      'applied: the value was taken out or replaced, or the place is that of the region; value_not_found: it is not in the annotation, so nothing was ' +
        'changed; noted: it changes no value.',
    ),
  }),
  'What somebody found wrong with the region. Of other tools: as it stands in the note.',
)

export const correctionSchema: z.ZodType<Readonly<Record<string, unknown>>> = described(
  z.record(z.string(), z.unknown()),
  'A correction that another tool recorded, as it stands.',
)
