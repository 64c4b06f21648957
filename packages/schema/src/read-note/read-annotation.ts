import type { Annotation, ContextLevel, Provenance, Region } from '../annotation.ts'
import { contentId } from '../content-id.ts'
import type { CommitId } from '../ids.ts'
import { joinRegions } from '../join-regions.ts'
import type { DocumentFormat } from './document-format.ts'
import type { FieldReader } from './field-reader.ts'
import { readDecision } from './read-decision.ts'
import { readMarker } from './read-marker.ts'
import { readNarrative } from './read-narrative.ts'
import { readConcern, readRegion } from './read-region.ts'
import { readWisdom } from './read-wisdom.ts'

/** Counts regions down, over all documents of a note. */
export interface RegionBudget {
  left: number
  exceeded: boolean
}

/** An annotation of any format. `fields` has had its schema read. */
export function readAnnotation(
  fields: FieldReader,
  format: Exclude<DocumentFormat, 'knowledge'>,
  context: { readonly commit: CommitId; readonly readFrom: string; readonly budget: RegionBudget },
): Annotation {
  const reads = (part: DocumentFormat): boolean => format === part || format === 'any'
  const recordedCommit = fields.text('commit')
  const timestamp = fields.time('timestamp') ?? ''
  const task = fields.text('task')
  const narrativeFields = reads('v2') ? fields.object('narrative') : undefined
  const narrative = narrativeFields && readNarrative(narrativeFields)
  const summary = fields.text('summary') ?? narrative?.summary
  const stated = fields.word('context_level', ['enhanced', 'inferred'])
  const { provenance, level } = readProvenance(fields.object('provenance'))
  const limited =
    <T>(read: (entry: FieldReader) => T | undefined) =>
    (entry: FieldReader): T | undefined =>
      spend(context.budget) ? read(entry) : undefined
  const onBudget = (regions: readonly Region[] | undefined): readonly Region[] | undefined =>
    regions?.filter((_, index) => index === 0 || spend(context.budget))
  const filesChanged = new Set(narrative?.filesChanged)
  const v1 = reads('v1')
    ? fields.objects(
        'regions',
        limited((entry) =>
          readRegion(entry, { constraintSource: 'inferred', intent: summary, anchorKeys: ['ast_anchor'] }),
        ),
      )
    : []
  const v2 = reads('v2')
    ? [
        ...(narrative?.region ? [narrative.region] : []),
        ...fields
          .objects(
            'decisions',
            limited((entry) => onBudget(readDecision(entry, filesChanged))),
          )
          .flat(),
        ...fields.objects(
          'markers',
          limited((entry) => readMarker(entry, summary)),
        ),
      ]
    : []
  const v3 = reads('v3')
    ? fields.objects(
        'wisdom',
        limited((entry) => readWisdom(entry, summary)),
      )
    : []
  const cross_cutting = reads('v1') ? fields.objects('cross_cutting', readConcern) : []
  return {
    commit: context.commit,
    timestamp,
    ...(task === undefined ? {} : { task }),
    summary: summary ?? '',
    context_level: stated ?? level,
    regions: [...v1, ...joinEqual([...v2, ...v3])],
    cross_cutting,
    provenance: derivedFrom(provenance, recordedCommit, context.commit),
    read_from: [context.readFrom],
    ...fields.unknownKeys(narrative?.unknown_keys ? { narrative: narrative.unknown_keys } : {}),
  }
}

function spend(budget: RegionBudget): boolean {
  if (budget.left > 0) {
    budget.left--
    return true
  }
  budget.exceeded = true
  return false
}

/** Several markers at one place become one region. */
function joinEqual(regions: readonly Region[]): readonly Region[] {
  const groups = new Map<string, Region[]>()
  for (const region of regions) {
    const id = contentId(region)
    const group = groups.get(id)
    if (group === undefined) groups.set(id, [region])
    else group.push(region)
  }
  return [...groups.values()].map((group) => (group[0] && group.length === 1 ? group[0] : joinRegions(group)))
}

const NO_PROVENANCE: Provenance = { operation: 'initial', derived_from: [], original_annotations_preserved: false }

/** `chronicle/v1` names an operation; later formats a source, which also tells testimony from reconstruction. */
function readProvenance(fields: FieldReader | undefined): { provenance: Provenance; level: ContextLevel } {
  if (fields === undefined) return { provenance: NO_PROVENANCE, level: 'inferred' }
  const later = !fields.has('operation') && fields.has('source')
  const source = later ? fields.text('source') : undefined
  const operation = later
    ? OPERATIONS.find((each) => each === source)
    : fields.word('operation', ['initial', 'squash', 'amend'])
  const notes = later ? fields.text('synthesis_notes', 'notes') : fields.text('synthesis_notes')
  const provenance: Provenance = {
    operation: operation ?? 'initial',
    derived_from: fields.texts('derived_from'),
    original_annotations_preserved: fields.flag('original_annotations_preserved') ?? false,
    ...(notes === undefined ? {} : { synthesis_notes: notes }),
    ...fields.unknownKeys(source === undefined ? {} : { source }),
  }
  const byAuthor = source === 'live' || source === 'author'
  const byMachine = source === 'batch' || source === 'backfill'
  const testimony = byAuthor || (later && !byMachine && fields.has('author'))
  return { provenance, level: testimony ? 'enhanced' : 'inferred' }
}

const OPERATIONS = ['initial', 'squash', 'amend'] as const

/** A note may have been carried here from the commit that it names; that commit is where it derives from. */
function derivedFrom(provenance: Provenance, recorded: string | undefined, commit: CommitId): Provenance {
  const id = recorded?.toLowerCase()
  if (id === undefined || !/^[0-9a-f]{7,64}$/.test(id) || commit.startsWith(id)) return provenance
  if (provenance.derived_from.includes(id)) return provenance
  return { ...provenance, derived_from: [...provenance.derived_from, id] }
}
