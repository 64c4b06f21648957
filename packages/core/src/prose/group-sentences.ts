import type { MessageBlock } from './message-blocks.ts'
import { isMeasurement } from './measurement.ts'
import { sentenceRole } from './sentence-role.ts'
import { needsPreviousSentence } from './previous-sentence.ts'
import { splitSentences } from './split-sentences.ts'
import { isSquashTitle } from './squash-titles.ts'

/**
 * Sentences that can only be understood together, including the code between them. They are quoted or omitted as one.
 */
export interface Passage {
  /**
   * Verbatim except for white space: paragraphs are separated by a blank line, bullets are on lines of their own with
   * their marks.
   */
  readonly text: string
  /** The sentences of the passage, without code and headings. */
  readonly sentences: readonly string[]
  /**
   * The subject of a squashed commit, with its bullet, if the passage begins with one: the text below is about that
   * commit.
   */
  readonly title?: string
  /** Position among all passages of the message. */
  readonly index: number
  /** Whether it begins in the paragraph in which the previous passage ends, with nothing omitted between them. */
  readonly continues: boolean
  /** Whether it begins with a bullet. */
  readonly bullet: boolean
}

interface Piece {
  readonly text: string
  readonly kind: MessageBlock['kind']
  readonly mark: string
  /** Index of the block, and whether this is the block's first sentence. */
  readonly block: number
  readonly first: boolean
  /** Whether no quotable text stands right before it. */
  readonly isIsolated: boolean
  /** Whether it cannot be understood without the previous piece. */
  readonly continuesPrevious: boolean
  /** Whether the previous piece announces it. */
  readonly isAnnounced: boolean
}

/**
 * Groups the sentences of a message's body into passages, in order. These stay together:
 *
 * - a sentence that refers back, and the one before it;
 * - a sentence that ends in a colon, and the list or code below it;
 * - a list, and a paragraph that refers to several of its items;
 * - code, and a sentence that continues after it;
 * - the subject of a squashed commit, and the paragraph right below it.
 *
 * Code, quotes and headings that no sentence announces are omitted. So are long code, figures and long lists of names,
 * together with the sentences that announce them. The text of each passage occurs in the message, except for white space.
 */
export function groupSentences(blocks: readonly MessageBlock[]): readonly Passage[] {
  const groups: Piece[][] = []
  const pieces = withTalkBetween(trimmed(withoutTranscripts(withListsOf(withoutLongNameLists(piecesOf(blocks))))))
  for (const piece of pieces) {
    const last = groups.at(-1)
    if (last !== undefined && (piece.continuesPrevious || isBelowTitle(piece, last))) last.push(piece)
    else groups.push([piece])
  }
  return groups
    .flatMap((group, index) => passageOf(group, groups[index - 1]) ?? [])
    .map((each, index) => ({ ...each, index }))
}

/** Whether a piece begins a paragraph right below a group that is the subject of a squashed commit. */
function isBelowTitle({ block, first, isIsolated, kind }: Piece, [title, ...others]: readonly Piece[]): boolean {
  const isTitle = title !== undefined && others.length === 0 && isSquashTitle(title)
  return isTitle && kind === 'paragraph' && first && !isIsolated && title.block === block - 1
}

/** An exclamation. */
const EXCLAIMS = /^(?:alas|argh|bah|duh|h+mm*|hooray|meh|nice|oof|oops|phew|sigh|u+gh|well|whoops|wow|yay)[.!,…]*$/i

/**
 * Joins small talk between two sentences to the first when the second refers back, because it refers to the sentence
 * before the small talk. Thanks do not count.
 */
function withTalkBetween(pieces: readonly Piece[]): readonly Piece[] {
  return pieces.map((piece, index) => {
    const { isIsolated, first, kind, text } = piece
    const isBetween = pieces[index + 1]?.continuesPrevious === true && !isIsolated && !(first && kind === 'bullet')
    if (!isBetween || !isSentence(piece) || pieces[index - 1]?.kind === 'heading') return piece
    const isTalk = sentenceRole(text) === 'noise' && (needsPreviousSentence(text) || EXCLAIMS.test(text))
    return isTalk ? { ...piece, continuesPrevious: true } : piece
  })
}

/** Joins passages into one text, in their order. Passages that are adjacent in a paragraph stay in one paragraph. */
export function passagesText(passages: readonly Passage[]): string {
  return passageRuns(passages).join('\n\n')
}

/**
 * Returns the texts of passages. Passages that are adjacent in a paragraph form one text, which the message contains as
 * a whole.
 */
export function passageRuns(passages: readonly Passage[]): readonly string[] {
  return runsOf(passages).map((run) => run.map(({ text }) => text).join(' '))
}

function runsOf(passages: readonly Passage[]): readonly (readonly Passage[])[] {
  const runs: Passage[][] = []
  for (const passage of passages) {
    const before = runs.at(-1)
    if (passage.continues && before?.at(-1)?.index === passage.index - 1) before.push(passage)
    else runs.push([passage])
  }
  return runs
}

