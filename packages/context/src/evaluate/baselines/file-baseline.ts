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

/** How a baseline is set up. */
export interface FileBaselineOptions {
  readonly name: string
  /** Which files are ranked, by path. Default program text of any kind, tests included. */
  readonly includes?: (path: string) => boolean
  /** Default bytes / 4. */
  readonly tokens?: TokenCounter
  /** What is known of a file: its contents, or its path alone. */
  readonly knows: 'content' | 'path'
}

/** Files that are listed, and from which packages are made. */
const MAX_FILES = 100
/** Bytes of a file above which it is no text that somebody wrote. */
const MAX_BYTES = 1_000_000

/** Cost and size of a file. */
interface FileSize {
  readonly tokens: number
  readonly lines: number
}

/**
 * A system that ranks whole files by BM25 and packs them whole, best first, leaving out those that no longer fit. What
 * is known of a blob is kept until another repository is asked about.
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
      // Files come by path, and the order of equal ones is kept.
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

/** Binary and huge files are taken for empty. */
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

/** BM25 over whole files: the baseline that every result is compared with. */
export function bm25OverFiles(options: Omit<FileBaselineOptions, 'name' | 'knows'> = {}): RetrievalSystem {
  return createFileBaseline({ ...options, name: 'bm25', knows: 'content' })
}

/** The words of the task in the paths of files, by BM25. */
export function pathMatch(options: Omit<FileBaselineOptions, 'name' | 'knows'> = {}): RetrievalSystem {
  return createFileBaseline({ ...options, name: 'path-match', knows: 'path' })
}
