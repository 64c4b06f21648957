import { type CorrectionReceipt, err, ok, type Region, type Result, type ResultAsync, safeTry } from '@chronicle/schema'
import { codedError } from '../contracts/coded-error.ts'
import { requireKnownArguments } from '../contracts/require-arguments.ts'
import { nearestNames } from '../read/match-anchor.ts'
import type { CorrectionError } from './correction-error.ts'
import type { CorrectionOptions, CorrectionServices } from './correction-services.ts'
import { openAnnotation, type OpenAnnotation } from './open-annotation.ts'
import { ANNOTATION_FIELDS, annotationValues, REGION_FIELDS, regionValues } from './region-values.ts'
import { firstWords, isSelective, SELECTION_KINDS, selectRegions, type RegionSelection } from './select-regions.ts'
import { storeCorrections } from './store-corrections.ts'
import { draftFor, type DraftCorrection } from './draft-correction.ts'

/** A wrong value and its correction. */
export interface ValueInput extends RegionSelection {
  /** The annotated commit. */
  readonly commit: string
  readonly field: string
  /** The value as shown: the text of a constraint, a tag, the approach of an alternative, a whole text. */
  readonly value: string
  /** The new value. Absent: the value is removed. */
  readonly replacement?: string | undefined
  readonly reason: string
}

const KINDS = {
  ...SELECTION_KINDS,
  commit: 'text',
  field: 'text',
  value: 'text',
  replacement: 'text?',
  reason: 'text',
} as const

/** Maximum number of values in an error. */
const MAX_SHOWN_VALUES = 10

/**
 * Removes or replaces a value of an annotation. The note is unchanged: the correction is stored beside it. Fails with
 * `value_not_found`, which lists the existing values, if no selected region has the value, or if it was already
 * corrected.
 */
export function correctValue(
  seams: CorrectionServices,
  input: ValueInput,
  options: CorrectionOptions = {},
): ResultAsync<CorrectionReceipt, CorrectionError> {
  return safeTry(async function* () {
    yield* requireKnownArguments(input, KINDS, 'invalid_correction')
    const wrong = findProblem(input)
    if (wrong !== undefined) return err(codedError('invalid_correction', wrong, { data: { field: input.field } }))
    const opened = yield* openAnnotation(input.commit, seams, options)
    const drafts = yield* isAnnotationField(input.field) ? ofAnnotation(opened, input) : ofRegions(opened, input)
    return storeCorrections(drafts, seams, options)
  })
}

function findProblem({ field, value, replacement, ...selection }: ValueInput): string | undefined {
  const fields: readonly string[] = [...REGION_FIELDS, ...ANNOTATION_FIELDS]
  if (!fields.includes(field)) {
    const [nearest] = nearestNames(field, fields, 1)
    return `There is no field ${JSON.stringify(field)} that can be corrected. Did you mean ${nearest}? There are: ${fields.join(', ')}`
  }
  if (isAnnotationField(field) && isSelective(selection)) {
    return `The annotation has ${field} once, not for each region. Leave out the options that select regions.`
  }
  return replacement === value ? 'The replacement is the value that is there already.' : undefined
}

function isAnnotationField(field: string): boolean {
  return (ANNOTATION_FIELDS as readonly string[]).includes(field)
}

function ofAnnotation(
  { commit, annotation, corrected }: OpenAnnotation,
  input: ValueInput,
): Result<readonly DraftCorrection[], CorrectionError> {
  const now = annotationValues(corrected.annotation, input.field)
  if (!now.includes(input.value)) {
    return err(valueNotFound(commit, now, annotationValues(annotation, input.field), input))
  }
  return ok([{ commit, correction: change(input), regions: annotation.regions }])
}

/** Returns a correction for each region that has the value after earlier corrections. */
function ofRegions(open: OpenAnnotation, input: ValueInput): Result<readonly DraftCorrection[], CorrectionError> {
  return safeTry(function* () {
    const { commit, annotation, corrected } = open
    const selected = yield* selectRegions(open, input)
    const nowOf = (region: Region): readonly string[] => {
      const now = corrected.regions[annotation.regions.indexOf(region)]?.region
      return now === undefined ? [] : regionValues(now, input.field)
    }
    const having = selected.filter((region) => nowOf(region).includes(input.value))
    if (having.length === 0) {
      const recorded = selected.flatMap((region) => regionValues(region, input.field))
      return err(valueNotFound(commit, selected.flatMap(nowOf), recorded, input))
    }
    return ok(having.map((region) => draftFor(region, open, change(input))))
  })
}

function change({ field, value, replacement, reason }: ValueInput): DraftCorrection['correction'] {
  const edit = { field, target_value: value, reason }
  return replacement === undefined
    ? { correction_type: 'remove', ...edit }
    : { correction_type: 'amend', ...edit, replacement }
}

function valueNotFound(
  commit: string,
  values: readonly string[],
  recorded: readonly string[],
  { field, value }: ValueInput,
): CorrectionError {
  const nearest = nearestNames(value, values, MAX_SHOWN_VALUES)
  const more = new Set(values).size > nearest.length ? `, and ${new Set(values).size - nearest.length} more` : ''
  const list =
    nearest.length === 0
      ? `There is nothing in ${field}.`
      : `Its values, nearest first: ${nearest.map((each) => JSON.stringify(firstWords(each, 120))).join(', ')}${more}`
  const is = recorded.includes(value) ? 'was corrected before and is no longer' : 'is not'
  const message = `${JSON.stringify(firstWords(value, 120))} ${is} in ${field} of the annotation on ${commit.slice(0, 12)}. ${list}`
  return codedError('value_not_found', message, { data: { commit, field, value, values: nearest } })
}
