import {
  isConnective,
  hasDependentStart,
  pointsBack,
  proseParagraphs,
  splitSentences,
  type Paragraph,
} from '@chronicle/core/prose'
import { commentSyntax, locateQuote, scanComments, type Comment } from '@chronicle/core/text'
import type { LineRange } from '@chronicle/schema'
import type { ChangedFile, CommitContext } from '../../commit-context.ts'
import { linesAt } from '../../text/lines-at.ts'
import { CLAIM_HINT, classifySentence, isCode, type CommentClaim } from './classify-sentence.ts'

/** A claim of a comment that the commit added, verbatim. */
export interface AddedClaim {
  readonly file: ChangedFile
  readonly claim: CommentClaim
  readonly text: string
  /** The lines of the text after the commit. */
  readonly lines: LineRange
  /** The lines of the whole comment. */
  readonly comment: LineRange
  /** Whether the comment follows code on its line, which it is then about. */
  readonly trailing: boolean
  /** Whether the comment documents the code for its users. */
  readonly doc: boolean
}

/** Maximum number of characters in one claim. A longer one is omitted, not cut. */
const MAX_CLAIM_LENGTH = 500
/** Share of a claim's three-word runs in the old files at which it counts as moved or edited, not added. */
const KNOWN_SHARE = 0.5

/**
 * Returns the wanted claims in comments that a commit added to a file, without comments that it only moved, reindented
 * or edited.
 */
export function addedClaims(
  file: ChangedFile,
  context: CommitContext,
  isWanted: (claim: AddedClaim) => boolean,
): readonly AddedClaim[] {
  const syntax = commentSyntax(file.path)
  if (syntax === undefined || file.after === undefined) return []
  const { text } = file.after
  const added = file.hunks.filter(({ new: { count } }) => count > 0).map(({ new: span }) => span)
  if (!linesAt(text, added).some((lines) => CLAIM_HINT.test(lines.join('\n')))) return []
  const { lines } = file.after
  const isAdded = ({ start, end }: LineRange): boolean =>
    added.some((span) => span.start <= start && end <= span.start + span.count - 1)
  const claims: AddedClaim[] = []
  for (const comment of scanComments(text, syntax)) {
    if (!added.some((span) => span.start <= comment.end && comment.start <= span.start + span.count - 1)) continue
    if (!CLAIM_HINT.test(comment.text.join('\n')) || isLicense(comment)) continue
    const doc = comment.doc || DECLARATION.test(lines[comment.end] ?? '')
    for (const { claim, sentences } of commentClaims(comment, doc)) {
      const at = locateQuote(lines.slice(comment.start - 1, comment.end), sentences)
      if (at === undefined) continue
      const place = { start: comment.start + at.start, end: comment.start + at.end }
      if (!isAdded(place)) continue
      const { start, end, trailing } = comment
      const said = sentences.replace(NOTE_MARK, '')
      const found = { file, claim, text: said, lines: place, comment: { start, end }, trailing, doc }
      if (isWanted(found)) claims.push(found)
    }
  }
  if (claims.length === 0) return []
  const known = knownRuns(claims.map(({ text: words }) => runsOf(words)).flat(), context)
  return claims.filter(({ text: words }) => shareOf(runsOf(words), known) < KNOWN_SHARE)
}

/** `Note: ` and `**Note:** ` say nothing about the rule that follows. */
const NOTE_MARK = /^\W*note\b\W*?:\W*?\s+/i

/** Returns all runs of three consecutive words in a text. */
function runsOf(text: string): readonly string[] {
  const words = text.toLowerCase().match(WORD) ?? []
  return words.slice(2).map((word, index) => `${words[index] ?? ''} ${words[index + 1] ?? ''} ${word}`)
}

const WORD = /[\p{L}\p{N}_]+/gu

