import { contentWords } from '../../quality/content-words.ts'

/** Says what must not be, or must stay as it is: the code hardly shows that, and one new thing is enough. */
const BINDS =
  /(?:^|[\s_])(?:without|even|not|never|no|only|cannot|can't|doesn't|don't|isn't|aren't|won't|still|ignores?|rejects?|refuses?|keeps?|preserves?|prevents?|avoids?)(?=$|[\s_])/i

/** Things of which the code does not speak that a title must tell, where it says what must not be and where not. */
const [FEWEST_BINDING, FEWEST] = [1, 3]

/**
 * Returns whether the title of a test tells something that a reader of the code does not see there: words that neither
 * the code nor its comments have. `groups` are the titles around it, which name what is tested.
 */
export function addsToCode(title: string, groups: readonly string[], code: string): boolean {
  const seen = contentWords(`${code}\n${groups.join('\n')}`)
  const newWords = [...contentWords(title)].filter((word) => !seen.has(word))
  return newWords.length >= (BINDS.test(spaced(title)) ? FEWEST_BINDING : FEWEST)
}

/** `TestRejectsNil` in words. */
function spaced(title: string): string {
  return title.replace(/([a-z\d])([A-Z])/g, '$1 $2')
}
