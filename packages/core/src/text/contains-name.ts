import { escapeRegExp } from './escape-reg-exp.ts'

/** Whether code contains a name as a separate word. */
export function containsName(code: string, name: string): boolean {
  return code.includes(name) && new RegExp(`(?<![\\w$])${escapeRegExp(name)}(?![\\w$])`, 'u').test(code)
}