/** Returns the word runs that occurred in the files before the commit. Each file is read once. */
function knownRuns(runs: readonly string[], { files }: CommitContext): ReadonlySet<string> {
  const wanted = new Set(runs)
  const firsts = new Set(runs.map((run) => run.slice(0, run.indexOf(' '))))
  const known = new Set<string>()
  for (const { before } of files) {
    if (before === undefined) continue
    const text = before.text.toLowerCase()
    // Most words start none of the runs, so the next two words are read only after those that do.
    for (const first of firsts) {
      for (let at = text.indexOf(first); at >= 0; at = text.indexOf(first, at + first.length)) {
        FOLLOWING.lastIndex = at
        const [, one, two, three] = FOLLOWING.exec(text) ?? []
        const run = `${one} ${two} ${three}`
        if (wanted.has(run)) known.add(run)
      }
    }
  }
  return known
}

const FOLLOWING = /(?<![\p{L}\p{N}_])([\p{L}\p{N}_]+)[^\p{L}\p{N}_]+([\p{L}\p{N}_]+)[^\p{L}\p{N}_]+([\p{L}\p{N}_]+)/uy

/** Returns the share of runs that are known. */
function shareOf(runs: readonly string[], known: ReadonlySet<string>): number {
  return runs.filter((run) => known.has(run)).length / Math.max(runs.length, 1)
}

function isLicense({ text, start }: Comment): boolean {
  return (
    start <= 40 &&
    /\b(?:copyright|licensed under|SPDX-License|permission is hereby|all rights reserved)\b/i.test(text.join(' '))
  )
}

function commentClaims(
  comment: Comment,
  doc: boolean,
): readonly { readonly claim: CommentClaim; readonly sentences: string }[] {
  const paragraphs = proseParagraphs(comment.text)
  return paragraphs.flatMap(({ bullet, text }, position) => {
    if (isCode(text) && !CLAIM_HINT.test(text)) return []
    // A list item under `When the file is gone:` is no rule without that condition.
    if (bullet && isConditional(leadOf(paragraphs, position))) return []
    const sentences = splitSentences(text)
    const claims: { claim: CommentClaim; sentences: string }[] = []
    let lastClaimed = -1
    for (const [index, sentence] of sentences.entries()) {
      const claim = index <= lastClaimed ? undefined : classifySentence(sentence, { doc })
      if (claim === undefined) continue
      const passage = completePassage(sentences, index, lastClaimed + 1)
      if (passage === undefined) continue
      lastClaimed = passage.to - 1
      claims.push({ claim, sentences: passage.text })
    }
    return claims
  })
}

/** Returns the paragraph before a list. */
function leadOf(paragraphs: readonly Paragraph[], position: number): string {
  return paragraphs.slice(0, position).findLast(({ bullet }) => !bullet)?.text ?? ''
}

function isConditional(lead: string): boolean {
  return lead.endsWith(':') && /\b(?:if|when|whenever|unless|until|while|where|in case|for)\b/i.test(lead)
}

/** A Go declaration, for which any comment directly above is documentation. */
const DECLARATION = /^(?:func|type|var|const|package) /

/** A sentence that continues the previous one. */
const GOES_ON =
  /^(?:otherwise|because|this is because|that is because|if not|or else|failing|doing so|without (?:this|that|it)|that way|this way|this (?:ensures?|means|avoids?|prevents?|allows?))\b/i

function leans(sentence: string): boolean {
  return hasDependentStart(sentence) || pointsBack(sentence) || /^of course\b/i.test(sentence)
}

/** Returns a sentence with the previous sentences that it depends on and the next ones that continue it. */
function completePassage(
  sentences: readonly string[],
  at: number,
  first: number,
): { readonly text: string; readonly to: number } | undefined {
  let from = at
  while (from > first && leans(sentences[from] ?? '')) from--
  if (isConnective(sentences[from] ?? '')) return undefined
  let to = at + 1
  while (to < sentences.length && GOES_ON.test(sentences[to] ?? '')) to++
  for (; to > at; to--) {
    const chosen = sentences.slice(from, to)
    const text = chosen.join(' ')
    if (text.length <= MAX_CLAIM_LENGTH && !chosen.some(isCode) && !text.endsWith(':')) return { text, to }
  }
  return undefined
}
