import { codedError } from '@chronicle/core/contracts'
import { err, ok, omitUndefined, type CodedError, type LineRange, type Result } from '@chronicle/schema'
import { joinRanges } from '../line-ranges.ts'
import { patchPath } from './patch-path.ts'

/** The changes of a patch to one file. */
export interface PatchedFile {
  /** Absent for a file that the patch adds. */
  readonly oldPath?: string
  /** Absent for a file that the patch deletes. */
  readonly newPath?: string
  /**
   * Lines of the old file that the patch changes or deletes; for a pure insertion, the line before it. An insertion
   * before the first line touches none. Empty for a binary file and for a mode change or rename alone.
   */
  readonly touched: readonly LineRange[]
}

/** A truncated or inconsistent patch; `data.line` is the line of the patch. */
export type PatchError = CodedError<'invalid_patch'>

const HUNK = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/

/** Maximum number of context lines after a change, by git's default. */
const CONTEXT_LINES = 3

/** A file whose hunks are being parsed. */
interface OpenFile {
  oldPath: string | undefined
  newPath: string | undefined
  readonly touched: LineRange[]
}

/**
 * Parses a unified diff, as `git diff` and `diff -u` write it, with or without `diff --git` lines, prefixes `a/` and
 * `b/`, and context. Text between files, such as the message of `git format-patch`, is skipped. A patch without files
 * is an error. So is a hunk with fewer lines than its header says, except for context that was trimmed at the end.
 */
export function parsePatch(patch: string): Result<readonly PatchedFile[], PatchError> {
  const lines = patch.replace(/\r\n/g, '\n').split('\n')
  const files: OpenFile[] = []
  let open: OpenFile | undefined
  for (let at = 0; at < lines.length;) {
    const line = lines[at] ?? ''
    const next = lines[at + 1] ?? ''
    if (line.startsWith('diff --git ')) {
      open = { ...gitPaths(line), touched: [] }
      files.push(open)
    } else if (line.startsWith('--- ') && next.startsWith('+++ ')) {
      if (
        open === undefined ||
        !lines[at - 1]?.match(/^(?:diff --git |index |new file|deleted file|old mode|new mode|similarity|rename|copy)/)
      ) {
        open = { oldPath: undefined, newPath: undefined, touched: [] }
        files.push(open)
      }
      open.oldPath = patchPath(line.slice(4))
      open.newPath = patchPath(next.slice(4))
      at++
    } else if (open !== undefined) {
      const hunk = HUNK.exec(line)
      if (hunk !== null) {
        const end = readHunk(lines, at, hunk, open.touched)
        if (typeof end === 'string') return broken(at, end)
        at = end
        continue
      }
      readHeader(line, open)
    }
    at++
  }
  const patched = files.flatMap(closeFile)
  return patched.length === 0 ? broken(0, 'it changes no file') : ok(patched)
}

/** Adds the lines that a hunk touches. Returns the index of the line after the hunk, or the problem with it. */
function readHunk(lines: readonly string[], at: number, hunk: RegExpExecArray, touched: LineRange[]): number | string {
  let [oldLeft, newLeft] = [Number(hunk[2] ?? 1), Number(hunk[4] ?? 1)]
  // If the count is 0, the number is that of the line before.
  let oldLine = Number(hunk[1]) + (oldLeft === 0 ? 1 : 0)
  let deleted = 0
  let added = 0
  const flush = (): void => {
    if (deleted > 0) touched.push({ start: oldLine - deleted, end: oldLine - 1 })
    else if (added > 0 && oldLine > 1) touched.push({ start: oldLine - 1, end: oldLine - 1 })
    deleted = 0
    added = 0
  }
  for (let index = at + 1; ; index++) {
    const line = lines[index]
    if (line?.startsWith('\\')) continue
    if (oldLeft <= 0 && newLeft <= 0) {
      flush()
      return oldLeft < 0 || newLeft < 0 ? 'the hunk has more lines than its header says' : index
    }
    if (line === undefined) {
      if (oldLeft !== newLeft || oldLeft > CONTEXT_LINES)
        return 'the hunk ends before it has the lines that its header says'
      // Trimming a patch as text removes blank context lines at the end.
      flush()
      return index
    }
    if (line.startsWith('-')) {
      oldLeft--
      oldLine++
      deleted++
    } else if (line.startsWith('+')) {
      newLeft--
      added++
    } else if (line.startsWith(' ') || line === '') {
      // Editors and mailers remove the space of an empty context line.
      flush()
      oldLeft--
      newLeft--
      oldLine++
    } else return `line ${index + 1} is no line of a hunk`
  }
}

function readHeader(line: string, open: OpenFile): void {
  if (line.startsWith('new file mode')) open.oldPath = undefined
  else if (line.startsWith('deleted file mode')) open.newPath = undefined
  else if (line.startsWith('rename from ')) open.oldPath = patchPath(line.slice(12), false)
  else if (line.startsWith('rename to ')) open.newPath = patchPath(line.slice(10), false)
  else if (line.startsWith('copy to ')) open.newPath = patchPath(line.slice(8), false)
  // A copy does not change its source file.
  else if (line.startsWith('copy from ')) open.oldPath = undefined
}

/**
 * Parses `diff --git a/x b/x`. Both names are the same, unless a rename follows, which names both on separate lines.
 */
function gitPaths(line: string): { oldPath: string | undefined; newPath: string | undefined } {
  const rest = line.slice('diff --git '.length)
  const quoted = /^("(?:[^"\\]|\\[^])*") ("(?:[^"\\]|\\[^])*")$/.exec(rest)
  if (quoted?.[1] !== undefined && quoted[2] !== undefined) {
    return { oldPath: patchPath(quoted[1]), newPath: patchPath(quoted[2]) }
  }
  const half = (rest.length - 1) / 2
  return { oldPath: patchPath(rest.slice(0, half)), newPath: patchPath(rest.slice(half + 1)) }
}

function closeFile({ oldPath, newPath, touched }: OpenFile): readonly PatchedFile[] {
  if (oldPath === undefined && newPath === undefined) return []
  return [
    {
      ...omitUndefined({ oldPath, newPath }),
      touched: joinRanges(touched),
    },
  ]
}

function broken(at: number, reason: string): Result<never, PatchError> {
  return err(
    codedError('invalid_patch', `The patch cannot be read at line ${at + 1}: ${reason}.`, { data: { line: at + 1 } }),
  )
}
