import { bindingTexts, type ClaimedTexts } from '../format/claim-texts.ts'
import { foldText } from './fold-text.ts'
import type { PageBlock, PageSection } from './page.ts'
import { createShownTexts, type ShownTexts } from './shown-texts.ts'

/** A section of a text answer under construction, with other places about which its commit says the same. */
export interface DraftSection {
  readonly file: string
  readonly claimed: ClaimedTexts
  readonly section: PageSection
  /** Other places, one line each, grouped by what they share. */
  readonly sharing: Map<string, string[]>
}

/** The content that a text answer already contains about one commit. */
export interface ShownCommit {
  readonly shownTexts: ShownTexts
  /** The commit's sections, in order. */
  readonly drafts: DraftSection[]
}

/** The content that a text answer already contains, by commit. */
export type ShownPlaces = Map<string, ShownCommit>

/** Returns the content about a commit so far. */
export function shownOf(commit: string, shownPlaces: ShownPlaces): ShownCommit {
  const known = shownPlaces.get(commit) ?? { shownTexts: createShownTexts(), drafts: [] }
  shownPlaces.set(commit, known)
  return known
}

/** The content of an entry besides its claims. */
export interface FurtherTexts {
  readonly reasoning?: string
  readonly corrections?: readonly unknown[]
  readonly related?: readonly unknown[]
  readonly semantic_dependencies?: readonly unknown[]
}

/**
 * Returns the section to which an entry only adds its place: the commit's sections already contain all its texts, and
 * its rules and risks are the same as the section's, or it has none.
 */
export function findSharedSection(
  entry: ClaimedTexts & FurtherTexts,
  { drafts, shownTexts }: ShownCommit,
): DraftSection | undefined {
  const { corrections = [], reasoning, rejected_alternatives: rejected = [], related = [] } = entry
  const lists = [corrections, rejected, related, entry.semantic_dependencies ?? []]
  if (reasoning !== undefined || lists.some((list) => list.length > 0)) return undefined
  const texts = [entry.intent, entry.summary, entry.task].filter((text) => text !== undefined)
  if (!texts.every((text) => shownTexts.has(text))) return undefined
  const own = bindingTexts(entry)
  const sharing = drafts.filter(({ claimed }) => own.length === 0 || isSame(own, bindingTexts(claimed)))
  return sharing.find((draft) => hasIntent(draft, entry)) ?? sharing[0]
}

function isSame(texts: readonly string[], others: readonly string[]): boolean {
  return texts.length === others.length && texts.every((text) => others.includes(text))
}

function hasIntent({ claimed }: DraftSection, { intent }: ClaimedTexts): boolean {
  return foldText(claimed.intent) === foldText(intent)
}

/** Adds the place of an entry, with facts about it, to the section that has the same content. */
export function addSharedPlace(draft: DraftSection, facts: readonly string[], entry: ClaimedTexts): void {
  const binds = bindingTexts(entry).length > 0
  const label = binds ? 'Also holds for' : hasIntent(draft, entry) ? 'Same intent' : 'Also said of'
  draft.sharing.set(label, [...(draft.sharing.get(label) ?? []), facts.join(' | ')])
}

/** Returns the finished section. */
export function finishSection({ section, sharing }: DraftSection): PageSection {
  const shared = [...sharing].map(([label, entries]): PageBlock => ({ label, entries }))
  return shared.length === 0 ? section : { ...section, blocks: [...section.blocks, ...shared] }
}
