import {
  err,
  ok,
  okAsync,
  omitEmpty,
  safeTry,
  type CheckedFile,
  type RepoPath,
  type ResultAsync,
} from '@chronicle/schema'
import { once } from '../../cache/once.ts'
import type { DiffHunk, FileChange, FileContent, GitError, TreeState } from '../../contracts/git-backend.ts'
import { neutralisePath } from '../../format/neutralise-text.ts'
import type { NamedScope } from '../../read/resolved-scope.ts'
import { outlineOnce } from '../../read/outline-once.ts'
import { countLines, isBinary } from '../../text/text-bytes.ts'
import { textLines } from '../../text/text-lines.ts'
import type { ReadError } from '../../read/read-error.ts'
import { resolvePlace, type OpenedQuery } from '../place-query.ts'
import { addedLines, conflictLines } from './added-lines.ts'
import { codeHunks, type NamedText } from './code-hunks.ts'
import { wordsOf } from './repeated-approach-words.ts'
import { spanLines, touchedUnits, type TouchedUnit } from './touched-lines.ts'

/** A changed file with its text on both sides. */
export interface ComparedFile {
  readonly change: FileChange
  /** Path at the end of the change. */
  readonly path: RepoPath
  /** Hunks that change code. */
  readonly hunks: readonly DiffHunk[]
  /** Hunks that change only white space and comments. */
  readonly otherHunks: readonly DiffHunk[]
  /** Whether the change affects only white space and comments, so that the code behaves as before. */
  readonly sameCode: boolean
  /** The text on both sides; absent for a file that is binary, deleted, or too large to read. */
  readonly texts: { readonly before: NamedText; readonly after: NamedText } | undefined
  /** Returns the words of the added lines, without lines that were only moved within the file. */
  addedWords(): ReadonlySet<string>
}

/** A changed file as it was before the change, and the parts that the change touches. */
export interface TouchedFile extends ComparedFile {
  /**
   * The file at the base, limited to its touched units and lines, so that stages using this scope find only what the
   * change touches.
   */
  readonly scope: NamedScope
  /** The whole file, for stages that need all of it. */
  readonly whole: NamedScope
  /** Touched units; `undefined` without an outline: then only lines count. */
  readonly units: readonly TouchedUnit[] | undefined
}

/** Opens a changed file at the base. `undefined` when it had no lines there: an added file, a submodule. */
export function openTouchedFile(
  change: FileChange,
  to: TreeState,
  opened: OpenedQuery,
): ResultAsync<TouchedFile | undefined, ReadError> {
  return safeTry(async function* () {
    const { context } = opened
    const { oldPath, newPath } = change
    if (oldPath === undefined) return ok(undefined)
    const place = await resolvePlace({ file: oldPath }, opened)
    if (place.isErr()) {
      if (place.error.code === 'not_a_file') return ok(undefined)
      if (place.error.code !== 'file_too_large') return err(place.error)
      reportUnchecked(oldPath, place.error, context)
      return ok(undefined)
    }
    const whole = place.value
    const after = await contentAfter(change, to, opened)
    if (after.isErr() && after.error.code !== 'file_too_large') return err(after.error)
    const content = after.isOk() ? after.value : undefined
    reportConflict(newPath ?? oldPath, content, to === 'INDEX' && isUnmerged(change), context)
    const compared = compareSides({ change, path: whole.path, before: whole.content, after: content })
    const { hunks } = compared
    const units = await unitsTouched(hunks, whole, newPath, content, opened)
    return ok({
      ...compared,
      scope: {
        ...whole,
        ranges: hunks.map(({ old }) => spanLines(old)).filter((lines) => lines !== undefined),
        // If no line is touched, no unit is, even when there is no outline.
        ...(units === undefined ? (hunks.length === 0 ? { units: [] } : {}) : { units: units.map(({ unit }) => unit) }),
      },
      whole,
      units,
    })
  })
}

/** Reports that a file was not checked because it is too large to read. */
export function reportUnchecked(
  path: RepoPath,
  { message: reason }: Pick<ReadError, 'message'>,
  { report }: Pick<OpenedQuery['context'], 'report'>,
): void {
  const message = `${neutralisePath(path)} was not checked: ${reason}`
  report({ code: 'file_not_checked', severity: 'warning', message, path })
}

/**
 * Both sides of a change to one file. `path` determines the language before the change; `after` is absent when it
 * cannot be read.
 */
interface Sides {
  readonly change: FileChange
  readonly path: RepoPath
  readonly before: FileContent
  readonly after: FileContent | undefined
}

