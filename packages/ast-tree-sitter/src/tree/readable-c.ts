/**
 * Blanks out text that a preprocessor would remove and that confuses the grammar. Every offset stays the same, and
 * names and signatures are read from the original.
 *
 * - `#ifdef __cplusplus` around the braces of `extern "C"`: they open in one conditional and close in another, which
 *   the
 *   grammar sees as an unfinished block around the whole file.
 * - The macro of `class EXPORT Client {`, which would become a function called `Client`.
 */
export function readableC(text: string): string {
  return text.replace(LINKAGE, blank).replace(EXPORTED, (_all, before: string, macro: string) => before + blank(macro))
}

function blank(text: string): string {
  return text.replace(/[^\r\n]/gu, ' ')
}

const LINKAGE =
  /^[ \t]*#[ \t]*if(?:def[ \t]+|[ \t]+defined[ \t]*\(?[ \t]*)__cplusplus\b[^\n]*\n(?:[ \t]*extern[ \t]*"C"[ \t]*\{|[ \t]*\})[^\n]*\n[ \t]*#[ \t]*endif[^\n]*/gmu

const EXPORTED =
  /^([ \t]*(?:template[^;{}\n]*>[ \t]*)?(?:class|struct)[ \t]+)([A-Z][A-Z0-9_]+(?:\([^()\n]*\))?)(?=[ \t]+[A-Za-z_]\w*[ \t]*(?:final[ \t]*)?(?::[^:]|\{|$))/gmu
