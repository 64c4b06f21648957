import { err, ok, type LineRange, type RepoPath, type Result } from '@chronicle/schema'
import { ANNOTATION_ORIGINS, type AnnotationOrigin } from '../contracts/annotation-source.ts'
import type { RemedyStyle } from '../contracts/formatter.ts'
import { codedError } from '../contracts/coded-error.ts'
import { describeValue } from '../contracts/require-arguments.ts'
import {
  READ_OPTION_NAMES,
  READ_OPTIONS,
  type ReadFilters,
  type ReadOption,
  type ResolvedFilters,
} from '../contracts/read-options.ts'
import type { ReadError } from './read-error.ts'
import type { OutputFormat, ReadQuery } from './read-query.ts'
import { outsideRepository, repositoryPath } from './repository-path.ts'

/** A valid query with every default filled in. */
export interface ResolvedQuery extends ResolvedFilters {
  /** Without duplicates, in the requested order. */
  readonly files: readonly RepoPath[]
  readonly anchor: string | undefined
  readonly exactName: boolean
  readonly lines: LineRange | undefined
  readonly at: string | undefined
  readonly since: string | undefined
  readonly tags: readonly string[] | undefined
  readonly sources: ReadonlySet<AnnotationOrigin>
  readonly historyUntil: AbortSignal | undefined
  readonly maxTokens: number | undefined
  readonly format: OutputFormat
  readonly verbose: boolean
  readonly remedies: RemedyStyle
}

/** Default number of hops through which related annotations are followed. */
export const DEFAULT_DEPTH: number = READ_OPTIONS.depth.default
/** Default maximum number of regions in an answer. */
export const DEFAULT_MAX_REGIONS: number = READ_OPTIONS.maxRegions.default

const WHOLE_REPOSITORY = 'That is the whole repository. Name files in it; a summary covers all of it.'

/** Validates a query and fills in its defaults. */
export function resolveQuery(query: ReadQuery): Result<ResolvedQuery, ReadError> {
  const problem = findProblem(query)
  if (problem !== undefined) return err(codedError('invalid_query', problem))
  const files = new Set<RepoPath>()
  for (const file of query.files) {
    const path = repositoryPath(file)
    if (path === undefined || file === '') return err(outsideRepository(file))
    if (path === '') return err(codedError('not_a_file', WHOLE_REPOSITORY, { data: { path: file } }))
    files.add(path)
  }
  return ok({
    files: [...files],
    anchor: query.anchor,
    exactName: query.exactName ?? false,
    lines: query.lines,
    at: query.at,
    since: query.since,
    tags: query.tags,
    sources: new Set(query.sources ?? ANNOTATION_ORIGINS),
    historyUntil: query.historyUntil,
    ...resolveFilters(query),
    maxTokens: query.maxTokens,
    format: query.format ?? 'markdown',
    verbose: query.verbose ?? false,
    remedies: query.remedies ?? 'none',
  })
}

function findProblem(query: ReadQuery): string | undefined {
  const { files, anchor, lines, maxTokens } = query
  // An untyped caller may pass `file`, as for other queries.
  if (!Array.isArray(files) || files.length === 0) return 'No path given. Name at least one file.'
  if (anchor !== undefined && lines !== undefined) return 'An anchor and lines exclude each other. Give one of them.'
  if (anchor?.trim() === '') return 'The anchor is empty. Leave it out to read the whole file.'
  if (lines !== undefined && files.length > 1) return 'Lines need exactly one path.'
  const unknown = query.sources?.find((source) => !(ANNOTATION_ORIGINS as readonly string[]).includes(source))
  if (unknown !== undefined)
    return `${JSON.stringify(unknown)} is no source. There are: ${ANNOTATION_ORIGINS.join(', ')}.`
  if (query.sources?.length === 0) return `No source given. There are: ${ANNOTATION_ORIGINS.join(', ')}.`
  for (const name of READ_OPTION_NAMES) {
    const problem = findFilterProblem(name, query[name])
    if (problem !== undefined) return problem
  }
  if (maxTokens !== undefined && !(Number.isSafeInteger(maxTokens) && maxTokens > 0))
    return `The token budget ${describeValue(maxTokens)} is not a whole number of 1 or more.`
  return undefined
}

/** Describes what is wrong with the value of a filter option, or returns `undefined`. */
export function findFilterProblem(name: keyof ReadFilters, value: unknown): string | undefined {
  const { noun, values }: ReadOption<unknown> = READ_OPTIONS[name]
  if (value === undefined) return undefined
  const given = describeValue(value)
  switch (values.kind) {
    case 'choice':
      if ((values.choices as readonly unknown[]).includes(value)) return undefined
      return `The ${noun} ${given} is none of ${values.choices.join(', ')}.`
    case 'share':
      if (typeof value === 'number' && value >= 0 && value <= 1) return undefined
      return `The ${noun} ${given} is not between 0 and 1.`
    case 'count':
      if (Number.isSafeInteger(value) && (value as number) >= values.least) return undefined
      return `The ${noun} ${given} is not a whole number of ${values.least} or more.`
  }
}

function resolveFilters(query: ReadFilters): ResolvedFilters {
  const values = READ_OPTION_NAMES.map((name) => [name, query[name] ?? READ_OPTIONS[name].default] as const)
  return Object.fromEntries(values) as unknown as ResolvedFilters
}
