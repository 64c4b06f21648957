import { err, ok, type Annotation, type Result } from '@chronicle/schema'
import { correctAnnotation, type CorrectedAnnotation } from '../corrections/correct-annotation.ts'
import type { MatchedRegion } from './match-regions.ts'
import type { ReadContext } from './read-context.ts'
import type { ReadError } from './read-error.ts'
import type { ResolvedQuery } from './resolve-query.ts'

/**
 * Between stages 4 and 5: regions as their corrections leave them, with what is left of their confidence. Retracted
 * ones are left out, which is reported, unless the query asks for everything.
 */
export async function applyCorrections(
  matched: readonly MatchedRegion[],
  { verbose }: Pick<ResolvedQuery, 'verbose'>,
  { call, corrections: readCorrections, correctionFactors, report }: ReadContext,
): Promise<Result<readonly MatchedRegion[], ReadError>> {
  const recorded = await readCorrections(
    matched.map(({ commit }) => commit),
    call,
  )
  if (recorded.isErr()) return err(recorded.error)
  for (const commit of [...recorded.value.keys()].sort()) recorded.value.get(commit)?.diagnostics.forEach(report)

  const known = new Map<Annotation, CorrectedAnnotation>()
  const corrected = matched.map((match) => {
    const against = recorded.value.get(match.commit)?.corrections ?? []
    const whole = known.get(match.annotation) ?? correctAnnotation(match.annotation, against, correctionFactors)
    known.set(match.annotation, whole)
    const state = whole.regions[match.position]
    if (state === undefined) return { match, retracted: false }
    const region = { ...match, annotation: whole.annotation, region: state.region, correctionFactor: state.factor }
    return { match: region, retracted: state.retracted }
  })
  const withdrawn = corrected.filter(({ retracted }) => retracted).length
  if (withdrawn > 0 && !verbose) {
    const subject = withdrawn === 1 ? '1 region was retracted and is' : `${withdrawn} regions were retracted and are`
    const message = `${subject} not shown.`
    report({ code: 'retracted', severity: 'info', message, remedy: { option: 'verbose', value: true } })
  }
  return ok(corrected.filter(({ retracted }) => verbose || !retracted).map(({ match }) => match))
}
