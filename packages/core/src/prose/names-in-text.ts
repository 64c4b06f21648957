/**
 * Returns the words of a text that are names in code: marked as code, called, or spelled unlike any word of prose. A
 * capitalised word within a sentence may be the name of a type.
 */
export function namesInText(text: string): ReadonlySet<string> {
  const names = new Set<string>()
  for (const [, , marked = ''] of text.matchAll(/(`{1,9})([^`]+)\1(?!`)/g))
    for (const name of withoutOptions(marked).match(/\w+(?!\w|\.\w|::)/g) ?? []) names.add(name)
  for (const [name] of text.matchAll(
    /\b\w+(?=\(\))|\b\w*[a-z\d][A-Z]\w*|\b[A-Z]{2,}[a-z]\w+|\b\w+_\w+\b|(?<=(?:::|\.|#))[A-Za-z_]\w*\b|(?<=[a-z,] )[A-Z][a-z]\w+\b/g,
  ))
    names.add(name)
  return names
}

/** Options of a command, such as `-a/--text`, are not names in code. */
function withoutOptions(text: string): string {
  return text.replace(/(?<=^|[\s`/'"([])--?[a-z][\w-]*/gim, '')
}
