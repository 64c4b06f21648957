/**
 * Blanks out `#ifdef __cplusplus` around the braces of `extern "C"`, which open in one conditional and close in another:
 * to a grammar that is an unfinished block around the whole file. Every offset stays the same.
 */
export function withoutLinkage(text: string): string {
  return text.replace(LINKAGE, (block) => block.replace(/[^\r\n]/gu, ' '))
}

const LINKAGE =
  /^[ \t]*#[ \t]*if(?:def[ \t]+|[ \t]+defined[ \t]*\(?[ \t]*)__cplusplus\b[^\n]*\n(?:[ \t]*extern[ \t]*"C"[ \t]*\{|[ \t]*\})[^\n]*\n[ \t]*#[ \t]*endif[^\n]*/gmu
