import { bindingTexts, type ClaimedTexts } from '../format/claim-texts.ts'
import { foldText } from './fold-text.ts'
import type { PageBlock, PageSection } from './page.ts'
import { createShownTexts, type ShownTexts } from './shown-texts.ts'

/** A section of a text answer while it is written, and the places about which its commit says nothing else. */
export interface DraftSection {
  readonly file: string
  readonly claimed: ClaimedTexts
  readonly section: PageSection
  /** Other places, a line each, by what they share. */
  readonly sharing: Map<string, string[]>
}

/** What a text answer has said of one commit. */
export interface ShownCommit {
  readonly shownTexts: ShownTexts
  /** Its sections, in order. */
  readonly drafts: DraftSection[]
}

/** What a text answer has said, by commit. */
export type ShownPlaces = Map<string, ShownCommit>

/** What was said of a commit so far. */
export function shownOf(commit: string, shownPlaces: ShownPlaces): ShownCommit {
  const known = shownPlaces.get(commit) ?? { shownTexts: createShownTexts(), drafts: [] }
  shownPlaces.set(commit, known)
  return known
}

/** What an entry has beside its claims. */
export interface FurtherTexts {
  readonly reasoning?: string
  readonly corrections?: readonly unknown[]
  readonly related?: readonly unknown[]
  readonly semantic_dependencies?: readonly unknown[]
}

/**
 * The section of which an entry has only another place to add, because its commit said all of it there, and the same
 * rules and risks bind at both, or none at the entry's.
 */
export function sectionToShare(
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

/** Names the place of an entry, with facts about it, in the section that says the rest. */
export function nameBeside(draft: DraftSection, facts: readonly string[], entry: ClaimedTexts): void {
  const binds = bindingTexts(entry).length > 0
  const label = binds ? 'Also holds for' : hasIntent(draft, entry) ? 'Same intent' : 'Also said of'
  draft.sharing.set(label, [...(draft.sharing.get(label) ?? []), facts.join(' | ')])
}

/** The finished section. */
export function finishSection({ section, sharing }: DraftSection): PageSection {
  const shared = [...sharing].map(([label, entries]): PageBlock => ({ label, entries }))
  return shared.length === 0 ? section : { ...section, blocks: [...section.blocks, ...shared] }
}