function piecesOf(blocks: readonly MessageBlock[]): readonly Piece[] {
  const pieces: Piece[] = []
  let leadIn = false
  let listLed = false
  for (const [block, { kind, text, mark = '', afterGap }] of blocks.entries()) {
    const verbatim = kind === 'code' || kind === 'quote' || kind === 'heading'
    const sentences = verbatim ? [text] : splitSentences(text)
    const before = blocks[block - 1]
    if (kind !== 'bullet') listLed = false
    if (kind === 'bullet' && leadIn) listLed = true
    for (const [index, sentence] of sentences.entries()) {
      const first = index === 0
      const goesOn = goesOnAfter(sentence, kind, before?.kind, first)
      const isAnnounced = leadIn && kind !== 'heading' ? true : listLed && kind === 'bullet'
      const isIsolated = (first && afterGap) || block + index === 0
      pieces.push({
        text: sentence,
        kind,
        mark,
        block,
        first,
        isAnnounced,
        isIsolated,
        continuesPrevious: !isIsolated && (isAnnounced || goesOn),
      })
      leadIn = !verbatim && leadsIn(sentence, index === sentences.length - 1, blocks[block + 1])
    }
    if (kind === 'heading') leadIn = false
  }
  return pieces
}

/** Refers to several items of the list above it: `both (1) and (3)`, `all of these`, `the latter`, `in either case`. */
const ARGUES_FROM_LIST =
  /^(?:\S+ ){0,4}?(?:both|either|neither|all of (?:these|those|them)|these|those|(?:the )?above|the (?:first|second|third|former|latter)(?: (?:one|two|three|option|point|item|case|reason)s?)?)\b|\(\d\) (?:and|or) \(\d\)|\bthe (?:former|latter)\b/i
/**
 * Maximum number of list items that stay together with a paragraph that refers to them. A longer list is quoted item by
 * item.
 */
const MAX_ITEMS = 6

/** A name of code or a file, and nothing about it. */
const ONLY_NAME = /^(?:(`{1,2})[^`]+\1|[\w.:/-]+)$/

/** Omits lists of more than `MAX_ITEMS` names, and the sentences that announce them: the commit has them anyway. */
function withoutLongNameLists(pieces: readonly Piece[]): readonly Piece[] {
  const omitted = new Set<number>()
  for (let start = 0, end = 0; start < pieces.length; start = Math.max(end, start + 1)) {
    end = start
    while (isNameItem(pieces[end])) end++
    if (end - start <= MAX_ITEMS) continue
    for (let at = pieces[start]?.isAnnounced === true ? start - 1 : start; at < end; at++) omitted.add(at)
  }
  return pieces.flatMap((piece, index) => {
    if (omitted.has(index)) return []
    return omitted.has(index - 1) ? [{ ...piece, continuesPrevious: false, isAnnounced: false }] : [piece]
  })
}

function isNameItem(piece: Piece | undefined): boolean {
  return piece?.kind === 'bullet' && piece.first && ONLY_NAME.test(piece.text)
}

/** Joins a paragraph that refers to the list right above it to all items of the list. */
function withListsOf(pieces: readonly Piece[]): readonly Piece[] {
  const joined = new Set<number>()
  for (const [index, { isIsolated, first, kind, text }] of pieces.entries()) {
    if (kind !== 'paragraph' || !first || isIsolated || !ARGUES_FROM_LIST.test(text)) continue
    const isItem = (each: Piece): boolean => each.kind === 'bullet'
    const start = pieces.slice(0, index).findLastIndex((each) => !isItem(each)) + 1
    const items = pieces.slice(start, index).filter((each) => each.first)
    if (items.length < 2 || items.length > MAX_ITEMS) continue
    for (let at = start + 1; at <= index; at++) joined.add(at)
  }
  return joined.size === 0
    ? pieces
    : pieces.map((each, index) => (joined.has(index) ? { ...each, continuesPrevious: true } : each))
}

/** Whether a sentence ends in a colon or in `e.g.`, so that it is incomplete without what follows. */
export function hasOpenEnd(sentence: string): boolean {
  return /(?::|\b(?:e\.g|i\.e)\.)$/iu.test(sentence)
}

/**
 * Whether a sentence announces what follows: it has an open end, or it comes before code and either says so or has no
 * full stop.
 */
