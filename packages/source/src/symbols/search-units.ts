import { anchorSegments, isBinary, nearestNames } from '@chronicle/core/text'
import { err, ok, ResultAsync, safeTry, type RepoPath } from '@chronicle/schema'
import type { NamedState } from '../files/file-states.ts'
import { indexLines } from '../files/line-index.ts'
import type { OpenFile } from '../files/open-file.ts'
import type { SourceContext } from '../source-context.ts'
import { checkAborted, type SourceError } from '../source-error.ts'
import type { SymbolSearch } from '../source-response.ts'
import { nameUnits, type NamedUnit } from './name-units.ts'
import { parseOutline } from './outline-file.ts'

/** The result of a search for a name. */
export interface SearchResult {
  /** The units of every parsed file, by file in byte order of the paths. */
  readonly units: readonly NamedUnit[]
  readonly search: SymbolSearch
  /** Whether the searched name is the path of a file. */
  readonly isPath: boolean
  /** Parses files that contain similar words, to find units that may have been intended. */
  similar(): ResultAsync<readonly NamedUnit[], SourceError>
}

interface SearchedFile {
  readonly file: OpenFile
  readonly text: string
}

/** Number of files read at a time. */
const BATCH = 32

/**
 * Searches for a unit in a folder, or everywhere. Reads files in languages with a grammar until a limit is reached,
 * starting with those whose name resembles the unit's. Parses the files that contain every part of the name and, if
 * none of them has a unit with the whole name, the files that contain its last part.
 */
export function searchUnits(
  name: string,
  folder: RepoPath | undefined,
  state: NamedState,
  context: SourceContext,
): ResultAsync<SearchResult, SourceError> {
  return safeTry(async function* () {
    const { git, ast, call, limits } = context
    const all = yield* git.listFiles(state.tree, folder, call)
    const paths = all.filter((path) => ast.language(path) !== undefined)
    const segments = anchorSegments(name)
    const word = (segments.at(-1) ?? name).replace(/^#/u, '')
    const ordered = likelyFirst(paths, segments)

    const files: SearchedFile[] = []
    let skippedFiles = 0
    let bytes = 0
    let looked = 0
    while (looked < Math.min(ordered.length, limits.searchedFiles) && bytes < limits.searchedBytes) {
      yield* checkAborted(call.signal)
      const batch = ordered.slice(looked, Math.min(looked + BATCH, limits.searchedFiles))
      for (const file of yield* ResultAsync.combine(batch.map((path) => openForSearch(path, state, context)))) {
        if (file === 'left_out') skippedFiles++
        if (typeof file !== 'object') continue
        bytes += file.content.bytes.length
        files.push({ file, text: new TextDecoder().decode(file.content.bytes) })
      }
      looked += batch.length
      call.onProgress?.({ step: 'searching files', done: looked, total: ordered.length })
    }

    // A unit with the whole name is in a file that contains every part of it. A unit with a shorter name may be
    // anywhere.
    const whole = files.filter(({ text }) => segments.every((segment) => text.includes(segment)))
    const first = yield* parseAll(whole.slice(0, limits.parsedFiles), context)
    const isThere = first.units.some(({ unit }) => endsIn(anchorSegments(unit.name), segments))
    const rest = isThere ? [] : files.filter((file) => !whole.includes(file) && file.text.includes(word))
    const second = yield* parseAll(rest.slice(0, Math.max(0, limits.parsedFiles - whole.length)), context)
    const hits = whole.length + rest.length
    const failed = first.failed + second.failed
    return ok({
      units: [...first.units, ...second.units].sort((a, b) =>
        a.file === b.file ? 0 : a.file.path < b.file.path ? -1 : 1,
      ),
      search: {
        files: paths.length,
        searched: looked - skippedFiles,
        parsed: Math.min(hits, limits.parsedFiles) - failed,
        complete: looked === paths.length && skippedFiles === 0 && hits <= limits.parsedFiles && failed === 0,
      },
      isPath: all.includes(name as RepoPath),
      similar() {
        const words = nearestNames(word, wordsOf(files), SIMILAR_WORDS)
        const holding = new Set(words.flatMap((similar) => files.filter(({ text }) => text.includes(similar))))
        return parseAll([...holding].slice(0, SIMILAR_FILES), context).map(({ units }) => units)
      },
    })
  })
}

function endsIn(segments: readonly string[], end: readonly string[]): boolean {
  return segments.length >= end.length && end.every((segment, index) => segments.at(index - end.length) === segment)
}

const SIMILAR_WORDS = 3
const SIMILAR_FILES = 20
/** Maximum number of distinct words whose spelling is compared. */
const MAX_WORDS = 100_000

function wordsOf(files: readonly SearchedFile[]): readonly string[] {
  const words = new Set<string>()
  for (const { text } of files) {
    for (const [word] of text.matchAll(/[\p{L}_$][\p{L}\p{N}_$]{0,60}/gu)) words.add(word)
    if (words.size > MAX_WORDS) break
  }
  return [...words]
}

/** Returns `undefined` if the file is not text, and `left_out` if it is too large to search. */
function openForSearch(
  path: RepoPath,
  state: NamedState,
  { git, call, limits }: SourceContext,
): ResultAsync<OpenFile | 'left_out' | undefined, SourceError> {
  return git
    .readFile(state.tree, path, call)
    .map((content) => {
      if (content?.kind !== 'file' || isBinary(content.bytes)) return undefined
      if (content.bytes.length > limits.searchedFileBytes) return 'left_out'
      return { path, state, content, lines: indexLines(content.bytes) }
    })
    .orElse((error) => (error.code === 'file_too_large' ? ok('left_out' as const) : err(error)))
}

function parseAll(
  files: readonly SearchedFile[],
  context: SourceContext,
): ResultAsync<{ readonly units: readonly NamedUnit[]; readonly failed: number }, SourceError> {
  return safeTry(async function* () {
    const units: NamedUnit[] = []
    let failed = 0
    for (const { file } of files) {
      yield* checkAborted(context.call.signal)
      const outline = await parseOutline(file, context)
      if (outline.isErr() && outline.error.code !== 'aborted') failed++
      else for (const unit of nameUnits(file, yield* outline)) units.push(unit)
    }
    return ok({ units, failed })
  })
}

/** Puts files named like a part of the name first, because they are the likeliest if not all can be read. */
function likelyFirst(paths: readonly RepoPath[], segments: readonly string[]): readonly RepoPath[] {
  const words = segments.map(plainWord).filter((word) => word.length > 2)
  const isLikely = (path: RepoPath): boolean => {
    const [name = ''] = (path.split('/').at(-1) ?? '').split('.')
    return words.includes(plainWord(name))
  }
  return [...paths.filter(isLikely), ...paths.filter((path) => !isLikely(path))]
}

/** Normalises a word: `reconnect_policy`, `reconnect-policy` and `ReconnectPolicy` are the same. */
function plainWord(name: string): string {
  return name.replace(/[_-]/g, '').toLowerCase()
}
