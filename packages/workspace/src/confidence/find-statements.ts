import type { LineRange } from '@chronicle/schema'
import { locateQuote } from '../../../core/src/text/comments/locate-quote.ts'
import { classifySentence, isCode } from '../../../writer/src/heuristic/comments/classify-sentence.ts'
import { commentSyntax } from '../../../core/src/text/comments/comment-syntax.ts'
import { scanComments, type Comment } from '../../../core/src/text/comments/scan-comments.ts'
import { proseParagraphs } from '../../../core/src/prose/prose-paragraphs.ts'
import { splitSentences } from '../../../core/src/prose/split-sentences.ts'
import type { FileChange } from './mainline.ts'
import { contentWords, MIN_CONTENT_WORDS, shareOfWords } from './rule-words.ts'

/** The field of a region that would contain the statement. A task is a risk note about open work. */
export type StatementKind = 'constraint' | 'risk' | 'rejected_alternative' | 'intent' | 'task'

/** A sentence of a comment that a commit added. */
export interface Statement {
  readonly kind: StatementKind
  readonly text: string
  /** The line range of the whole comment. */
  readonly comment: LineRange
  /** Whether the comment is after code on the same line. */
  readonly trailing: boolean
}

/** Returns the comments of a source file; none if its language is unknown. */
export function commentsOf(path: string, text: string): readonly Comment[] {
  const syntax = commentSyntax(path)
  return syntax === undefined ? [] : scanComments(text, syntax)
}

/**
 * Finds the sentences of comments that a commit added to a file, and did not merely move: the commit wrote every line
 * of the sentence, and did not remove its words elsewhere.
 */
export function findStatements(
  change: FileChange,
  text: string,
  removedWords: readonly string[],
): readonly Statement[] {
  const lines = text.split('\n')
  const isAdded = (at: LineRange): boolean => change.added.some((span) => span.start <= at.start && at.end <= span.end)
  return commentsOf(change.path, text).flatMap((comment) => {
    if (!change.added.some((span) => span.start <= comment.end && comment.start <= span.end)) return []
    const sentences = proseParagraphs(comment.text).flatMap((paragraph) => splitSentences(paragraph.text))
    return sentences.flatMap((sentence): Statement[] => {
      const kind = kindOf(sentence, comment.doc)
      const words = contentWords(sentence)
      if (kind === undefined || new Set(words).size < MIN_CONTENT_WORDS) return []
      const at = locateQuote(lines.slice(comment.start - 1, comment.end), sentence)
      if (at === undefined) return []
      if (!isAdded({ start: comment.start + at.start, end: comment.start + at.end })) return []
      if (shareOfWords(words, removedWords) >= 0.5) return []
      const place = { start: comment.start, end: comment.end }
      return [{ kind, text: sentence, comment: place, trailing: comment.trailing }]
    })
  })
}

/** Words of rules, whether or not the heuristic writer would classify the sentence as one. */
const RULE = /\b(?:must(?:n't)?|never|always|only|assum(?:es?|ed|ing)|ensures?|required?|safe(?:ty|ly)?|unsafe)\b/i
/** Phrases about rejected alternatives. */
const REJECTION_WORDS =
  /\b(?:instead of|rather than|(?:can't|cannot|don't|do not|doesn't|does not|won't) (?:just |simply )?use)\b/i
const TASK = /^[@*]*(?:TODO|FIXME|XXX|HACK)\b/i
const LEGAL = /\b(?:copyright|licen[cs]e[ds]?|all rights reserved|permission is hereby|warrant(?:y|ies))\b/i
const TAG = /^(?:[@\\:]\w|\.\. |eslint|jshint|noqa|type:|pragma|nolint|go:|pylint|mypy|prettier)/i

/** Returns the kind of a sentence, with the classification of the heuristic writer. */
function kindOf(sentence: string, doc: boolean): StatementKind | undefined {
  const claim = classifySentence(sentence, { doc })
  if (claim === 'rule' || claim === 'sync') return 'constraint'
  if (TASK.test(sentence)) return 'task'
  if (claim === 'risk') return 'risk'
  const prose = sentence.split(/\s+/u).length >= 6 && !isCode(sentence) && !LEGAL.test(sentence) && !TAG.test(sentence)
  if (!prose || /[:?]$/u.test(sentence)) return undefined
  if (REJECTION_WORDS.test(sentence)) return 'rejected_alternative'
  return RULE.test(sentence) ? 'constraint' : 'intent'
}
