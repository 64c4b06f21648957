import { escapeRegExp } from '../text/escape-reg-exp.ts'

/**
 * Returns whether a text mentions the code with one of these names, such as `run` or `Reader::parse`. Only the last
 * segment of a name has to occur, as a separate word. A name that may be a word of prose, such as `run` or `View`,
 * counts only when written as code; a capitalised one also counts within a sentence.
 */
export function namesCode(text: string, names: readonly string[]): boolean {
  return names.some((name) => {
    const last = lastSegment(name)
    return last !== '' && patternOf(last).test(text)
  })
}

function patternOf(name: string): RegExp {
  const word = `(?<![\\p{L}\\p{N}_$])${escapeRegExp(name)}(?![\\p{L}\\p{N}_$])`
  if (!/^\p{L}\p{Ll}*$/u.test(name)) return new RegExp(word, 'u')
  // The name in `run`, 'run', Runner.run, run(), the run method.
  const asCode = `(?<=[\`.:#])${word}|(?<=['"])${word}(?=['"])|${word}\\(|${word} (?:function|method)\\b`
  return new RegExp(/^\p{Lu}/u.test(name) ? `${asCode}|(?<=[\\p{Ll},] )${word}` : asCode, 'u')
}

function lastSegment(name: string): string {
  return name.split(/::|[.#/]/).at(-1) ?? name
}
