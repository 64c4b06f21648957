import { escapeRegExp } from '../text/escape-reg-exp.ts'

/**
 * Returns whether a text means the code that has one of these names, such as `run` or `Reader::parse`, by the last segment
 * of the name and as a word of its own. A name that may be a word of prose, such as `run` or `View`, counts only where it
 * is written as code; one with a capital also within a sentence.
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
  // `run`, 'run', Runner.run, run(), the run method.
  const asCode = `(?<=[\`.:#])${word}|(?<=['"])${word}(?=['"])|${word}\\(|${word} (?:function|method)\\b`
  return new RegExp(/^\p{Lu}/u.test(name) ? `${asCode}|(?<=[\\p{Ll},] )${word}` : asCode, 'u')
}

function lastSegment(name: string): string {
  return name.split(/::|[.#/]/).at(-1) ?? name
}
