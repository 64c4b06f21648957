import { omitUndefined } from '@chronicle/schema'
import type { CommitContext } from '../commit-context.ts'
import type { AuthorNote } from './author-context.ts'
import { needsPreviousSentence, splitSentences } from '@chronicle/core/prose'
import { changedPlaces, type ChangedPlace } from '../heuristic/places/main-places.ts'
import { otherNamedPlaces, reasonPlace } from '../heuristic/places/reason-place.ts'
import type { CodePlace } from '../heuristic/places/unit-of-lines.ts'
import { placesOfRule } from './places-of-rule.ts'

/** Texts of the author and their place. */
export interface PlacedWords {
  /** Absent for the commit as a whole. */
  readonly place?: CodePlace
  readonly text: string
  /** The parts of the text, verbatim. */
  readonly quotes: readonly string[]
}

/** The main place of the change, and the author's texts by place. */
export interface AuthorPlaces {
  /** The main place of the change as a whole. Absent for the commit. */
  readonly main?: CodePlace
  /** One entry for each place, in the author's order. */
  readonly words: readonly PlacedWords[]
}

/**
 * Assigns each sentence to the changed unit that it names, and the others to the main place: the unit or file with most
 * of the change, otherwise the commit. A sentence that depends on the previous one stays with it. No sentence is used
 * twice.
 */
export async function placeAuthorWords(context: CommitContext, texts: readonly string[]): Promise<AuthorPlaces> {
  const changed = await changedByRole(context)
  const main = mainPlace(changed, context)
  const groups = new Map<string, { readonly place: CodePlace | undefined; readonly parts: string[] }>()
  const add = (place: CodePlace | undefined, part: string): void => {
    const key = place === undefined ? '' : `${place.file.path}\0${place.unit?.name ?? ''}`
    const group = groups.get(key) ?? { place, parts: [] }
    groups.set(key, group)
    group.parts.push(part)
  }
  for (const text of texts) for (const [place, part] of partsOf(text, changed, main)) add(place, part)
  const words = [...groups.values()].map(({ place, parts }): PlacedWords => ({
    ...omitUndefined({ place }),
    text: parts.join('\n\n'),
    quotes: parts,
  }))
  return { ...omitUndefined({ main }), words }
}

/** Rules and risks of the author about one changed unit or file. */
export interface PlacedNotes {
  readonly place: CodePlace
  readonly notes: readonly AuthorNote[]
}

/**
 * Assigns each rule and risk without a place to the changed units and files that it names, as a rule about two units
 * binds both. Returns the notes that name none as `others`.
 */
export async function placeAuthorNotes(
  context: CommitContext,
  notes: readonly AuthorNote[],
): Promise<{ readonly placed: readonly PlacedNotes[]; readonly others: readonly AuthorNote[] }> {
  const isGeneral = ({ kind, place }: AuthorNote): boolean =>
    place === undefined && (kind === 'constraint' || kind === 'risk')
  if (!notes.some(isGeneral)) return { placed: [], others: notes }
  const changed = await changedByRole(context)
  const placed: { readonly place: CodePlace; readonly notes: AuthorNote[] }[] = []
  const others: AuthorNote[] = []
  for (const note of notes) {
    const places = isGeneral(note) ? placesOfRule(note.text, changed, context.files) : []
    if (places.length === 0) others.push(note)
    for (const place of places) {
      const here = placed.find((each) => isSamePlace(each.place, place))
      if (here === undefined) placed.push({ place, notes: [note] })
      else here.notes.push(note)
    }
  }
  return { placed, others }
}

/** Splits a text into parts with their places. A text about a single place stays whole. */
function partsOf(
  text: string,
  changed: readonly ChangedPlace[],
  main: CodePlace | undefined,
): readonly (readonly [CodePlace | undefined, string])[] {
  const parts: { place: CodePlace | undefined; sentences: string[] }[] = []
  for (const sentence of splitSentences(text)) {
    const last = parts.at(-1)
    const place = otherNamedPlaces(changed, sentence, main)[0] ?? main
    if (last !== undefined && (needsPreviousSentence(sentence) || isSamePlace(last.place, place)))
      last.sentences.push(sentence)
    else parts.push({ place, sentences: [sentence] })
  }
  const [only] = parts
  if (only === undefined || parts.every(({ place }) => isSamePlace(place, only.place)))
    return [[only?.place ?? main, text]]
  return parts.map(({ place, sentences }) => [place, sentences.join(' ')] as const)
}

/** Whether two places are the same unit or file. */
export function isSamePlace(a: CodePlace | undefined, b: CodePlace | undefined): boolean {
  return a?.file === b?.file && a?.unit?.name === b?.unit?.name
}

function mainPlace(changed: readonly ChangedPlace[], context: CommitContext): CodePlace | undefined {
  if (changed.length > 0) return reasonPlace(changed, '', '')
  const [only, ...others] = context.files
  return only === undefined || others.length > 0 ? undefined : { file: only }
}

async function changedByRole(context: CommitContext): Promise<readonly ChangedPlace[]> {
  for (const role of ['code', 'config', 'test'] as const) {
    const changed = await changedPlaces(context, role)
    if (changed.length > 0) return changed
  }
  return []
}
