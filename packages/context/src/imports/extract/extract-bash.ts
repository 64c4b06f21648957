import type { ImportAt } from './extractor.ts'

const COMMAND =
  /(?:^|[;&|({!]|\b(?:then|do|else|if|while)\b)[ \t]*(?:\\?(?:builtin|command)[ \t]+)?(?:source|\.)[ \t]+(?=[^\s;&|)])/gm

/**
 * Finds files loaded by `source` and `.`. A leading variable or command for a folder is assumed to be the file's own
 * folder: `"$(dirname "$0")/lib.sh"` is `lib.sh`. A name that contains another variable is omitted.
 */
export function* extractBash(text: string, code: string): Generator<ImportAt> {
  for (const match of code.matchAll(COMMAND)) {
    const at = match.index + match[0].length
    const specifier = literalPath(wordAt(text, at))
    if (specifier !== undefined) yield { at, specifier, form: 'path' }
  }
}

/** Returns one word of the command line, without its quotes. */
function wordAt(text: string, start: number): string {
  let word = ''
  let depth = 0
  let quote = ''
  for (let at = start; at < text.length; at++) {
    const char = text[at] ?? ''
    const next = text[at + 1] ?? ''
    if (quote === "'" && char !== "'") word += char
    else if (char === '$' && /[({]/.test(next)) {
      depth++
      word += char + next
      at++
    } else if (depth > 0) {
      if (/[({]/.test(char)) depth++
      if (/[)}]/.test(char)) depth--
      if (char === '\n') return ''
      word += char
    } else if (char === '"' || char === "'") quote = quote === char ? '' : quote === '' ? char : quote
    else if (quote === '' && /[\s;&|)<>]/.test(char)) break
    else if (char === '\n') return ''
    else word += char
  }
  return word
}

function literalPath(word: string): string | undefined {
  const path = word.replace(/^(?:\$\((?:[^()]|\([^()]*\)|\$\([^()]*\))*\)|\$\{[^{}]*\}|\$\w+)\//, '')
  return /^[\w@.+,/-]+$/.test(path) && !path.startsWith('/') && !/^[.\-/]*$/.test(path) ? path : undefined
}
