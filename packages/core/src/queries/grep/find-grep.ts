import {
  err,
  GREP_OUTPUT_SCHEMA,
  ok,
  omitEmpty,
  omitUndefined,
  safeTry,
  type CommitId,
  type Diagnostic,
  type GrepOutput,
  type Region,
  type Result,
  type ResultAsync,
} from '@chronicle/schema'
import type { AnnotatedCommit } from '../../contracts/annotation-index.ts'
import type { CallOptions } from '../../contracts/call-options.ts'
import { codedError } from '../../contracts/coded-error.ts'
import type { CorrectedNote } from '../../corrections/corrected-notes.ts'
import { isRepositoryNote, knowledgeCommits } from '../../notes/knowledge-commits.ts'
import { distinctDiagnostics } from '../../read/assemble-output.ts'
import type { QueryContext } from '../../read/query-context.ts'
import type { ReadError } from '../../read/read-error.ts'
import { openQuery, type OpenedQuery } from '../place-query.ts'
import { annotatedPages } from '../recorded/annotated-pages.ts'
import { resolveRecordedPaths, type RecordedPaths } from '../recorded/recorded-paths.ts'
import { requireCount } from '../require-count.ts'
import { toCurrentMatches } from './current-files.ts'
import { DEFAULT_GREP_LIMIT, type GrepQuery } from './grep-query.ts'
import type * as SearchNotes from './search-notes.ts'
import type { NoteSearch } from './search-notes.ts'

/** Searches annotations, newest commits first, and stops when the requested number of matches is reached. */
export function findGrep(query: GrepQuery, base: QueryContext, call: CallOptions): ResultAsync<GrepOutput, ReadError> {
  return safeTry(async function* () {
    const { all = false, at = 'HEAD', kinds, limit = DEFAULT_GREP_LIMIT, pattern, tags = [] } = query
    yield* requireCount({ limit, ...omitUndefined({ 'token budget': query.maxTokens }) }).andThen(() =>
      requireCondition(query),
    )
    // Few questions search, so what they need is loaded only then.
    const { createCollector, createTextMatcher, hintsFor, searchNote } = await import('./search-notes.ts')
    const matcher = yield* createTextMatcher(query)
    const diagnostics: Diagnostic[] = []
    const opened = yield* openQuery(at, base, call, (diagnostic) => void diagnostics.push(diagnostic))
    const { context, queried, view } = opened
    const paths = yield* resolveRecordedPaths(query.paths ?? [], opened)
    const candidates = yield* candidatesOf(paths, tags, opened)

    const collector = createCollector(limit)
    const search: Search = { query, paths, matcher, collector, searchNote }
    let read = 0
    const pages = annotatedPages({ commits: candidates, everywhere: all, withRepositoryNote: true }, opened)
    for await (const page of pages) {
      if (collector.isFull()) break
      context.call.onProgress?.({ step: 'searching annotations', done: read })
      const searched = yield* searchPage(yield* page, search, opened)
      read += searched
    }
    const matches = yield* toCurrentMatches(collector.matches(), opened)
    if (collector.matches().length === 0) hintsFor(query, collector).forEach((hint) => diagnostics.push(hint))
    return ok({
      $schema: GREP_OUTPUT_SCHEMA,
      query: {
        ...omitUndefined({ pattern }),
        ...omitEmpty({ fixed_strings: query.fixedStrings }),
        ignore_case: matcher.ignoreCase,
        ...omitUndefined({ kinds }),
        ...omitEmpty({ tags }),
        ...omitUndefined({ paths: paths?.paths }),
        at: queried.at,
        commit: queried.head,
        ...omitEmpty({ all }),
        limit,
      },
      matches,
      stats: {
        annotations: view.noteCount,
        annotations_read: read,
        matches: collector.matches().length,
        matches_returned: matches.length,
        ...omitEmpty({ more: collector.isFull() }),
      },
      diagnostics: distinctDiagnostics(diagnostics),
      trimmed: null,
    })
  })
}

/** Without a condition, the answer would contain everything that is recorded. */
function requireCondition({ kinds = [], paths = [], pattern, tags = [] }: GrepQuery): Result<void, ReadError> {
  if (pattern === '') return err(codedError('invalid_query', 'The pattern is empty. Give some text to look for.'))
  if (pattern !== undefined || kinds.length + tags.length + paths.length > 0) return ok(undefined)
  return err(codedError('invalid_query', 'Nothing to look for. Give a pattern, a kind, a tag or a path.'))
}

/** Returns the annotated commits to which the index narrows the search; `undefined` when all have to be searched. */
function candidatesOf(
  paths: RecordedPaths | undefined,
  tags: readonly string[],
  { context, view }: OpenedQuery,
): ResultAsync<readonly AnnotatedCommit[] | undefined, ReadError> {
  return safeTry(async function* () {
    if (tags.length === 0) return ok(paths?.commits)
    const tagged = new Map<CommitId, AnnotatedCommit>()
    for (const tag of tags) {
      for (const each of yield* view.tagged(tag, context.call)) tagged.set(each.commit, each)
    }
    if (paths === undefined) return ok([...tagged.values()])
    return ok(paths.commits.filter(({ commit }) => tagged.has(commit)))
  })
}

interface Search extends NoteSearch {
  readonly searchNote: typeof SearchNotes.searchNote
}

/** Searches a page until its end or the limit, and returns the number of annotations searched. */
function searchPage(
  page: readonly AnnotatedCommit[],
  search: Search,
  opened: OpenedQuery,
): ResultAsync<number, ReadError> {
  return safeTry(async function* () {
    const { call, correctedNotes, report } = opened.context
    const notes = yield* correctedNotes(page, call)
    const wide = page.filter(({ commit }) => notes.get(commit)?.annotation?.regions.some(isWide) === true)
    const changing = yield* search.paths === undefined
      ? ok(new Set<CommitId>())
      : await search.paths.changing(wide.map(({ commit }) => commit))
    let read = 0
    for (const each of page) {
      if (search.collector.isFull()) break
      read++
      const note = notes.get(each.commit)
      if (note === undefined) continue
      note.diagnostics.forEach(report)
      const shown = yield* commitsOf(note, each, opened)
      search.searchNote(note, each, changing.has(each.commit), shown, search)
    }
    return ok(read)
  })
}

function isWide({ file }: Region): boolean {
  return file === undefined
}

/**
 * Returns the commit under which each region is shown: a region of a note about the repository is shown under the
 * commit that its rule comes from.
 */
function commitsOf(
  { annotation }: CorrectedNote,
  { commit }: AnnotatedCommit,
  { context: { call, git } }: OpenedQuery,
): ResultAsync<(region: Region) => Pick<AnnotatedCommit, 'commit' | 'committedAt'> | undefined, ReadError> {
  return safeTry(async function* () {
    if (annotation === undefined || !isRepositoryNote(commit)) return ok(() => undefined)
    const named = yield* knowledgeCommits(annotation, git, call)
    const commits = await git.readCommits([...new Set(named.values())], call)
    return commits.map((found) => (region) => {
      const id = named.get(region)
      const time = id === undefined ? undefined : found.get(id)?.committer.time
      return id === undefined ? undefined : { commit: id, ...omitUndefined({ committedAt: time }) }
    })
  })
}
