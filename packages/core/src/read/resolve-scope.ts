import {
  err,
  isSameBytes,
  ok,
  okAsync,
  Result,
  safeTry,
  type BlobId,
  type LineRange,
  type RepoPath,
  type ResultAsync,
} from '@chronicle/schema'
import type { AstUnit } from '../contracts/ast-parser.ts'
import { codedError } from '../contracts/coded-error.ts'
import type { FileContent } from '../contracts/git-backend.ts'
import { neutralise, neutralisePath } from '../format/neutralise-text.ts'
import { blobSha1 } from '../share/sha1.ts'
import { shownName } from '../text/shown-name.ts'
import { countLines } from '../text/text-bytes.ts'
import { fileNotFound } from './file-not-found.ts'
import { findMissingFile, reportGone, reportRenamed, type RemovedCode } from './find-gone.ts'
import { createFindUnitNow, loadLostUnits } from './find-current-unit.ts'
import { createListUnits } from './outlines.ts'
import { findCommittedName } from './find-committed-name.ts'
import { findMovedFile } from './find-moved-file.ts'
import { anchorSegments, matchAnchor, nearestNames, type AnchorMatches } from './match-anchor.ts'
import type { ReadContext, QueriedCommit } from './read-context.ts'
import type { ReadError } from './read-error.ts'
import { reportConflict } from './report-conflict.ts'
import type { ResolvedQuery } from './resolve-query.ts'
import type { ResolvedScope } from './resolved-scope.ts'
import { linkHasNoUnits } from './symbolic-link.ts'
import { wholeFile } from './whole-file.ts'

/** Options for opening files. */
export interface OpenFilesOptions {
  /** Called with each file before it is parsed. */
  readonly onOpen?: ((file: ResolvedScope) => void) | undefined
  /** Whether to open files that are not committed yet. By default, such a file is not found. */
  readonly withNew?: boolean | undefined
}

/** Stage 1: resolves paths, an anchor or lines to places in the current files. */
export function resolveScope(
  query: ResolvedQuery,
  queried: QueriedCommit,
  context: ReadContext,
  options: OpenFilesOptions = {},
): ResultAsync<readonly ResolvedScope[], ReadError> {
  return safeTry(async function* () {
    const scopes: ResolvedScope[] = []
    const missing: string[] = []
    const available: string[] = []
    for await (const file of openFiles(query.files, queried, context, options)) {
      const opened = yield* file
      if (query.lines !== undefined || query.anchor !== undefined) {
        const problem = linkHasNoUnits(opened)
        if (problem !== undefined) return err(problem)
      }
      if (query.lines !== undefined) {
        const problem = checkLines(query.lines, opened)
        if (problem !== undefined) return err(problem)
        scopes.push({ ...opened, ranges: [query.lines] })
      } else if (query.anchor === undefined) {
        scopes.push(opened)
      } else {
        const found = yield* resolveAnchor(query.anchor, opened, queried, context, { fuzzy: !query.exactName })
        if (found === undefined) {
          missing.push(opened.path)
          available.push(...((await opened.outline())?.units.map((unit) => unit.name) ?? []))
        } else scopes.push(found)
      }
    }
    if (scopes.length === 0 && query.anchor !== undefined) return err(anchorNotFound(query.anchor, missing, available))
    for (const path of missing) {
      const message = `No unit matches ${JSON.stringify(query.anchor)} in ${neutralisePath(path)}; the file was left out.`
      context.report({ code: 'anchor_not_in_file', severity: 'info', message, path })
    }
    return ok(scopes)
  })
}

/** Maximum number of files to open at once. The first path that was never there ends a read, however many follow. */
const FILES_AT_ONCE = 100

/** Yields the files in the order of their paths. */
async function* openFiles(
  paths: readonly RepoPath[],
  queried: QueriedCommit,
  context: ReadContext,
  { onOpen, withNew = false }: OpenFilesOptions,
): AsyncGenerator<Result<ResolvedScope, ReadError>, void> {
  for (let start = 0; start < paths.length; start += FILES_AT_ONCE) {
    const group = paths.slice(start, start + FILES_AT_ONCE)
    const files = await Promise.all(group.map((path) => openFile(path, queried, context, withNew)))
    for (const file of files) if (file.isOk() && file.value !== undefined) onOpen?.(file.value)
    for (const [place, file] of files.entries()) {
      const path = group[place]
      if (file.isErr()) yield err(file.error)
      else if (file.value !== undefined) yield ok(file.value)
      // A search takes processes, and may end the read: one at a time.
      else if (path !== undefined) yield (await openMissing(path, queried, context)).andTee((found) => onOpen?.(found))
    }
  }
}