function leadsIn(sentence: string, last: boolean, next: MessageBlock | undefined): boolean {
  const beforeCode = last && next?.kind === 'code'
  return hasOpenEnd(sentence) || (beforeCode && (!/[.!?]["')`]*$/.test(sentence) || ANNOUNCES.test(sentence)))
}

const ANNOUNCES = /\b(?:the )?following (?!(?:the|a|an|this|that|these|those|in|up|on)\b)\w+|\bas follows\b|\bbelow\b/i

/** Whether the words of a piece show that it cannot be understood without the previous piece. */
function goesOnAfter(
  sentence: string,
  kind: MessageBlock['kind'],
  before: MessageBlock['kind'] | undefined,
  first: boolean,
): boolean {
  if (kind === 'code' || kind === 'quote') return before === 'paragraph' || before === 'bullet' || before === kind
  if (kind === 'heading' || (kind === 'bullet' && first)) return false
  if (first && (before === 'code' || before === 'quote') && GOES_ON_AFTER_CODE.test(sentence)) return true
  // Thanks and the like are omitted on their own: they are not joined to the sentence that they refer to.
  return needsPreviousSentence(sentence) && !(first && before === 'heading') && sentenceRole(sentence) !== 'noise'
}

/** A sentence that begins with the code above it, or has it as its subject. */
const GOES_ON_AFTER_CODE =
  /^(?:[^\p{Lu}`"'(]|(?:Is|Are|Was|Were|Will|Would|Can|Could|May|Might|Gives|Yields|Becomes|Produces|Returns|Prints) (?!(?:it|we|they|there|this|that|you|I)\b))/u

/**
 * Maximum number of characters of quoted code. Longer code is an example, an output or a log, to be read in the commit.
 */
const MAX_CODE = 500

function isTranscript(piece: Piece | undefined): boolean {
  return piece?.kind === 'code' && (piece.text.length > MAX_CODE || isMeasurement(piece.text))
}

/** Comments on figures or output that contain no pronoun for them. */
const COMMENTS_ON_FIGURES =
  /^(?:\.{3}|…|(?:still|interestingly|surprisingly|as expected)\b)|\b(?:as (?:can be )?seen|the|numbers|results) above\b|\bbenchmarks? (?:is|are|was|were) (?:our|the|my)\b|\bI(?:'ve| have)? (?:used|ran|run|tested)\b[^.]*\bhere\b/i

/** A conclusion despite the figures, which the next sentence continues. */
const CONCLUDES_DESPITE_FIGURES = /^(?:but|however)\b.*[.!]$/i

/**
 * Omits long code and figures, the sentences that announce them, and comments on figures right after them. The next
 * piece begins a new passage.
 */
function withoutTranscripts(pieces: readonly Piece[]): readonly Piece[] {
  const kept: Piece[] = []
  let afterFigures = false
  for (const [index, piece] of pieces.entries()) {
    const next = pieces[index + 1]
    const leads = isSentence(piece) && isTranscript(next) && next?.isAnnounced === true
    const comments =
      afterFigures &&
      isSentence(piece) &&
      !(CONCLUDES_DESPITE_FIGURES.test(piece.text) && next?.block === piece.block) &&
      (piece.continuesPrevious || COMMENTS_ON_FIGURES.test(piece.text))
    if (leads || comments || isTranscript(piece)) {
      afterFigures ||= isTranscript(piece) && isMeasurement(piece.text)
      continue
    }
    const standsAlone = afterFigures || isTranscript(pieces[index - 1])
    kept.push(standsAlone ? { ...piece, continuesPrevious: false, isAnnounced: false } : piece)
    afterFigures = false
  }
  return kept
}

/** Omits code and quotes that no sentence announces or continues: they are examples. */
function trimmed(pieces: readonly Piece[]): readonly Piece[] {
  let goesOn = false
  return pieces
    .toReversed()
    .filter(({ kind, isAnnounced, continuesPrevious }) => {
      const isText = kind !== 'code' && kind !== 'quote'
      if (isText) goesOn = continuesPrevious
      return isText || isAnnounced || goesOn
    })
    .toReversed()
}

function passageOf(pieces: readonly Piece[], before: readonly Piece[] | undefined): Omit<Passage, 'index'> | undefined {
  // A passage does not begin with code, even if a sentence continues it.
  const start = pieces.findIndex(isSentence)
  const title = pieces.find(isSquashTitle)
  const group = start === -1 ? [] : pieces.slice(title === undefined ? start : 0)
  const [head] = group
  if (head === undefined) return undefined
  const sentences = group.filter(isSentence).map(({ text }) => text)
  let text = ''
  for (const [index, piece] of group.entries()) {
    const previous = group[index - 1]
    const marked = piece.kind === 'bullet' && piece.first ? `${piece.mark}${piece.text}` : piece.text
    const between =
      previous === undefined ? '' : previous.block === piece.block ? ' ' : piece.kind === 'bullet' ? '\n' : '\n\n'
    text += `${between}${marked}`
  }
  const continues = before?.at(-1)?.block === head.block
  const bullet = head.kind === 'bullet' && head.first
  return { text, sentences, ...(title !== undefined && { title: title.text }), continues, bullet }
}

function isSentence({ kind }: Piece): boolean {
  return kind === 'paragraph' || kind === 'bullet'
}
