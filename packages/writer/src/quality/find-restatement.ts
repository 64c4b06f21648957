import { contentWords } from './content-words.ts'

/** What a text could be a mere repetition of. */
export interface RestatementSources {
  /** First line of the commit message. */
  readonly subject?: string
  /** Lines that were added or removed, and names of what they are in. */
  readonly changed?: readonly string[]
  /** The declaration of the unit that the text is about. */
  readonly signature?: string
}

/** A text that tells a reader nothing that is not in plain sight. */
export interface Restatement {
  readonly of: 'nothing' | 'subject' | 'signature' | 'diff'
  /** Share of its words that stand there too, in [0, 1]. */
  readonly overlap: number
  /** A sentence that whoever wrote the text can act on. */
  readonly reason: string
}

/** Words that announce a reason or a rule. Neither a diff nor a subject without them says it. */
const REASON =
  /\b(?:because|so that|otherwise|in order to|due to|must|never|always|cannot|can't|avoid\w*|prevent\w*|assum\w*|rel(?:y|ies) on|unless|until|would|to keep|deadlock\w*|workaround|caus\w+)\b/iu

/** Up to this share of a text's words may be its own, and it still says what the subject says. */
const OWN_WORDS_BESIDE_SUBJECT = 0.25

/** The same beside changed lines, which have more words to meet by chance. */
const OWN_WORDS_BESIDE_DIFF = 0.15

/** A change with more words than this has a few of any sentence by chance: only all of many count there. */
const MANY_WORDS = 150

const ENOUGH_WORDS = 5

/**
 * Whether a text only repeats the subject of its commit, the changed lines, or the signature of the unit it is about.
 * Counts words by stem, without those that any change can be described with; comments among the changed lines do not
 * count, since they may be where a reason is stated. Deterministic, and on the side of the text: a sentence that gives
 * a reason or a rule about at least two things is no repetition of a diff.
 */
export function findRestatement(text: string, sources: RestatementSources): Restatement | undefined {
  const words = contentWords(text)
  if (words.size === 0) {
    return { of: 'nothing', overlap: 1, reason: 'It says nothing about this code that is not true of any change.' }
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
