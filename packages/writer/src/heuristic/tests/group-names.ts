/** Words that say only that there are tests. */
const OF_TESTS: ReadonlySet<string> = new Set(['test', 'tests', 'spec', 'specs', 'suite', 'case', 'cases', 'unit'])

/**
 * Returns whether the title of a group only names what is tested, with words of these names or paths. Another title
 * states a condition under which its tests hold, or may state one. Parameters, as in `send(path)`, say nothing.
 */
export function namesOnly(title: string, names: readonly string[]): boolean {
  const known = new Set(names.flatMap(partsOf).flatMap((part) => [part.toLowerCase(), ...wordsOfName(part)]))
  const isKnown = (word: string): boolean => OF_TESTS.has(word) || known.has(word)
  return partsOf(title.replace(/(?<=\w)\([^)]*\)/g, '')).every(
    (part) => isKnown(part.toLowerCase()) || wordsOfName(part).every(isKnown),
  )
}

function partsOf(text: string): readonly string[] {
  return text.split(/[^\p{L}\p{N}_]+/u).filter((part) => part !== '')
}

function wordsOfName(name: string): readonly string[] {
  return splitName(name).map((word) => word.toLowerCase())
}

/** Splits `TestContextRejectsNil` and `test_rejects_nil` into words. */
export function splitName(name: string): readonly string[] {
  return name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/(?<=[A-Z])(?=[A-Z][a-z])/g, ' ')
    .split(/[\s_]+/)
    .filter((word) => word !== '')
}
