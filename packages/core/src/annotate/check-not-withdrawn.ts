import {
  contentId,
  err,
  ok,
  omitUndefined,
  type Annotation,
  type Correction,
  type Region,
  type Result,
} from '@chronicle/schema'
import { codedError } from '../contracts/coded-error.ts'
import { correctAnnotation } from '../corrections/correct-annotation.ts'
import { regionValues } from '../corrections/region-values.ts'
import type { AnnotateError } from './annotate-error.ts'

/**
 * Refuses regions that were retracted, and values that were removed or replaced, if they are repeated with the same
 * words at the same place of the same commit. They would merge with the withdrawn entry, and no answer would show them.
 * `stored` is the annotation after merging.
 */
export function checkNotWithdrawn(
  stated: Annotation,
  stored: Annotation,
  corrections: readonly Correction[],
): Result<void, AnnotateError> {
  const known = new Map(stored.regions.map((region) => [contentId(region), region]))
  const regions = stated.regions.map((region): Region => {
    const { corrections: own = [], recorded = stored.provenance.recorded } = known.get(contentId(region)) ?? {}
    return { ...region, corrections: own, ...omitUndefined({ recorded }) }
  })
  for (const [index, { region, retracted }] of correctAnnotation(
    { ...stated, regions },
    corrections,
  ).regions.entries()) {
    const before = regions[index] ?? region
    const by = (region.corrections as readonly ShownCorrection[]).find((each) =>
      retracted ? each.correction_type === 'retract' : takesAway(each, before, region),
    )
    if (by !== undefined) return err(withdrawn(stated, region, by))
  }
  return ok(undefined)
}

type ShownCorrection = Partial<Correction> & { readonly effect?: unknown }

/** Whether a correction took a stated value away, and no other correction brought it back. */
function takesAway(
  { condensed, correction_type: type, effect, field = '', target_value: value = '' }: ShownCorrection,
  before: Region,
  corrected: Region,
): boolean {
  if (effect !== 'applied' || condensed !== undefined) return false
  const isGone = regionValues(before, field).includes(value) && !regionValues(corrected, field).includes(value)
  return type === 'remove' || (type === 'amend' && isGone)
}

function withdrawn(
  { commit }: Annotation,
  { file, ast_anchor: anchor, intent }: Region,
  by: ShownCorrection,
): AnnotateError {
  const { author = '', reason = '', timestamp = '' } = by
  const place = [file, anchor?.name].filter((part) => part !== undefined).join(' ')
  const who = [author, timestamp.slice(0, 10)].filter((part) => part !== '').join(', ')
  const message =
    `Nothing was recorded about ${place}: on ${commit.slice(0, 12)}, ${withdrawal(by, intent)}${who === '' ? '' : ` by ${who}`}${reason === '' ? '' : ` (${reason})`}. ` +
    `The same words there stay withdrawn. If it holds again, ${by.correction_type === 'amend' ? AMEND_BACK : ''}say it in other words, or record it on another commit.`
  return codedError('withdrawn_before', message, {
    data: { commit, ...omitUndefined({ file, anchor: anchor?.name }), correction: by },
  })
}

const AMEND_BACK = "change what stands there now back with 'git chronicle correct --amend', "

function withdrawal(
  { correction_type: type, field, replacement, target_value: value }: ShownCorrection,
  intent: string,
): string {
  if (type === 'remove') return `${JSON.stringify(value)} was removed from ${field}`
  if (type === 'amend') return `${JSON.stringify(value)} in ${field} was replaced by ${JSON.stringify(replacement)}`
  return `${JSON.stringify(intent)} was retracted`
}
