import type * as z from 'zod'
import type { Correction } from '../correction.ts'
import { FULL_ID } from '../ids.ts'
import { REGION_PATH, REPO_PATH, TIMESTAMP } from '../limited-types.ts'
import { isLineRange, parseLineRange } from '../line-range.ts'
import { parseRegionPath } from '../region-path.ts'
import { LINES_TEXT } from '../stated-annotation.ts'
import { parseTimestamp } from '../timestamp.ts'

/*
 * Rules that declarations of documents cannot express: how messages describe an expected text, and conditions outside
 * JSON Schema. problems.ts turns the descriptions into messages.
 */

/** A description of texts with a pattern, and a further condition on them. */
interface TextRule {
  readonly pattern: RegExp
  readonly expected: string
  readonly holds?: (text: string) => boolean
}

const PATH = 'a path relative to the repository root, such as src/main.ts'

export const TEXT_RULES: readonly TextRule[] = [
  { pattern: REPO_PATH, expected: PATH },
  { pattern: REGION_PATH, expected: `${PATH}, or src/mqtt/ or ./ for a folder` },
  { pattern: FULL_ID, expected: 'a full commit id' },
  {
    pattern: TIMESTAMP,
    expected: 'an RFC 3339 time, such as 2025-06-10T14:30:00Z',
    holds: (text) => parseTimestamp(text) !== undefined,
  },
  {
    pattern: LINES_TEXT,
    expected: 'lines as "START:END" with 1 <= START <= END',
    holds: (text) => parseLineRange(text).isOk(),
  },
]

type Rule = (schema: z.ZodType) => z.ZodType

/** Text of only white space has no content. */
const notBlank: Rule = (schema) =>
  schema.refine((words) => typeof words !== 'string' || words.trim() !== '', 'text that is not blank')

/** The required keys of each type of correction. */
const REQUIRED_KEYS: Readonly<Record<Correction['correction_type'], readonly (keyof Correction)[]>> = {
  flag: [],
  remove: ['field', 'target_value'],
  amend: ['field', 'target_value', 'replacement'],
  supersede: ['superseded_by'],
  retract: [],
  reattach: ['place', 'at_commit'],
}

const correctionIsComplete: Rule = (schema) =>
  (['field', 'target_value', 'replacement', 'superseded_by', 'place', 'at_commit'] as const).reduce(
    (whole, key) =>
      whole.refine(
        (correction) => {
          const { correction_type: type, [key]: value } = correction as Correction
          return value !== undefined || !REQUIRED_KEYS[type].includes(key)
        },
        { path: [key], error: `${key === 'place' ? 'a place' : 'text'}, which a correction of this type needs` },
      ),
    schema,
  )

/** Further rules, keyed by the name of an interface, or of an interface and one of its keys. */
export const RULES: Readonly<Record<string, Rule>> = {
  LineRange: (schema) =>
    schema.refine((lines) => {
      const { start, end } = lines as { readonly start: number; readonly end: number }
      return isLineRange(start, end)
    }, 'lines with start <= end'),
  Correction: correctionIsComplete,
  'StatedAnnotation.summary': notBlank,
  'StatedRegion.intent': notBlank,
  'StatedRegion.file': (schema) =>
    schema.refine((path) => typeof path !== 'string' || parseRegionPath(path).isOk(), PATH),
}
