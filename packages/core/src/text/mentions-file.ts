import { escapeRegExp } from './escape-reg-exp.ts'
import { fileName } from './file-name.ts'

/**
 * Returns whether a text names a file, by its path or its name with an extension. A name like a word of prose, such as
 * `configure`, must be marked as code.
 */
export function mentionsFile(text: string, path: string): boolean {
  const name = fileName(path).replace(/^\./, '')
  const isName = /\.|ignore$/.test(name)
  if (!isName && !path.includes('/')) return new RegExp(`[\`"']${escapeRegExp(path)}[\`"']`).test(text)
  if (new RegExp(`(?<![\\w/.-])${escapeRegExp(path)}(?![\\w/-])`).test(text)) return true
  return isName && new RegExp(`(?:^|[\\s\`"'(.])${escapeRegExp(name)}\\b`).test(text)
}
