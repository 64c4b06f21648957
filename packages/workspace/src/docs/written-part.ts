/**
 * Replaces the part of a page that a command writes: what stands between `<!-- name: written by … -->` and
 * `<!-- /name -->`. Throws where there is no place for it.
 */
export function replaceWrittenPart(page: string, name: string, text: string): string {
  const part = new RegExp(`(<!-- ${name}: written by .* -->\n\n)[^]*?(\n\n<!-- /${name} -->)`, 'u')
  if (!part.test(page)) throw new Error(`The page has no place for ${name}.`)
  return page.replace(part, (_, start: string, end: string) => `${start}${text}${end}`)
}

/** Returns a page without what commands write into it. */
export function withoutWrittenParts(page: string): string {
  return page.replace(/<!-- ([\w-]+): written by .* -->[^]*?<!-- \/\1 -->/gu, '')
}
