import type { Annotation } from '../annotation.ts'
import type { CommitId } from '../ids.ts'
import type { DocumentFormat } from './document-format.ts'
import type { FieldReader } from './field-reader.ts'
import { readConcern } from './read-concern.ts'
import { readNarrative } from './read-narrative.ts'
import { derivedFrom, readProvenance } from './read-provenance.ts'
import { readRegions, type RegionBudget } from './read-regions.ts'
import { omitUndefined } from '../omit-undefined.ts'

/** Reads an annotation of any format. The schema must have been read from `fields` before. */
export function readAnnotation(
  fields: FieldReader,
  format: Exclude<DocumentFormat, 'knowledge'>,
  context: { readonly commit: CommitId; readonly readFrom: string; readonly budget: RegionBudget },
): Annotation {
  const v2 = format === 'v2' || format === 'any'
  const v3 = format === 'v3' || format === 'any'
  const recordedCommit = fields.text('commit')
  const timestamp = fields.time('timestamp') ?? ''
  const task = fields.text('task')
  const story = v2 ? fields.object('narrative') : undefined
  const narrative = story && readNarrative(story)
  const summary = fields.text('summary') ?? narrative?.summary
  const stated = fields.word('context_level', ['enhanced', 'inferred'])
  const { provenance, level } = readProvenance(fields.object('provenance'))
  return {
    commit: context.commit,
    timestamp,
    ...omitUndefined({ task }),
    summary: summary ?? '',
    context_level: stated ?? level,
    regions: readRegions(fields, { summary, narrative, v2, v3, budget: context.budget }),
    cross_cutting: fields.objects('cross_cutting', readConcern),
    provenance: derivedFrom(provenance, recordedCommit, context.commit),
    read_from: [context.readFrom],
    ...fields.unknownKeys(narrative?.unknown_keys ? { narrative: narrative.unknown_keys } : {}),
  }
}
