import { codeLines } from '@chronicle/core/text'

/**
 * Whether two versions of a file differ in behaviour, as far as text can show. Changes of comments, blanks, quotation
 * marks, commas and semicolons, which formatters make, do not count, nor does a version number.
 */
export function changesCode(path: string, before: string, after: string): boolean {
  return bareCode(path, before) !== bareCode(path, after)
}

function bareCode(path: string, text: string): string {
  return codeLines(path, text)
    .join('\n')
    .replace(/\b\d+\.\d+\.\d+[\w.+-]*/g, '')
    .replace(/[\s'"`,;]+/g, '')
}
