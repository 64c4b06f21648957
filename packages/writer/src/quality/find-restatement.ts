import { contentWords } from './content-words.ts'

/** The texts that a text may merely repeat. */
export interface RestatementSources {
  /** The first line of the commit message. */
  readonly subject?: string
  /** Added and removed lines, and the names of what contains them. */
  readonly changed?: readonly string[]
  /** The declaration of the unit that the text is about. */
  readonly signature?: string
}

/** Describes a text that only repeats what a reader sees anyway. */
export interface Restatement {
  readonly of: 'nothing' | 'subject' | 'signature' | 'diff'
  /** Share of its words that also occur in the source, in [0, 1]. */
  readonly overlap: number
  /** A sentence that the author of the text can act on. */
  readonly reason: string
}

/** Words of a reason or a rule. A diff, or a subject without them, cannot express it. */
const REASON =
  /\b(?:because|so that|otherwise|in order to|due to|must|never|always|cannot|can't|avoid\w*|prevent\w*|assum\w*|rel(?:y|ies) on|unless|until|would|to keep|deadlock\w*|workaround|caus\w+)\b/iu

/** Maximum share of words that a text may have beyond the subject and still count as repeating it. */
const OWN_WORDS_BESIDE_SUBJECT = 0.25

/** The same for changed lines, which contain more words by chance. */
const OWN_WORDS_BESIDE_DIFF = 0.15

/**
 * Number of words above which a change contains some words of any sentence by chance. Then only a full match of enough
 * words counts.
 */
const MANY_WORDS = 150

const ENOUGH_WORDS = 5

/**
 * Returns whether a text only repeats the subject of its commit, the changed lines, or the signature of its unit.
 * Compares words by stem, without words that describe any change. Comments among the changed lines are ignored, because
 * they may state a reason. Deterministic, and in doubt in favour of the text: a sentence that gives a reason or a rule
 * about at least two things is no repetition of a diff.
 */
export function findRestatement(text: string, sources: RestatementSources): Restatement | undefined {
  const words = contentWords(text)
  if (words.size === 0) {
    return { of: 'nothing', overlap: 1, reason: 'It says nothing specific to this code.' }
  }
  const { subject, signature, changed = [] } = sources
  if (signature !== undefined) {
    const overlap = shareIn(words, contentWords(signature))
    if (overlap === 1) return { of: 'signature', overlap, reason: 'It only repeats the signature.' }
  }
  const gives = REASON.test(text) && words.size > 1
  if (subject !== undefined && !(gives && !REASON.test(subject))) {
    const overlap = shareIn(words, contentWords(subject))
    if (1 - overlap <= OWN_WORDS_BESIDE_SUBJECT) {
      return { of: 'subject', overlap, reason: 'It only repeats the subject of the commit, which every reader has.' }
    }
  }
  if (gives) return undefined
  const code = withoutComments(changed)
  const codeWords = contentWords(code.join('\n'))
  const overlap = shareIn(words, codeWords)
  const byChance = codeWords.size > MANY_WORDS && (overlap < 1 || words.size < ENOUGH_WORDS)
  return 1 - overlap <= OWN_WORDS_BESIDE_DIFF && !byChance
    ? { of: 'diff', overlap, reason: 'It only says what the changed lines say: all of its words stand there.' }
    : undefined
}

function shareIn(words: ReadonlySet<string>, other: ReadonlySet<string>): number {
  let shared = 0
  for (const word of words) if (other.has(word)) shared++
  return shared / words.size
}

function withoutComments(lines: readonly string[]): readonly string[] {
  return lines
    .map((line) => line.trim())
    .filter((line) => !/^(?:\/\/|\/\*|\*(?!\w)|#(?!\w)|--|;;|<!--|"""|''')/u.test(line))
    .map((line) => line.replace(/(?:^|\s)(?:\/\/|#|--|\/\*)\s.*$/u, ''))
    .filter((line) => line !== '')
}
