import { FIRST_SYMBOL } from '../knowledge/indexed-file.ts'
import type { CallOptions } from '@chronicle/core/contracts'
import type { RepoPath, ResultAsync } from '@chronicle/schema'
import type { ContextError } from '../context-error.ts'
import type { FilePosting, KnowledgeSnapshot } from '../knowledge/knowledge-snapshot.ts'
import { termsOf, wholeName } from '../words/terms.ts'
import { memoize, memoizeWeakly } from '../memoize.ts'
import { inverseFrequency } from './bm25.ts'

/** The occurrences of a task's terms in a state. */
export interface TermMatches {
  /** Weights of the terms in the task. */
  readonly weights: ReadonlyMap<string, number>
  readonly postings: ReadonlyMap<string, readonly FilePosting[]>
  /** Terms of each path: those of the folders, and those of the file name, including the whole name. */
  readonly paths: ReadonlyMap<RepoPath, PathTerms>
  /** Files whose path contains a term. */
  readonly inPaths: ReadonlyMap<string, readonly RepoPath[]>
  /** Returns the inverse document frequency of a term, over contents and paths. Never negative. */
  idf(term: string): number
  /** Mean lengths of `FILE_FIELDS` over the files that have text. */
  readonly averages: readonly number[]
  /** Mean number of terms of a path. */
  readonly averagePath: number
  /** Mean length of a symbol. */
  readonly averageSymbol: number
}

/** The terms of a path. */
export interface PathTerms {
  readonly folders: ReadonlySet<string>
  readonly name: ReadonlySet<string>
  readonly count: number
}

/** Finds the occurrences of a task's terms. */
export function matchTerms(
  weights: ReadonlyMap<string, number>,
  snapshot: KnowledgeSnapshot,
  call: CallOptions,
): ResultAsync<TermMatches, ContextError> {
  return snapshot.postings([...weights.keys()], call).map((postings) => {
    const { paths, byPathTerm, ...averages } = statisticsOf(snapshot)
    const inPaths = new Map([...weights.keys()].map((term) => [term, byPathTerm.get(term) ?? []]))
    const total = Math.max(1, snapshot.files.length)
    return {
      ...{ weights, postings, paths, inPaths },
      ...averages,
      idf: memoize((term) => {
        const holding = new Set<string>(inPaths.get(term) ?? [])
        for (const { file } of postings.get(term) ?? []) holding.add(file.path)
        return inverseFrequency(total, holding.size)
      }),
    }
  })
}

/** Statistics of a state that do not depend on the task. */
interface StateStatistics extends Pick<TermMatches, 'averages' | 'averagePath' | 'averageSymbol' | 'paths'> {
  readonly byPathTerm: ReadonlyMap<string, readonly RepoPath[]>
}

const statisticsOf = memoizeWeakly(computeStatistics)

function computeStatistics({ files }: KnowledgeSnapshot): StateStatistics {
  const paths = new Map<RepoPath, PathTerms>()
  const byPathTerm = new Map<string, RepoPath[]>()
  const sums = [0, 0, 0]
  let filled = 0
  let symbolSum = 0
  let symbols = 0
  let pathSum = 0
  for (const { path, lengths } of files) {
    const terms = termsOfPath(path)
    paths.set(path, terms)
    pathSum += terms.count
    for (const term of new Set([...terms.folders, ...terms.name])) {
      const list = byPathTerm.get(term)
      if (list === undefined) byPathTerm.set(term, [path])
      else list.push(path)
    }
    if ((lengths[2] ?? 0) === 0) continue
    filled++
    for (let field = 0; field < FIRST_SYMBOL; field++) sums[field] = (sums[field] ?? 0) + (lengths[field] ?? 0)
    for (let symbol = FIRST_SYMBOL; symbol < lengths.length; symbol++) {
      symbols++
      symbolSum += lengths[symbol] ?? 0
    }
  }
  return {
    paths,
    byPathTerm,
    averages: sums.map((sum) => Math.max(1, sum / Math.max(1, filled))),
    averagePath: pathSum / Math.max(1, files.length),
    averageSymbol: Math.max(1, symbolSum / Math.max(1, symbols)),
  }
}

const pathTerms = new Map<string, PathTerms>()
const MAX_KEPT = 100_000

/** Returns the terms of a path without its extension. */
function termsOfPath(path: string): PathTerms {
  const known = pathTerms.get(path)
  if (known !== undefined) return known
  const segments = path.split('/')
  const file = (segments.pop() ?? '').replace(/(?<=.)\.\w+$/, '')
  const folders = new Set(segments.flatMap((segment) => [...termsOf(segment)]))
  const name = new Set([...termsOf(file), ...(file.length > 2 ? [wholeName(file).replace(/[^\p{L}\p{N}]/gu, '')] : [])])
  const terms = { folders, name, count: folders.size + name.size }
  if (pathTerms.size >= MAX_KEPT) pathTerms.clear()
  pathTerms.set(path, terms)
  return terms
}
