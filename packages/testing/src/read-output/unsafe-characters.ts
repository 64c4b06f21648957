/**
 * What no rendering may contain, line breaks aside: control, bidi and invisible characters, separators that start a
 * line, lone surrogates. The emoji variation selectors are allowed.
 */
const unsafe = /(?![\n\uFE0E\uFE0F])[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}\p{Default_Ignorable_Code_Point}]/gu

/** The unsafe characters of a text as code points, for a message that can be read. */
export function unsafeCharacters(text: string): readonly string[] {
  return [...text.matchAll(unsafe)].map(([found]) => `U+${(found.codePointAt(0) ?? 0).toString(16).toUpperCase()}`)
}