/** Opens a file; `undefined` if neither the commit nor the queried state has it. */
function openFile(
  path: RepoPath,
  queried: QueriedCommit,
  context: ReadContext,
  withNew: boolean,
): ResultAsync<ResolvedScope | undefined, ReadError> {
  return safeTry(async function* () {
    const { git, call } = context
    const { head, at } = queried
    const uncommitted = at === 'WORKTREE' || at === 'INDEX' ? at : undefined
    const [committed, edited] = yield* Result.combine(
      await Promise.all([
        git.readFile({ commit: head }, path, call),
        uncommitted === undefined ? okAsync(undefined) : git.readFile(uncommitted, path, call),
      ]),
    )
    if (committed === undefined) {
      const renamed = yield* uncommitted === undefined || edited === undefined
        ? ok(undefined)
        : await openRenamed(path, uncommitted, edited, queried, context)
      if (renamed !== undefined) return ok(renamed)
      if (edited === undefined) return ok(undefined)
      return withNew && uncommitted !== undefined && edited.kind !== 'submodule'
        ? ok({ ...wholeFile(path, path, uncommitted, edited, context), isNew: true })
        : err(await fileNotFound(path, queried, edited, context))
    }
    if (committed.kind === 'submodule') {
      const message = `${neutralisePath(path)} is a submodule. Run the query inside it.`
      return err(codedError('not_a_file', message, { data: { path } }))
    }
    if (uncommitted !== undefined && edited === undefined) {
      const place = uncommitted === 'INDEX' ? 'index' : 'working tree'
      const message = `${neutralisePath(path)} is not in the ${place}; it was read as committed.`
      context.report({ code: 'read_at_head', severity: 'info', message, path })
    }
    // Bytes are compared rather than ids, because they are already loaded, and the id of a file on disk would have to
    // be computed.
    const asCommitted = wholeFile(path, path, { commit: head }, committed, context)
    if (uncommitted === undefined || edited === undefined) return ok(asCommitted)
    if (isSameBytes(edited.bytes, committed.bytes)) return ok(asCommitted)
    const stored = yield* storedForm(path, edited, uncommitted, context)
    if (isSameBytes(stored.bytes, committed.bytes)) return ok(asCommitted)
    yield* reportConflict(path, { committed: committed.bytes, edited: stored.bytes }, context)
    return ok(wholeFile(path, path, uncommitted, withSameLines(edited, stored), context))
  })
}

/** Returns a file as git would store it: line ends, an encoding or a filter of the working tree are not edits. */
function storedForm(
  path: RepoPath,
  content: FileContent,
  state: 'INDEX' | 'WORKTREE',
  { git, call }: ReadContext,
): ResultAsync<FileContent, ReadError> {
  if (state === 'INDEX' || content.kind !== 'file' || git.normalise === undefined) return okAsync(content)
  return git.normalise(path, content.bytes, call).map((bytes) => {
    if (isSameBytes(bytes, content.bytes)) return content
    // Facts about a text are cached by its id. This is git's own id or, where git has longer ones, one that git cannot
    // produce.
    const id = blobSha1(bytes).padEnd(content.id.length, '0') as BlobId
    return { ...content, id, bytes }
  })
}

/** Queried lines are those of the visible file; the stored form is used if it has the same number of lines. */
function withSameLines(seen: FileContent, stored: FileContent): FileContent {
  return countLines(stored.bytes) === countLines(seen.bytes) ? stored : seen
}

/** Opens a file that was renamed, or the last state of one that was deleted. */
function openMissing(
  path: RepoPath,
  queried: QueriedCommit,
  context: ReadContext,
): ResultAsync<ResolvedScope, ReadError> {
  return safeTry(async function* () {
    const lost = yield* findMissingFile(path, queried, context)
    if (lost === undefined) return err(await fileNotFound(path, queried, undefined, context))
    if ('renamedTo' in lost) {
      reportRenamed(path, lost.renamedTo, context)
      const file = yield* openFile(lost.renamedTo, queried, context, false)
      return file === undefined ? err(await fileNotFound(path, queried, undefined, context)) : ok(file)
    }
    const { gone } = lost
    yield* reportGone({ asked: path, what: neutralisePath(path) }, gone, context)
    return ok({ ...lastState(gone, path, context), isFileGone: true })
  })
}

