import { err, ok, type LineRange, type RepoPath, type Result } from '@chronicle/schema'
import { ANNOTATION_ORIGINS, type AnnotationOrigin } from '../contracts/annotation-source.ts'
import type { RemedyStyle } from '../contracts/formatter.ts'
import { codedError } from '../contracts/coded-error.ts'
import type { ReadError } from './read-error.ts'
import type { OutputFormat, ReadQuery } from './read-query.ts'

/** A query that makes sense, with every default filled in. */
export interface ResolvedQuery {
  /** Distinct, in the order asked for. */
  readonly files: readonly RepoPath[]
  readonly anchor: string | undefined
  readonly lines: LineRange | undefined
  readonly at: string | undefined
  readonly since: string | undefined
  readonly tags: readonly string[] | undefined
  readonly sources: ReadonlySet<AnnotationOrigin>
  readonly historyUntil: AbortSignal | undefined
  readonly contextLevel: 'all' | 'enhanced' | 'inferred'
  readonly minConfidence: number
  readonly depth: number
  readonly maxRegions: number
  readonly maxTokens: number | undefined
  readonly format: OutputFormat
  readonly verbose: boolean
  readonly remedies: RemedyStyle
}

/** Hops of related annotations that are followed. */
export const DEFAULT_DEPTH = 1
/** Most regions in an answer. */
export const DEFAULT_MAX_REGIONS = 20

/** Checks a query and fills in its defaults. */
export function resolveQuery(query: ReadQuery): Result<ResolvedQuery, ReadError> {
  const problem = findProblem(query)
  if (problem !== undefined) return err(codedError('invalid_query', problem))
  const files: RepoPath[] = []
  for (const file of query.files) {
    const path = normalisePath(file)
    if (path === undefined) {
      const message = `Not a path inside the repository: ${JSON.stringify(file)}. Give it relative to the repository root.`
      return err(codedError('invalid_path', message, { data: { path: file } }))
    }
    if (!files.includes(path)) files.push(path)
  }
  return ok({
    files,
    anchor: query.anchor,
    lines: query.lines,
    at: query.at,
    since: query.since,
    tags: query.tags,
    sources: new Set(query.sources ?? ANNOTATION_ORIGINS),
    historyUntil: query.historyUntil,
    contextLevel: query.contextLevel ?? 'all',
    minConfidence: query.minConfidence ?? 0,
    depth: query.depth ?? DEFAULT_DEPTH,
    maxRegions: query.maxRegions ?? DEFAULT_MAX_REGIONS,
    maxTokens: query.maxTokens,
    format: query.format ?? 'markdown',
    verbose: query.verbose ?? false,
    remedies: query.remedies ?? 'none',
  })
}

function findProblem(query: ReadQuery): string | undefined {
  const { files, anchor, lines, minConfidence, depth, maxRegions, maxTokens } = query
  if (files.length === 0) return 'No path given. Name at least one file.'
  if (anchor !== undefined && lines !== undefined) return 'An anchor and lines exclude each other. Give one of them.'
  if (anchor?.trim() === '') return 'The anchor is empty. Leave it out to read the whole file.'
  if (lines !== undefined && files.length > 1) return 'Lines need exactly one path.'
  const unknown = query.sources?.find((source) => !(ANNOTATION_ORIGINS as readonly string[]).includes(source))
  if (unknown !== undefined)
    return `${JSON.stringify(unknown)} is no source. There are: ${ANNOTATION_ORIGINS.join(', ')}.`
  if (query.sources?.length === 0) return `No source given. There are: ${ANNOTATION_ORIGINS.join(', ')}.`
  if (minConfidence !== undefined && !(minConfidence >= 0 && minConfidence <= 1))
    return `The minimum confidence ${minConfidence} is not between 0 and 1.`
  if (depth !== undefined && !isCount(depth)) return `The depth ${depth} is not a whole number of 0 or more.`
  if (maxRegions !== undefined && !(isCount(maxRegions) && maxRegions > 0))
    return `The maximum of regions ${maxRegions} is not a whole number of 1 or more.`
  if (maxTokens !== undefined && !(isCount(maxTokens) && maxTokens > 0))
    return `The token budget ${maxTokens} is not a whole number of 1 or more.`
  return undefined
}

function isCount(value: number): boolean {
  return Number.isSafeInteger(value) && value >= 0
}

/** A path without `.` segments and doubled slashes; `undefined` when it leaves the repository or names nothing. */
function normalisePath(path: string): RepoPath | undefined {
  if (path.startsWith('/') || path.includes('\0')) return undefined
  const segments = path.split('/').filter((segment) => segment !== '' && segment !== '.')
  if (segments.length === 0 || segments.includes('..')) return undefined
  return segments.join('/') as RepoPath
}
