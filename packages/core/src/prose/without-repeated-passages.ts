import { hasOpenEnd, type Passage } from './group-sentences.ts'

/** The passages of one message, and the subject shown above them. */
export interface MessagePassages {
  readonly subject: string
  readonly passages: readonly Passage[]
}

/**
 * Omits passages that repeat the subject of their message, an earlier passage or an earlier message: a squashed, picked
 * or backported commit repeats the messages it was made from. Afterwards, no sentence occurs in two passages.
 */
export function withoutRepeatedPassages(messages: readonly MessagePassages[]): readonly (readonly Passage[])[] {
  const seenSentences = new Set<string>()
  return messages.map(({ subject, passages }) => {
    const title = folded(subject)
    const kept: Passage[] = []
    let cut = false
    for (const passage of passages) {
      const own = withoutDangling(shorten(passage, newSentences(passage, seenSentences, title)))
      const shortened =
        own && withoutRepeatedTitle(own, (sentence) => seenSentences.has(folded(sentence)) || repeats(sentence, title))
      if (shortened?.title !== undefined) seenSentences.add(folded(shortened.title))
      for (const sentence of shortened?.sentences ?? []) seenSentences.add(folded(sentence))
      if (shortened !== undefined) kept.push(cut ? { ...shortened, continues: false } : shortened)
      cut = shortened === undefined || !passage.text.endsWith(shortened.text)
    }
    seenSentences.add(title)
    return kept
  })
}

/** Returns the passage from its first new sentence up to the next repeated one. `undefined` when nothing is new. */
function shorten(passage: Passage, isNew: readonly boolean[]): Passage | undefined {
  const { sentences, text } = passage
  const from = isNew.indexOf(true)
  if (from === -1) return undefined
  const end = isNew.indexOf(false, from)
  if (from === 0 && end === -1) return passage
  const kept = sentences.slice(from, end === -1 ? undefined : end)
  const start = from === 0 ? 0 : startOf(text, sentences, from)
  const stop = end === -1 ? text.length : startOf(text, sentences, end)
  const words = text
    .slice(start, stop)
    .replace(/\n[^\w\n]*$/u, '')
    .trim()
  return { ...passage, text: words, sentences: kept, ...(from !== 0 && { bullet: false, continues: false }) }
}

/** Returns the passage without sentences at its end that announce omitted text. */
function withoutDangling(passage: Passage | undefined): Passage | undefined {
  const last = passage?.sentences.at(-1)
  if (passage === undefined || last === undefined || !hasOpenEnd(last) || !passage.text.endsWith(last)) return passage
  return withoutDangling(
    shorten(
      passage,
      passage.sentences.map((_, index) => index < passage.sentences.length - 1),
    ),
  )
}

/** Returns the passage without its title, if the title is a repetition or the sentence below it was omitted. */
function withoutRepeatedTitle(passage: Passage, isSaid: (title: string) => boolean): Passage {
  const { title, ...rest } = passage
  if (title === undefined) return passage
  const isThere = passage.text.startsWith(title)
  if (isThere && !isSaid(title)) return passage
  return isThere ? { ...rest, text: passage.text.slice(title.length).trimStart() } : rest
}

/**
 * Returns, for each sentence of a passage, whether it is new: neither in an earlier passage nor earlier in this one.
 */
function newSentences({ sentences }: Passage, seenSentences: ReadonlySet<string>, title: string): readonly boolean[] {
  const here = new Set<string>()
  return sentences.map((sentence) => {
    const key = folded(sentence)
    const isNew = !seenSentences.has(key) && !here.has(key) && !repeats(sentence, title)
    here.add(key)
    return isNew
  })
}

/** Returns the index in the text at which a sentence of a passage begins. */
function startOf(text: string, sentences: readonly string[], index: number): number {
  let at = 0
  for (const before of sentences.slice(0, index)) at = text.indexOf(before, at) + before.length
  return text.indexOf(sentences[index] ?? '', at)
}

/** Minimum number of words of a sentence that counts as repeating a part of the subject. */
const MIN_WORDS = 3

/** Whether a sentence only repeats the subject: in its exact words, or in nearly all of them with few others. */
function repeats(sentence: string, title: string): boolean {
  const text = folded(sentence)
  if (text === title) return true
  // A single word between two pieces of code occurs in many titles.
  if (text.split(' ').length >= MIN_WORDS && title.includes(text)) return true
  const [mine, its] = [wordsOf(text), wordsOf(title)]
  const common = [...mine].filter((word) => its.has(word)).length
  return mine.size > 0 && common / mine.size >= 0.8 && common / Math.max(its.size, 1) >= 0.8
}

function folded(text: string): string {
  return text
    .toLowerCase()
    .replace(/^\w+(?:\([^)]*\))?!?: /, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

/** Words that do not distinguish texts and are ignored. */
const ARTICLES: ReadonlySet<string> = new Set(['a', 'an', 'the'])

function wordsOf(text: string): ReadonlySet<string> {
  const words = text.split(' ').filter((word) => !ARTICLES.has(word))
  return new Set(words.map((word) => word.replace(/(?:es|s|ed|ing)$/, '')))
}
