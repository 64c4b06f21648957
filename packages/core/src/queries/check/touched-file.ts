import {
  err,
  ok,
  okAsync,
  omitEmpty,
  safeTry,
  type CheckedFile,
  type LineRange,
  type RepoPath,
  type ResultAsync,
} from '@chronicle/schema'
import type { DiffHunk, FileChange, FileContent, GitError, TreeState } from '../../contracts/git-backend.ts'
import { neutralisePath } from '../../format/neutralise-text.ts'
import type { NamedScope } from '../../read/resolved-scope.ts'
import { outlineOnce } from '../../read/outline-once.ts'
import { countLines, isBinary } from '../../text/text-bytes.ts'
import type { ReadError } from '../../read/read-error.ts'
import { resolvePlace, type OpenedQuery } from '../place-query.ts'
import { codeHunks, type NamedText } from './code-hunks.ts'
import { wordsOf } from './echoed-words.ts'
import { spanLines, touchedUnits, type TouchedUnit } from './touched-lines.ts'

/** A changed file by its text on both sides. */
export interface ComparedFile {
  readonly change: FileChange
  /** As it is called at the end of the change. */
  readonly path: RepoPath
  /** Those that change code. */
  readonly hunks: readonly DiffHunk[]
  /** Those that change blanks and comments alone. */
  readonly otherHunks: readonly DiffHunk[]
  /** The change is of blanks and comments alone: everything does what it did. */
  readonly sameCode: boolean
  /** The text on both sides; absent for a file that is binary, deleted, or too large to be read. */
  readonly texts: { readonly before: NamedText; readonly after: NamedText } | undefined
  /** Words of the lines that were added. */
  addedWords(): ReadonlySet<string>
}

/** A changed file as it was before the change, and what the change touches of it. */
export interface TouchedFile extends ComparedFile {
  /**
   * The file at the base. Its units are those touched, and its ranges the touched lines, so that what stages find by
   * them is what the change touches.
   */
  readonly scope: NamedScope
  /** All of it, for stages that look at the file. */
  readonly whole: NamedScope
  /** `undefined` without an outline: then only lines count. */
  readonly units: readonly TouchedUnit[] | undefined
}

/** Opens a changed file at the base. `undefined` for what had no lines there: an added file, a submodule. */
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
    const compared = compareSides({ change, path: whole.path, before: whole.content, after: content })
    const { hunks } = compared
    const units = await unitsTouched(hunks, whole, newPath, content, opened)
    return ok({
      ...compared,
      scope: {
        ...whole,
        ranges: hunks.map(({ old }) => spanLines(old)).filter((lines) => lines !== undefined),
        // Without a line touched, no name is, whether or not names are known.
        ...(units === undefined ? (hunks.length === 0 ? { units: [] } : {}) : { units: units.map(({ unit }) => unit) }),
      },
      whole,
      units,
    })
  })
}

/** Says that a file is left out, because it is too large to be read. */
export function reportUnchecked(
  path: RepoPath,
  { message: reason }: Pick<ReadError, 'message'>,
  { report }: Pick<OpenedQuery['context'], 'report'>,
): void {
  const message = `${neutralisePath(path)} was not checked: ${reason}`
  report({ code: 'file_not_checked', severity: 'warning', message, path })
}

/** Both sides of a change to one file. `path` tells the language before; `after` is absent for what cannot be read. */
interface Sides {
  readonly change: FileChange
  readonly path: RepoPath
  readonly before: FileContent
  readonly after: FileContent | undefined
}

/** Tells what of a change is a change of code. */
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
    addedWords: once(() => wordsOf(addedText(hunks, after))),
  }
}

/** A file at the end of a change, by the blob that the comparison told: to ask the index takes a process for each. */
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

/** The file as the answer lists it. */
export function checkedFile({ status, oldPath, newPath }: FileChange, touched: TouchedFile | undefined): CheckedFile {
  const units = [...new Set((touched?.units ?? []).map(({ unit }) => unit.name))]
  return {
    file: newPath ?? oldPath ?? '',
    change: status,
    ...(status === 'renamed' && oldPath !== undefined ? { old_file: oldPath } : {}),
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
  // A deleted file has no unit any more; one that cannot be parsed may have all of them.
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

/** Binary files have no lines to tell apart: all of it changed. */
function wholeHunk(lineCount: number): DiffHunk {
  const lines = { start: 1, count: lineCount }
  return { old: lines, new: { start: 0, count: 0 } }
}

/** The text of the lines that a change adds to a file; empty for a binary file. */
export function addedText(hunks: readonly DiffHunk[], content: FileContent | undefined): string {
  if (content === undefined || isBinary(content.bytes)) return ''
  const lines = new TextDecoder().decode(content.bytes).split('\n')
  const added = hunks.map((hunk) => spanLines(hunk.new)).filter((range): range is LineRange => range !== undefined)
  return added.flatMap(({ start, end }) => lines.slice(start - 1, end)).join('\n')
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined
  return () => (made ??= { value: make() }).value
}
