import {
  formatPlace,
  omitUndefined,
  type Annotation,
  type CommitId,
  type ContextLevel,
  type Region,
} from '@chronicle/schema'
import { foldText } from '../../answer/fold-text.ts'
import type { RecordedText } from './recorded-texts.ts'

/** A matching text, and where it is recorded. */
export interface FoundText extends RecordedText {
  readonly commit: CommitId
  /** Committer time in seconds. */
  readonly committedAt?: number
  readonly level: ContextLevel
  /** The annotation and region that tell who recorded it. */
  readonly recordedIn?: { readonly annotation: Annotation; readonly region: Region }
  /** Path as recorded. */
  readonly file?: string | undefined
  readonly anchor?: string | undefined
  readonly places?: readonly string[]
  readonly isRetracted?: boolean
}

/** A match, together with all texts that say the same. */
export interface CollectedMatch {
  readonly found: FoundText
  readonly excerpt: string
  /** Other places of the same commit. */
  readonly otherPlaces: readonly string[]
  readonly otherCommits: readonly CommitId[]
}

/** Collects matches up to a limit; repeated texts count as one match. */
export interface Collector {
  add(found: FoundText, excerpt: string): void
  /** Adds a match, unless one of the same commit already contains its text. */
  addIfNew(found: FoundText, excerpt: string): void
  isFull(): boolean
  matches(): readonly CollectedMatch[]
  /** Counts a text that would match if the pattern were plain text. */
  noteTextMatch(): void
  textMatches(): number
}

interface OpenMatch extends CollectedMatch {
  readonly otherPlaces: string[]
  readonly otherCommits: CommitId[]
}

export function createCollector(limit: number): Collector {
  const matches: OpenMatch[] = []
  const byCommit = new Map<string, OpenMatch>()
  const byPlace = new Map<string, OpenMatch>()
  let texts = 0

  function add(found: FoundText, excerpt: string): void {
    const { anchor, commit, file, kind, text } = found
    const foldedText = foldText(text)
    const commitKey = JSON.stringify([commit, kind, foldedText, found.isRetracted === true])
    const placeKey = JSON.stringify([file, anchor, kind, foldedText, found.isRetracted === true])
    const same = byCommit.get(commitKey)
    if (same !== undefined) {
      const place = placeOf(found)
      const isOther = place !== undefined && place !== placeOf(same.found) && !same.otherPlaces.includes(place)
      if (isOther) same.otherPlaces.push(place)
      return
    }
    const earlier = byPlace.get(placeKey)
    if (earlier !== undefined) {
      if (!earlier.otherCommits.includes(commit)) earlier.otherCommits.push(commit)
      return
    }
    if (matches.length >= limit) return
    const match: OpenMatch = { found, excerpt, otherPlaces: [], otherCommits: [] }
    matches.push(match)
    byCommit.set(commitKey, match)
    byPlace.set(placeKey, match)
  }

  return {
    add,
    addIfNew(found, excerpt) {
      const foldedText = foldText(found.text)
      if (!matches.some((each) => each.found.commit === found.commit && foldText(each.found.text).includes(foldedText)))
        add(found, excerpt)
    },
    isFull: () => matches.length >= limit,
    matches: () => matches,
    noteTextMatch: () => void texts++,
    textMatches: () => texts,
  }
}

function placeOf({ anchor, file }: FoundText): string | undefined {
  return file === undefined ? undefined : formatPlace({ file, ...omitUndefined({ anchor }) })
}
