import { codeLines } from '@chronicle/core/text'

/**
 * Whether two versions of a file differ in what they do, as far as text can tell: not in comments, blanks, quotation
 * marks, commas and semicolons alone, which is what formatters change, nor in the number of a version.
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
