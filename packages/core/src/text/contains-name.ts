import { escapeRegExp } from './escape-reg-exp.ts'

/** Whether a name stands in code as a word of its own. */
export function containsName(code: string, name: string): boolean {
  return code.includes(name) && new RegExp(`(?<![\\w$])${escapeRegExp(name)}(?![\\w$])`, 'u').test(code)
}