/** Separates the changes of code from those of white space and comments. */
export function compareSides({ change, path, before, after }: Sides): ComparedFile {
  const { newPath } = change
  const texts = change.binary ? undefined : textsOf({ path, content: before }, newPath, after)
  const all = change.binary ? [wholeHunk(countLines(before.bytes))] : change.hunks
  const hunks = texts === undefined ? all : codeHunks(all, texts.before, texts.after)
  return {
    change,
    path: newPath ?? path,
    hunks,
    otherHunks: all.filter((hunk) => !hunks.includes(hunk)),
    sameCode: all.length > 0 && hunks.length === 0,
    texts,
    addedWords: once(() => wordsOf(addedText(hunks, after, before))),
  }
}

/**
 * Reads a file at the end of a change by the blob from the diff, because reading the index starts a process for each
 * file.
 */
export function contentAfter(
  { kind, newBlob, newPath }: FileChange,
  to: TreeState,
  { context: { call, git } }: OpenedQuery,
): ResultAsync<FileContent | undefined, GitError> {
  if (newPath === undefined) return okAsync(undefined)
  if (newBlob === undefined || kind !== undefined) return git.readFile(to, newPath, call)
  return git.readBlobs([newBlob], call).map((blobs): FileContent | undefined => {
    const bytes = blobs.get(newBlob)
    return bytes && { kind: 'file', id: newBlob, bytes }
  })
}

/** Returns the file as the answer lists it. */
export function checkedFile({ status, oldPath, newPath }: FileChange, touched: TouchedFile | undefined): CheckedFile {
  const units = [...new Set((touched?.units ?? []).map(({ unit }) => unit.name))]
  return {
    file: newPath ?? oldPath ?? '',
    change: status,
    ...(status === 'renamed' && oldPath !== undefined && { old_file: oldPath }),
    ...omitEmpty({ units }),
  }
}

async function unitsTouched(
  hunks: readonly DiffHunk[],
  whole: NamedScope,
  newPath: RepoPath | undefined,
  content: FileContent | undefined,
  { context }: OpenedQuery,
): Promise<readonly TouchedUnit[] | undefined> {
  const before = await whole.outline()
  if (before === undefined) return undefined
  // A deleted file has no units left; a file that cannot be parsed may still have all of them.
  if (newPath === undefined) return touchedUnits(hunks, before.units, [])
  const after = content === undefined ? undefined : await outlineOnce(newPath, content, context)()
  return touchedUnits(hunks, before.units, after?.units)
}

function textsOf(
  whole: Pick<NamedScope, 'content' | 'path'>,
  newPath: RepoPath | undefined,
  content: FileContent | undefined,
): TouchedFile['texts'] {
  if (newPath === undefined || content === undefined) return undefined
  if (isBinary(whole.content.bytes) || isBinary(content.bytes)) return undefined
  const [before, after] = [whole.content.bytes, content.bytes].map((bytes) => new TextDecoder().decode(bytes))
  if (before === undefined || after === undefined) return undefined
  return { before: { path: whole.path, text: before }, after: { path: newPath, text: after } }
}

/** A binary file has no lines to compare: all of it changed. */
function wholeHunk(lineCount: number): DiffHunk {
  const lines = { start: 1, count: lineCount }
  return { old: lines, new: { start: 0, count: 0 } }
}

/**
 * Returns the text of the lines that a change adds to a file; empty for a binary file. `before` is absent for a new
 * file, and for one that was not read: then lines that were moved within the file count as added.
 */
export function addedText(hunks: readonly DiffHunk[], after: FileContent | undefined, before?: FileContent): string {
  if (after === undefined || isBinary(after.bytes)) return ''
  const old = before === undefined || isBinary(before.bytes) ? [] : textLines(before.bytes)
  return addedLines(hunks, old, textLines(after.bytes)).join('\n')
}

/** Whether a diff with the index names no blob, as it has several. */
function isUnmerged({ kind, newBlob, status }: FileChange): boolean {
  return status === 'modified' && newBlob === undefined && kind === undefined
}

/** Reports an unresolved merge, whose lines are those of both sides. */
function reportConflict(
  path: RepoPath,
  content: FileContent | undefined,
  unmerged: boolean,
  { report }: Pick<OpenedQuery['context'], 'report'>,
): void {
  const [first] = content === undefined || isBinary(content.bytes) ? [] : conflictLines(textLines(content.bytes))
  if (first === undefined && !unmerged) return
  const where = first === undefined ? 'the index holds the sides of' : `line ${first} begins`
  const message = `${neutralisePath(path)} is in conflict: ${where} a merge that is not resolved. Resolve it, then check again.`
  report({ code: 'file_in_conflict', severity: 'warning', message, path })
}