/** Returns the removed code in its state before the commit. */
function lastState({ commit, content, path }: RemovedCode, asked: RepoPath, context: ReadContext): ResolvedScope {
  return { ...wholeFile(asked, path, { commit }, content, context), goneSince: commit }
}

/**
 * Finds a unit that the file once had, in the last state with it: the queried commit, or the state before a commit that
 * removed it. `undefined` when it never had the unit, within the limits of the search. `like` is a match with a similar
 * but different name.
 */
function findMissingUnit(
  anchor: string,
  file: ResolvedScope,
  queried: QueriedCommit,
  context: ReadContext,
  like?: AnchorMatches<AstUnit>,
): ResultAsync<ResolvedScope | undefined, ReadError> {
  return safeTry(async function* () {
    if (anchorSegments(anchor).length === 0 || file.isNew === true) return ok(undefined)
    const { committedPath, path, state } = file
    if (like === undefined && (state === 'WORKTREE' || state === 'INDEX')) {
      const content = yield* context.git.readFile({ commit: queried.head }, committedPath, context.call)
      const committed = content && wholeFile(path, committedPath, { commit: queried.head }, content, context)
      const found = committed && (await unitsIn(anchor, committed))
      if (found !== undefined) {
        const place = state === 'INDEX' ? 'index' : 'working tree'
        const message = `${neutralise(anchor)} is not in ${neutralisePath(path)} in the ${place}; it was read as committed.`
        context.report({ code: 'read_at_head', severity: 'info', message, path })
        return ok(found)
      }
    }
    const { findNewPlace, findRemoval } = await loadLostUnits()
    const gone = yield* findRemoval(anchor, committedPath, queried, context, { qualified: like !== undefined })
    // Uses the path it had then, which determines the language.
    const before = gone && (await unitsIn(anchor, lastState(gone, gone.path, { ...context, ast: context.pastAst })))
    if (gone === undefined || before === undefined) return ok(undefined)
    const became = yield* findNewPlace(anchor, gone, context)
    const now =
      became &&
      (yield* createFindUnitNow(queried, context, createListUnits(queried, context))(became.name, became.path))
    const what = `${neutralise(anchor)} in ${neutralisePath(path)}`
    yield* reportGone({ asked: path, what }, gone, context, became && { anchor, ...became, now })
    // The unit no longer has a place that could be ambiguous.
    return ok({ ...before, path, committedPath, ambiguous: false })
  })
}

/** Returns the place of a unit in a file that may have contained it. */
async function unitsIn(anchor: string, file: ResolvedScope): Promise<ResolvedScope | undefined> {
  const found = matchAnchor(anchor, (await file.outline())?.units ?? [], (unit) => unit.name, { fuzzy: false })
  return found && withUnits(file, found)
}

function withUnits(file: ResolvedScope, { kind, matches }: AnchorMatches<AstUnit>): ResolvedScope {
  const ranges = mergeRanges(matches.map((unit) => unit.lines))
  return { ...file, units: matches, anchorKind: kind, ranges, ambiguous: isAmbiguous(matches) }
}

/**
 * Opens a file that the commit has under another name, whether or not git knows about the rename; `undefined` when the
 * commit does not have it.
 */
function openRenamed(
  path: RepoPath,
  state: 'WORKTREE' | 'INDEX',
  content: FileContent,
  queried: QueriedCommit,
  context: ReadContext,
): ResultAsync<ResolvedScope | undefined, ReadError> {
  return safeTry(async function* () {
    const stored = yield* storedForm(path, content, state, context)
    let name = yield* findCommittedName(path, state, content, queried, context)
    let how = `git sees it as a rename of ${neutralisePath(name ?? '')}`
    if (name === undefined) {
      const moved = yield* state === 'WORKTREE' ? findMovedFile(path, stored, queried, context) : ok(undefined)
      if (moved === undefined) return ok(undefined)
      name = moved.path
      const alike = moved.share === 1 ? 'the content' : 'most of the content'
      how = `it has ${alike} of ${neutralisePath(name)}, which is gone from the working tree`
    }
    const message = `${neutralisePath(path)} is not committed yet; ${how}, so what is recorded there was read.`
    context.report({ code: 'renamed_since_commit', severity: 'info', message, path })
    return ok(wholeFile(path, name, state, withSameLines(content, stored), context))
  })
}

