import type { AstUnit } from '@chronicle/core/contracts'
import { ownName } from '../words/own-name.ts'

/** Whether a unit can be used outside of its file, as far as its declaration and the custom of its language say. */
export function isExported({ name, signature = '' }: AstUnit, path: string): boolean {
  const last = ownName(name)
  if (/\.(?:[cm]?[jt]sx?)$/.test(path)) return name.includes('::') ? !last.startsWith('#') : /^export\b/.test(signature)
  if (/\.pyi?$/.test(path)) return !last.startsWith('_') || /^__\w+__$/.test(last)
  if (path.endsWith('.go')) return /^\p{Lu}/u.test(last)
  if (path.endsWith('.rs')) return /^pub\b/.test(signature)
  return !/\b(?:private|static|fileprivate|internal)\b/.test(signature)
}
