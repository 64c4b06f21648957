import type { CallOptions, GitBackend, GitError, TokenCounter } from '@chronicle/core/contracts'
import { bytesPerFour } from '@chronicle/core/text'
import { ok, safeTry, type BlobId, type ResultAsync } from '@chronicle/schema'
import { isCodePath } from '../cases/is-source-path.ts'
import type {
  PackedContext,
  RankedFile,
  RetrievalOptions,
  RetrievalSystem,
  RetrievalTask,
  RetrievedContext,
} from '../run/retrieval-system.ts'
import { Bm25, type Bm25Document } from './bm25.ts'
import { readTreeFiles, type TreeCache, type TreeFile } from './tree-files.ts'

/** Options of a baseline. */
export interface FileBaselineOptions {
  readonly name: string
  /** Whether a file is ranked, by its path. Default: program text of any kind, including tests. */
  readonly includes?: ((path: string) => boolean) | undefined
  /** Default: bytes / 4. */
  readonly tokens?: TokenCounter | undefined
  /** Whether files are ranked by their contents or by their paths alone. */
  readonly knows: 'content' | 'path'
}

/** Maximum number of files that are listed and packed. */
const MAX_FILES = 100
/** Maximum size in bytes of a file. Larger files were not written by a person. */
const MAX_BYTES = 1_000_000

/** Size of a file. */
interface FileSize {
  readonly tokens: number
  readonly lines: number
}

/**
 * Creates a system that ranks whole files by BM25 and packs them whole, best first, omitting those that no longer fit.
 * Data about blobs is cached until another repository is queried.
 */
export function createFileBaseline(options: FileBaselineOptions): RetrievalSystem {
  const { name, knows, includes = isCodePath, tokens = bytesPerFour() } = options
  let kept = emptyCache('')
  return {
    name,
    retrieve: (task, call) => {
      if (kept.repository !== task.repository) kept = emptyCache(task.repository)
      return retrieve(task, call, { knows, includes, tokens, cache: kept })
    },
  }
}

interface BaselineCache {
  readonly repository: string
  readonly bm25: Bm25
  readonly trees: TreeCache
  readonly documents: Map<string, Bm25Document>
  readonly sizes: Map<BlobId, FileSize>
}

function emptyCache(repository: string): BaselineCache {
  return { repository, bm25: new Bm25(), trees: new Map(), documents: new Map(), sizes: new Map() }
}

interface Baseline {
  readonly knows: FileBaselineOptions['knows']
  readonly includes: (path: string) => boolean
  readonly tokens: TokenCounter
  readonly cache: BaselineCache
}

function retrieve(
  { task, base, git }: RetrievalTask,
  { budgets, ...call }: RetrievalOptions,
  baseline: Baseline,
): ResultAsync<RetrievedContext, GitError> {
  return safeTry(async function* () {
    const listed = yield* readTreeFiles(git, base, baseline.cache.trees, call)
    const files = listed.filter(({ path }) => baseline.includes(path))
    const documents = yield* prepare(files, git, baseline, call)
    const scores = baseline.cache.bm25.scores(task, documents)
    const ranked = files
      .flatMap((file, index) => {
        const score = scores[index] ?? 0
        return score > 0 ? [{ ...file, score }] : []
      })
      // Files are sorted by path, and files with equal scores keep that order.
      .sort((a, b) => b.score - a.score)
      .slice(0, MAX_FILES)
    const sizes = yield* measureFiles(ranked, git, baseline, call)
    return ok({
      files: ranked.map(({ path, score }): RankedFile => ({ path, score })),
      packed: budgets.map((budget) => pack(ranked, sizes, budget)),
    })
  })
}

function prepare(
  files: readonly TreeFile[],
  git: GitBackend,
  { knows, cache }: Baseline,
  call: CallOptions,
): ResultAsync<readonly Bm25Document[], GitError> {
  return safeTry(async function* () {
    const key = ({ path, blob }: TreeFile): string => (knows === 'path' ? path : blob)
    const unknown = files.filter((file) => !cache.documents.has(key(file)))
    if (knows === 'path') {
      for (const { path } of unknown) cache.documents.set(path, cache.bm25.prepare(path.replace(/\.\w+$/, '')))
    } else if (unknown.length > 0) {
      const texts = yield* git.readBlobs([...new Set(unknown.map(({ blob }) => blob))], call)
      for (const [blob, bytes] of texts) cache.documents.set(blob, cache.bm25.prepare(textOf(bytes)))
    }
    return ok(files.map((file) => cache.documents.get(key(file)) ?? cache.bm25.prepare('')))
  })
}

function measureFiles(
  files: readonly TreeFile[],
  git: GitBackend,
  { tokens, cache }: Baseline,
  call: CallOptions,
): ResultAsync<ReadonlyMap<BlobId, FileSize>, GitError> {
  return safeTry(async function* () {
    const unknown = files.flatMap(({ blob }) => (cache.sizes.has(blob) ? [] : blob))
    for (const [blob, bytes] of yield* git.readBlobs([...new Set(unknown)], call)) {
      const text = textOf(bytes)
      cache.sizes.set(blob, { tokens: tokens.count(text), lines: text.replace(/\n$/, '').split('\n').length })
    }
    return ok(cache.sizes)
  })
}

/** Returns the text of a file; binary and huge files count as empty. */
function textOf(bytes: Uint8Array): string {
  return bytes.length > MAX_BYTES || bytes.includes(0) ? '' : new TextDecoder().decode(bytes)
}

function pack(ranked: readonly TreeFile[], sizes: ReadonlyMap<BlobId, FileSize>, budget: number): PackedContext {
  let tokens = 0
  const lines = ranked.flatMap(({ path, blob }) => {
    const size = sizes.get(blob)
    if (size === undefined || size.tokens === 0 || tokens + size.tokens > budget) return []
    tokens += size.tokens
    return [{ path, lines: { start: 1, end: size.lines } }]
  })
  return { budget, tokens, lines }
}

/** Creates the baseline that every result is compared with: BM25 over whole files. */
export function bm25OverFiles(options: Omit<FileBaselineOptions, 'name' | 'knows'> = {}): RetrievalSystem {
  return createFileBaseline({ ...options, name: 'bm25', knows: 'content' })
}

/** Creates a baseline that matches the words of the task with file paths, by BM25. */
export function pathMatch(options: Omit<FileBaselineOptions, 'name' | 'knows'> = {}): RetrievalSystem {
  return createFileBaseline({ ...options, name: 'path-match', knows: 'path' })
}
