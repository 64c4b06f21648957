import { escapeRegExp } from './escape-reg-exp.ts'

/** Returns whether a text names a file, by its path or its name with an extension. */
export function mentionsFile(text: string, path: string): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1).replace(/^\./, '')
  if (text.includes(path)) return true
  return /\.|ignore$/.test(name) && new RegExp(`(?:^|[\\s\`"'(.])${escapeRegExp(name)}\\b`).test(text)
}
