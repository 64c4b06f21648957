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
import { recordingOfRegion } from '../../read/recording-of-region.ts'

/** A region as it is answered: what its corrections leave of it, without empty lists. */
export function shownRegion(
  { recordedReasoning, region, retracted }: CorrectedRegion,
  annotation: Annotation,
  commit: Commit | undefined,
  now: CurrentPlace | undefined,
): ShownRegion {
  const { ast_anchor: anchor, context_level: level, file, held_by_tests: tests, intent, lines, reasoning } = region
  const recorded = region.recorded === undefined ? undefined : recordingOfRegion(annotation, region, commit)
  return {
    ...omitUndefined({ file }),
    ...(anchor === undefined ? {} : { ast_anchor: withoutUnknownKeys(anchor) }),
    ...omitUndefined({ lines }),
    intent,
    ...(level === undefined || level === annotation.context_level ? {} : { context_level: level }),
    ...omitUndefined({ recorded, reasoning, recorded_reasoning: recordedReasoning }),
    constraints: region.constraints.map(withoutUnknownKeys),
    ...omitUndefined({ risk_notes: region.risk_notes }),
    ...some('rejected_alternatives', region.rejected_alternatives),
    ...some('semantic_dependencies', region.semantic_dependencies),
    ...some('held_by_tests', tests ?? []),
    ...some('related_annotations', region.related_annotations),
    ...some('evidence', region.evidence),
    ...some('tags', region.tags),
    ...omitEmpty({ corrections: region.corrections, retracted }),
    ...omitUndefined({ now }),
  }
}

/** Entries without what other tools added; no key where there are none. */
function some<Key extends string, T>(key: Key, entries: readonly T[]): { readonly [K in Key]?: readonly T[] } {
  const given: Record<string, readonly T[]> = entries.length === 0 ? {} : { [key]: entries.map(withoutUnknownKeys) }
  return given as { readonly [K in Key]?: readonly T[] }
}
