/** Marks of a name: signs or digits, capitals inside the word, or only capitals. */
const MARKED = /[_$#@/\\\d~]|\p{Ll}\p{Lu}|[\p{L}\p{N}](?:::|->|[.:=&*])[\p{L}\p{N}]|^\p{Lu}{2,}s?$/u
/** Punctuation around a word. */
const AROUND = /^[^\p{L}\p{N}_$#@/\\~.-]+|[^\p{L}\p{N}_$#@/\\~]+$/gu
const ABBREVIATIONS: ReadonlySet<string> = new Set(['e.g', 'i.e', 'a.k.a'])
const WORD = /[\p{L}\p{N}]+/gu

/** Returns the names, numbers, paths and links in a text, which are not words of the language. */
function namesIn(text: string): readonly string[] {
  const quoted = Array.from(text.matchAll(/`([^`\n]+)`/gu), ([, name = '']) => name)
  const words = text.replace(/`[^`\n]+`/gu, ' ').split(/\s+/u)
  const marked = words.map((word) => word.replace(AROUND, '')).filter((word) => MARKED.test(word))
  return [...quoted, ...marked].filter((name) => !ABBREVIATIONS.has(name.toLowerCase()))
}

/**
 * Returns the names in sentences that do not occur in the recorded text, including words capitalised within a sentence.
 */
export function unknownNames(sentences: readonly string[], recorded: string): readonly string[] {
  const known = new Map<string, boolean>()
  const isKnown = (name: string): boolean => {
    const stands = known.get(name) ?? occursIn(name, recorded)
    known.set(name, stands)
    return stands
  }
  const names = sentences.flatMap((sentence) => namesIn(sentence)).filter((name) => !isKnown(name))
  const words = new Set(Array.from(recorded.matchAll(WORD), ([word]) => word.toLowerCase()))
  const capitalised = sentences
    .flatMap((sentence) =>
      Array.from(sentence.matchAll(/(?<=[\p{L}\p{N},;:)] )\p{Lu}[\p{L}\p{N}]*/gu), ([name]) => name),
    )
    .filter((name) => !words.has(name.toLowerCase()))
  const parts = new Set(names.flatMap((name) => name.split(/[^\p{L}\p{N}]+/u)))
  return [...new Set([...names, ...capitalised.filter((name) => !parts.has(name))])]
}

/** Whether a name occurs in a text as a whole word: `12` does not occur in `120`. */
function occursIn(name: string, text: string): boolean {
  for (let at = text.indexOf(name); at !== -1; at = text.indexOf(name, at + 1)) {
    if (!joins(text[at - 1], name[0]) && !joins(text[at + name.length], name.at(-1))) return true
  }
  return false
}

function joins(outer = ' ', inner = ' '): boolean {
  return /[\p{L}\p{N}_]/u.test(outer) && /[\p{L}\p{N}_]/u.test(inner)
}
