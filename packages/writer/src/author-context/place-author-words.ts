import { omitUndefined } from '@chronicle/schema'
import type { CommitContext } from '../commit-context.ts'
import { needsPreviousSentence, splitSentences } from '@chronicle/core/prose'
import { changedPlaces, type ChangedPlace } from '../heuristic/places/main-places.ts'
import { otherNamedPlaces, reasonPlace } from '../heuristic/places/reason-place.ts'
import type { CodePlace } from '../heuristic/places/unit-of-lines.ts'

/** Words of the author and what they are about. */
export interface PlacedWords {
  /** Absent: the commit as a whole. */
  readonly place?: CodePlace
  readonly text: string
  /** The pieces of it, each as it was said. */
  readonly quotes: readonly string[]
}

/** Where words about the whole change stand, and those that name a unit of their own. */
export interface AuthorPlaces {
  /** What the change as a whole is about. Absent: the commit. */
  readonly main?: CodePlace
  /** Each word in one entry, in the author's order; the entry of `main` first where there is one. */
  readonly words: readonly PlacedWords[]
}

/**
 * Puts each sentence on the changed unit that it names, and the others on what the change is about: the unit or file
 * that holds most of it, or else the commit. A sentence that leans on the one before stays with it. Nothing is said
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

/** A text in pieces of it, each with its place. A text that is about one place stays as it is. */
function partsOf(
  text: string,
  changed: readonly ChangedPlace[],
  main: CodePlace | undefined,
): readonly (readonly [CodePlace | undefined, string])[] {
  const parts: { place: CodePlace | undefined; sentences: string[] }[] = []
  for (const sentence of splitSentences(text)) {
    const last = parts.at(-1)
    const place = otherNamedPlaces(changed, sentence, main)[0] ?? main
    if (last !== undefined && (needsPreviousSentence(sentence) || isSame(last.place, place)))
      last.sentences.push(sentence)
    else parts.push({ place, sentences: [sentence] })
  }
  const [only] = parts
  if (only === undefined || parts.every(({ place }) => isSame(place, only.place))) return [[only?.place ?? main, text]]
  return parts.map(({ place, sentences }) => [place, sentences.join(' ')] as const)
}

function isSame(a: CodePlace | undefined, b: CodePlace | undefined): boolean {
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
