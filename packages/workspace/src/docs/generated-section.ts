/**
 * Replaces the part of a page that a command writes, between `<!-- name: written by … -->` and `<!-- /name -->`. Throws
 * if the page has no such part.
 */
export function replaceGeneratedSection(page: string, name: string, text: string): string {
  const part = new RegExp(`(<!-- ${name}: written by .* -->\n\n)[^]*?(\n\n<!-- /${name} -->)`, 'u')
  if (!part.test(page)) throw new Error(`The page has no place for ${name}.`)
  return page.replace(part, (_, start: string, end: string) => `${start}${text}${end}`)
}

/** Returns a page without the parts that commands write. */
export function withoutWrittenParts(page: string): string {
  return page.replace(/<!-- ([\w-]+): written by .* -->[^]*?<!-- \/\1 -->/gu, '')
}
