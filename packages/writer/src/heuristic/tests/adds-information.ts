import { contentWords } from '../../quality/content-words.ts'

/** Says what must not happen or must stay as it is. Code hardly shows that, so one new word is enough. */
const BINDS =
  /(?:^|[\s_])(?:without|even|not|never|no|only|cannot|can't|doesn't|don't|isn't|aren't|won't|still|ignores?|rejects?|refuses?|keeps?|preserves?|prevents?|avoids?)(?=$|[\s_])/i

/** Minimum number of words that the code does not contain, for a title with such a word and for one without. */
const [FEWEST_BINDING, MIN_NEW_WORDS] = [1, 3]

/**
 * Returns whether a test title tells a reader of the code something new, in words that neither the code nor its
 * comments contain. `groups` are the enclosing titles, which name what is tested.
 */
export function addsInformation(title: string, groups: readonly string[], code: string): boolean {
  const seen = contentWords(`${code}\n${groups.join('\n')}`)
  const newWords = [...contentWords(title)].filter((word) => !seen.has(word))
  return newWords.length >= (BINDS.test(spaced(title)) ? FEWEST_BINDING : MIN_NEW_WORDS)
}

/** Splits `TestRejectsNil` into words. */
function spaced(title: string): string {
  return title.replace(/([a-z\d])([A-Z])/g, '$1 $2')
}
