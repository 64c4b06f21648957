import {
  formatPlace,
  joinTexts,
  omitEmpty,
  omitUndefined,
  parsePlace,
  splitPassages,
  type Annotation,
  type Region,
} from '@chronicle/schema'
import { claimTexts } from '../answer/claimed-sentences.ts'

/** Names of the region fields that a correction can change, as in `field`. */
export const REGION_FIELDS = [
  'intent',
  'reasoning',
  'constraints',
  'risk_notes',
  'rejected_alternatives',
  'semantic_dependencies',
  'related_annotations',
  'tags',
  'evidence',
] as const

/** Fields of the annotation that a correction without `file` and `anchor` can change. */
export const ANNOTATION_FIELDS = ['summary', 'task', 'cross_cutting'] as const

/** A change of one value: a replacement, or a removal if `to` is undefined. */
export interface ValueChange {
  readonly from: string
  readonly to: string | undefined
}

/** Returns the values of a region's field, as corrections name them. */
export function regionValues(region: Region, field: string): readonly string[] {
  switch (field) {
    case 'intent':
    case 'reasoning':
    case 'risk_notes':
      return passages(region[field])
    case 'tags':
      return region.tags
    default:
      return isEntryField(field) ? (region[field] as readonly never[]).flatMap((each) => parts(field, each)) : []
  }
}

/** Returns the values of an annotation's field, as corrections name them. */
export function annotationValues(annotation: Annotation, field: string): readonly string[] {
  if (field === 'summary' || field === 'task') return passages(annotation[field])
  return field === 'cross_cutting'
    ? annotation.cross_cutting.flatMap(({ description, regions }) => [description, ...regions])
    : []
}

/**
 * Applies a change to a region. Returns `undefined` if the field does not have the value. An intent that only repeats
 * the changed value changes with it: a rule recorded without a reason also becomes the intent.
 */
export function changeRegion(region: Region, field: string, change: ValueChange): Region | undefined {
  const changed = changeField(region, field, change)
  if (changed === undefined || field === 'intent') return changed
  const before = claimTexts(region)
  const after = claimTexts(changed)
  if (!before.includes(region.intent) || after.includes(region.intent)) return changed
  const replaced = change.to === undefined ? undefined : after[before.indexOf(region.intent)]
  return { ...changed, intent: replaced ?? '' }
}

/** Whether the intent only repeats a rule, so that the region is about its code and not about a change. */
export function isRuleOnly(region: Region): boolean {
  return claimTexts(region).includes(region.intent)
}

function changeField(region: Region, field: string, change: ValueChange): Region | undefined {
  switch (field) {
    case 'intent': {
      const text = changeText(region.intent, change)
      return text && { ...region, intent: text.value ?? '' }
    }
    case 'reasoning':
    case 'risk_notes': {
      const text = changeText(region[field], change)
      if (text === undefined) return undefined
      const { [field]: _, ...rest } = region
      return text.value === undefined ? rest : { ...rest, [field]: text.value }
    }
    case 'tags':
      return changeList(
        region.tags,
        (tag) => (tag === change.from ? { to: change.to } : undefined),
        (tags) => ({
          ...region,
          tags,
        }),
      )
    default:
      return isEntryField(field) ? changeEntries(region, field, change) : undefined
  }
}

/** Applies a change to an annotation. Returns `undefined` if the field does not have the value. */
export function changeAnnotation(annotation: Annotation, field: string, change: ValueChange): Annotation | undefined {
  if (field === 'summary') {
    const text = changeText(annotation.summary, change)
    return text && { ...annotation, summary: text.value ?? '' }
  }
  if (field === 'task') {
    const text = changeText(annotation.task, change)
    if (text === undefined) return undefined
    const { task: _, ...rest } = annotation
    return text.value === undefined ? rest : { ...rest, task: text.value }
  }
  if (field !== 'cross_cutting') return undefined
  return changeList(
    annotation.cross_cutting,
    (concern) => {
      const { description, regions } = concern
      if (description !== change.from) {
        const changed = changeList(
          regions,
          (place) => (place === change.from ? { to: change.to } : undefined),
          (places) => ({ ...concern, regions: places }),
        )
        return changed && { to: changed }
      }
      return { to: change.to === undefined ? undefined : { ...concern, description: change.to } }
    },
    (cross_cutting) => ({ ...annotation, cross_cutting }),
  )
}

