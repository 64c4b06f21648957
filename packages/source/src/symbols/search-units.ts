import { anchorSegments, nearestNames } from '@chronicle/core/text'
import type { RepoPath } from '@chronicle/schema'
import { throwIfAborted, unwrap, valueOf } from '../failure.ts'
import type { NamedState } from '../files/file-states.ts'
import { indexLines, isBinary } from '../files/line-index.ts'
import type { OpenFile } from '../files/open-file.ts'
import type { SourceContext } from '../source-context.ts'
import type { SymbolSearch } from '../source-response.ts'
import { nameUnits, type NamedUnit } from './name-units.ts'
import { parseOutline } from './outline-file.ts'

/** What a search for a name brought. */
export interface SearchResult {
  /** The units of every file that was parsed, by file in byte order of the paths. */
  readonly units: readonly NamedUnit[]
  readonly search: SymbolSearch
  /** Parses files in which similar words occur, to tell what may have been meant. */
  similar(): Promise<readonly NamedUnit[]>
}

interface SearchedFile {
  readonly file: OpenFile
  readonly text: string
}

/** Files read at a time. */
const BATCH = 32

/**
 * Looks for a unit below a folder, or everywhere: the files in a language with a grammar are read until a limit is
 * reached, those called like the unit first, and those that hold the last part of its name are parsed.
 */
export async function searchUnits(
  name: string,
  folder: RepoPath | undefined,
  state: NamedState,
  context: SourceContext,
): Promise<SearchResult> {
  const { git, ast, call, limits } = context
  const all = await valueOf(git.listFiles(state.tree, folder, call))
  const paths = all.filter((path) => ast.language(path) !== undefined)
  const word = anchorSegments(name).at(-1) ?? name
  const ordered = likelyFirst(paths, anchorSegments(name))

  const files: SearchedFile[] = []
  let leftOut = 0
  let bytes = 0
  let looked = 0
  while (looked < Math.min(ordered.length, limits.searchedFiles) && bytes < limits.searchedBytes) {
    throwIfAborted(call.signal)
    const batch = ordered.slice(looked, Math.min(looked + BATCH, limits.searchedFiles))
    for (const file of await Promise.all(batch.map((path) => openSearched(path, state, context)))) {
      if (file === 'left_out') leftOut++
      if (typeof file !== 'object') continue
      bytes += file.content.bytes.length
      files.push({ file, text: new TextDecoder().decode(file.content.bytes) })
    }
    looked += batch.length
  }

  const hits = files.filter(({ text }) => text.includes(word))
  const parsed = await parseAll(hits.slice(0, limits.parsedFiles), context)
  return {
    units: parsed.units,
    search: {
      files: paths.length,
      searched: looked - leftOut,
      parsed: Math.min(hits.length, limits.parsedFiles) - parsed.failed,
      complete: looked === paths.length && leftOut === 0 && hits.length <= limits.parsedFiles && parsed.failed === 0,
    },
    async similar() {
      const words = nearestNames(word, wordsOf(files), SIMILAR_WORDS)
      const holding = files.filter(({ text }) => words.some((similar) => text.includes(similar)))
      return (await parseAll(holding.slice(0, SIMILAR_FILES), context)).units
    },
  }
}

const SIMILAR_WORDS = 3
const SIMILAR_FILES = 20
/** More different words than this are not compared in spelling. */
const MAX_WORDS = 100_000

function wordsOf(files: readonly SearchedFile[]): readonly string[] {
  const words = new Set<string>()
  for (const { text } of files) {
    for (const [word] of text.matchAll(/[\p{L}_$][\p{L}\p{N}_$]{0,60}/gu)) words.add(word)
    if (words.size > MAX_WORDS) break
  }
  return [...words]
}

/** `undefined`: nothing to look for in it. `left_out`: it could not be looked into. */
async function openSearched(
  path: RepoPath,
  state: NamedState,
  { git, call, limits }: SourceContext,
): Promise<OpenFile | 'left_out' | undefined> {
  const read = await git.readFile(state.tree, path, call)
  if (read.isErr() && read.error.code === 'file_too_large') return 'left_out'
  const content = unwrap(read)
  if (content?.kind !== 'file' || isBinary(content.bytes)) return undefined
  if (content.bytes.length > limits.searchedFileBytes) return 'left_out'
  return { path, state, content, lines: indexLines(content.bytes) }
}

async function parseAll(
  files: readonly SearchedFile[],
  context: SourceContext,
): Promise<{ readonly units: readonly NamedUnit[]; readonly failed: number }> {
  const found: { readonly path: RepoPath; readonly units: readonly NamedUnit[] }[] = []
  let failed = 0
  for (const { file } of files) {
    throwIfAborted(context.call.signal)
    const outline = await parseOutline(file, context)
    if (outline.isErr() && outline.error.code !== 'aborted') failed++
    else found.push({ path: file.path, units: nameUnits(file, unwrap(outline)) })
  }
  found.sort((a, b) => (a.path < b.path ? -1 : 1))
  return { units: found.flatMap(({ units }) => units), failed }
}

/** Files called like a part of the name come first: when not all can be looked into, they are the likeliest. */
function likelyFirst(paths: readonly RepoPath[], segments: readonly string[]): readonly RepoPath[] {
  const words = segments.map(plainWord).filter((word) => word.length > 2)
  const isLikely = (path: RepoPath): boolean => {
    const [name = ''] = (path.split('/').at(-1) ?? '').split('.')
    return words.includes(plainWord(name))
  }
  return [...paths.filter(isLikely), ...paths.filter((path) => !isLikely(path))]
}

/** `reconnect_policy`, `reconnect-policy` and `ReconnectPolicy` are the same word. */
function plainWord(name: string): string {
  return name.replace(/[_-]/g, '').toLowerCase()
}