/** Returns the units that an anchor names, or once named; `undefined` when there are none. */
function resolveAnchor(
  anchor: string,
  file: ResolvedScope,
  queried: QueriedCommit,
  context: ReadContext,
  spelling: { readonly fuzzy: boolean },
): ResultAsync<ResolvedScope | undefined, ReadError> {
  return safeTry(async function* () {
    const outline = await file.outline()
    if (outline === undefined) {
      // For a known language, a parse failure was already reported.
      if (context.ast?.language(file.path) === undefined) {
        const language = file.path.split('/').at(-1)?.split('.').slice(1).at(-1) ?? file.path
        const message = `No tree-sitter grammar for ${language}. Anchor resolution unavailable. This is about the whole file.`
        context.report({ code: 'no_grammar', severity: 'warning', message, path: file.path })
      }
      return ok(file)
    }
    const found = matchAnchor(anchor, outline.units, (unit) => unit.name, spelling)
    if (found !== undefined && hasAnchorName(anchor, file.path, found)) return ok(withUnits(file, found))
    // A unit that once had exactly this name takes precedence over one with a similar name.
    const lost = yield* findMissingUnit(anchor, file, queried, context, found)
    if (lost !== undefined || found === undefined) return ok(lost)
    if (found.kind === 'fuzzy') {
      const names = [...new Set(found.matches.map((unit) => unit.name))]
      const message = `No unit is called ${JSON.stringify(anchor)} in ${neutralisePath(file.path)}; read ${names.join(', ')} instead (edit distance ${found.distance}).`
      context.report({ code: 'fuzzy_anchor', severity: 'warning', message, path: file.path })
    }
    return ok(withUnits(file, found))
  })
}

/**
 * Whether units have the name that an anchor gives: `Client.close` or `close`, but not `lib.close`, unless the
 * additional segments occur in the path of the file.
 */
function hasAnchorName(anchor: string, path: RepoPath, { kind, matches }: AnchorMatches<AstUnit>): boolean {
  if (kind === 'fuzzy') return false
  const segments = anchorSegments(anchor)
  const missing = segments.slice(0, -Math.max(...matches.map((unit) => anchorSegments(unit.name).length)))
  const words = new Set(path.split(/[/.]/u))
  return missing.every((segment) => words.has(segment))
}

/**
 * Whether units are ambiguous. A type and its `impl` or extension blocks are one thing under one name; any other group
 * of several units is ambiguous.
 */
function isAmbiguous(units: readonly AstUnit[]): boolean {
  const named = units.filter((unit) => unit.type !== 'impl' && unit.type !== 'extension')
  return named.length > 1 || new Set(units.map((unit) => unit.name)).size > 1
}

/** Returns the ranges in ascending order, with adjacent and overlapping ones merged. */
export function mergeRanges(ranges: readonly LineRange[]): readonly LineRange[] {
  const merged: LineRange[] = []
  for (const range of [...ranges].sort((a, b) => a.start - b.start || a.end - b.end)) {
    const last = merged.at(-1)
    if (last !== undefined && range.start <= last.end + 1) {
      merged[merged.length - 1] = { start: last.start, end: Math.max(last.end, range.end) }
    } else merged.push(range)
  }
  return merged
}

function checkLines({ start, end }: LineRange, { path, lineCount }: ResolvedScope): ReadError | undefined {
  const data = { path, start, end, lines: lineCount }
  if (!Number.isSafeInteger(start) || !Number.isSafeInteger(end) || start < 1 || start > end) {
    const message = `Line range ${start}:${end} is not a range. Lines start at 1 and START is not after END.`
    return codedError('lines_out_of_bounds', message, { data })
  }
  if (end <= lineCount) return undefined
  return codedError(
    'lines_out_of_bounds',
    `Line range ${start}:${end} exceeds file length (${lineCount} ${lineCount === 1 ? 'line' : 'lines'})`,
    {
      data,
    },
  )
}

/** Maximum number of names listed when a file lacks the queried one: each costs an agent tokens. */
const NEAREST_ANCHORS = 10

function anchorNotFound(anchor: string, paths: readonly string[], available: readonly string[]): ReadError {
  const nearest = nearestNames(anchor, available, NEAREST_ANCHORS)
  const list = nearest.length === 0 ? 'The file has no named units.' : `Available anchors: ${nearest.join(', ')}`
  const more = new Set(available).size - nearest.length
  const message = `Anchor not found: ${shownName(anchor)} in ${paths.map(neutralisePath).join(', ')}. ${list}${more > 0 ? ` and ${more} more.` : ''}`
  return codedError('anchor_not_found', message, {
    data: { anchor, paths, available: nearest, more },
  })
}