type EntryField = keyof typeof ENTRIES

/** The parts of a field's entries. Each part can identify an entry, and that part is replaced. */
interface EntryRule<Entry> {
  readonly parts: readonly {
    readonly read: (entry: Entry) => string | undefined
    readonly write: (entry: Entry, value: string) => Entry
  }[]
}

const ENTRIES = {
  constraints: rule<Region['constraints'][number]>([[(entry) => entry.text, (entry, text) => ({ ...entry, text })]]),
  rejected_alternatives: rule<Region['rejected_alternatives'][number]>([
    [(entry) => entry.approach, (entry, approach) => ({ ...entry, approach })],
    [(entry) => entry.reason, (entry, reason) => ({ ...entry, reason })],
  ]),
  semantic_dependencies: rule<Region['semantic_dependencies'][number]>([
    [
      ({ file, anchor }) => formatPlace({ file, ...omitEmpty({ anchor }) }),
      (entry, place) => ({ ...entry, anchor: '', ...parsePlace(place) }),
    ],
    [(entry) => entry.nature, (entry, nature) => ({ ...entry, nature })],
  ]),
  related_annotations: rule<Region['related_annotations'][number]>([
    [
      ({ commit, anchor }) => (anchor === '' ? commit : `${commit}:${anchor}`),
      (entry, text) => {
        const [, commit = text, anchor = ''] = /^([^:]+):(.+)$/s.exec(text) ?? []
        return { ...entry, commit, anchor }
      },
    ],
    [(entry) => entry.relationship, (entry, relationship) => ({ ...entry, relationship })],
  ]),
  evidence: rule<Region['evidence'][number]>([[(entry) => entry.quote, (entry, quote) => ({ ...entry, quote })]]),
} as const

function rule<Entry>(
  parts: readonly (readonly [(entry: Entry) => string | undefined, (entry: Entry, value: string) => Entry])[],
): EntryRule<Entry> {
  return { parts: parts.map(([read, write]) => ({ read, write })) }
}

function isEntryField(field: string): field is EntryField {
  return Object.hasOwn(ENTRIES, field)
}

function ruleOf(field: EntryField): EntryRule<unknown> {
  return ENTRIES[field] as EntryRule<unknown>
}

function parts(field: EntryField, entry: unknown): readonly string[] {
  return ruleOf(field).parts.flatMap(({ read }) => read(entry) || [])
}

function changeEntries(region: Region, field: EntryField, { from, to }: ValueChange): Region | undefined {
  const { parts: rules } = ruleOf(field)
  return changeList<unknown, Region>(
    region[field],
    (entry) => {
      const part = rules.find(({ read }) => read(entry) === from)
      return part && { to: to === undefined ? undefined : part.write(entry, to) }
    },
    (entries) => ({ ...region, [field]: entries }),
  )
}

/** Replaces or removes every entry that the change concerns. Returns `undefined` if there is none. */
function changeList<Entry, Whole>(
  entries: readonly Entry[],
  change: (entry: Entry) => { readonly to: Entry | undefined } | undefined,
  rebuild: (entries: readonly Entry[]) => Whole,
): Whole | undefined {
  if (!entries.some((entry) => change(entry) !== undefined)) return undefined
  const changed = entries.flatMap((entry) => {
    const replaced = change(entry)
    if (replaced === undefined) return [entry]
    return replaced.to === undefined ? [] : [replaced.to]
  })
  return rebuild(changed)
}

/** Changes a whole text, or one of its passages if it was merged from several. */
function changeText(text: string | undefined, { from, to }: ValueChange): { readonly value?: string } | undefined {
  if (text === undefined || text === '') return undefined
  const known = splitPassages(text)
  if (text !== from && !known.includes(from)) return undefined
  const value = joinTexts(text === from ? [to] : known.map((passage) => (passage === from ? to : passage)))
  return omitUndefined({ value })
}

function passages(text: string | undefined): readonly string[] {
  if (text === undefined || text === '') return []
  const known = splitPassages(text)
  return known.length === 1 ? [text] : known.filter((passage) => passage !== '')
}
