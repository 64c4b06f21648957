import { ok, type CodedError, type Result } from '@chronicle/schema'
import { findSection } from '../config-files/edit-section.ts'
import type { HookName } from './hook-names.ts'
import { HOOK_MARKS, hookSection, parseSection } from './hook-section.ts'

/** Matches the first lines of a shell script: `#!`, and the line with which husky 8 runs the script again. */
const HEAD = /^(?:#![^\n]*\n?)?(?:\s*\. [^\n]*husky\.sh[^\n]*\n)?/u
const SHEBANG = '#!/bin/sh\n'

/**
 * Whether our lines can be added to a hook, which a POSIX shell must run. Git and husky run a hook without `#!` with
 * `sh`.
 */
export function isShellScript(text: string): boolean {
  if (text.includes('\r\n') || text.includes('\0')) return false
  const [first = ''] = text.split('\n')
  return !first.startsWith('#!') || /[\s/](?:ba|da|a|k|mk|z)?sh(?:\s|$)/u.test(first)
}

/** Adds our lines to a hook, or updates them. `text` is `undefined` if the file does not exist yet. */
export function addToHook(
  text: string | undefined,
  hook: HookName,
  servedDirs: readonly string[],
  file: string,
): Result<string, CodedError<'config_malformed'>> {
  if (text === undefined) return ok(`${SHEBANG}${hookSection(hook, { ownFile: true, servedDirs })}\n`)
  return findSection(text, HOOK_MARKS, file).map((found) => {
    if (found !== undefined) {
      const { ownFile } = parseSection(text.slice(found.start, found.end))
      return text.slice(0, found.start) + hookSection(hook, { ownFile, servedDirs }) + text.slice(found.end)
    }
    const [head = ''] = HEAD.exec(text) ?? []
    const section = hookSection(hook, { ownFile: false, servedDirs })
    // A text that ends within these first lines gets no final newline, so that removing the section restores it.
    if (head.length > 0 && !head.endsWith('\n')) return `${head}\n${section}`
    return `${head}${section}\n${text.slice(head.length)}`
  })
}

/** Removes our lines from a hook. Returns `undefined` if nothing is left of a file that was created for them. */
export function removeFromHook(text: string, file: string): Result<string | undefined, CodedError<'config_malformed'>> {
  return findSection(text, HOOK_MARKS, file).map((found) => {
    if (found === undefined) return text
    const before = text.slice(0, found.start)
    const after = text.slice(found.end)
    const { ownFile } = parseSection(text.slice(found.start, found.end))
    const left = after === '' ? before.replace(/\n$/u, '') : before + after.slice(1)
    return ownFile && left === SHEBANG ? undefined : left
  })
}

/** Returns the git directories that a hook serves, according to its section. */
export function servedDirsOf(text: string, file: string): Result<readonly string[], CodedError<'config_malformed'>> {
  return findSection(text, HOOK_MARKS, file).map((found) =>
    found === undefined ? [] : parseSection(text.slice(found.start, found.end)).servedDirs,
  )
}
