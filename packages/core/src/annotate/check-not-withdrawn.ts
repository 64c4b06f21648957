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
import type { AnnotateError } from './annotate-error.ts'

/**
 * Refuses regions that were retracted, and values that were removed, if they are repeated with the same words at the
 * same place of the same commit. They would merge with the withdrawn entry, and no answer would show them. `stored` is
 * the annotation after merging.
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
  for (const { region, retracted } of correctAnnotation({ ...stated, regions }, corrections).regions) {
    const by = (region.corrections as readonly ShownCorrection[]).find(
      ({ condensed, correction_type: type, effect }) =>
        retracted ? type === 'retract' : type === 'remove' && effect === 'applied' && condensed === undefined,
    )
    if (by !== undefined) return err(withdrawn(stated, region, by))
  }
  return ok(undefined)
}

type ShownCorrection = Partial<Correction> & { readonly effect?: unknown }

function withdrawn(
  { commit }: Annotation,
  { file, ast_anchor: anchor, intent }: Region,
  by: ShownCorrection,
): AnnotateError {
  const { author = '', correction_type: type, field, reason = '', target_value: value, timestamp = '' } = by
  const place = [file, anchor?.name].filter((part) => part !== undefined).join(' ')
  const what =
    type === 'remove' ? `${JSON.stringify(value)} was removed from ${field}` : `${JSON.stringify(intent)} was retracted`
  const who = [author, timestamp.slice(0, 10)].filter((part) => part !== '').join(', ')
  const message =
    `Nothing was recorded about ${place}: on ${commit.slice(0, 12)}, ${what}${who === '' ? '' : ` by ${who}`}${reason === '' ? '' : ` (${reason})`}. ` +
    'The same words there stay withdrawn. If it holds again, say it in other words, or record it on another commit.'
  return codedError('withdrawn_before', message, {
    data: { commit, ...omitUndefined({ file, anchor: anchor?.name }), correction: by },
  })
}
