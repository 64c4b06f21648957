import {
  omitEmpty,
  omitUndefined,
  withoutUnknownKeys,
  type Annotation,
  type CurrentPlace,
  type ShownRegion,
} from '@chronicle/schema'
import type { Commit } from '../../contracts/git-backend.ts'
import type { CorrectedRegion } from '../../corrections/correct-annotation.ts'
import { correctionsOfRegion, recordingOfRegion } from '../../read/recording-of-region.ts'

/** Returns a region in the form of the answer: with corrections applied and without empty lists. */
export function shownRegion(
  { recordedReasoning, region, retracted }: CorrectedRegion,
  annotation: Annotation,
  commit: Commit | undefined,
  now: CurrentPlace | undefined,
): ShownRegion {
  const { ast_anchor: anchor, context_level: level, file, held_by_tests: tests, intent, lines, reasoning } = region
  const recorded = region.recorded === undefined ? undefined : recordingOfRegion(annotation, region, commit)
  return {
    ...omitUndefined({ file, ast_anchor: anchor && withoutUnknownKeys(anchor), lines }),
    intent,
    ...omitUndefined({
      context_level: level === annotation.context_level ? undefined : level,
      ...{ recorded, reasoning, recorded_reasoning: recordedReasoning },
    }),
    constraints: region.constraints.map(withoutUnknownKeys),
    ...omitUndefined({ risk_notes: region.risk_notes }),
    ...omitEmpty({
      rejected_alternatives: region.rejected_alternatives.map(withoutUnknownKeys),
      semantic_dependencies: region.semantic_dependencies.map(withoutUnknownKeys),
      held_by_tests: tests?.map(withoutUnknownKeys),
      related_annotations: region.related_annotations.map(withoutUnknownKeys),
      evidence: region.evidence.map(withoutUnknownKeys),
      ...{ tags: region.tags, corrections: correctionsOfRegion(region, commit), retracted },
    }),
    ...omitUndefined({ now }),
  }
}
