import {
  ok,
  omitUndefined,
  safeTry,
  type CommitId,
  type NotesRef,
  type ReadOutput,
  type RepoPath,
} from '@chronicle/schema'
import { createLineParser, createMemoryGit, type MemoryGitDescription } from '@chronicle/testing'
import type { AstParser } from '../src/contracts/ast-parser.ts'
import type { FileRevision, GitBackend } from '../src/contracts/git-backend.ts'
import { listRevisions } from '../src/history/file-history.ts'
import { createReadPipeline, type ReadPipeline } from '../src/read/create-read-pipeline.ts'
import type { ReadPipelineOptions } from '../src/read/query-context.ts'
import type { ReadQuery } from '../src/read/read-query.ts'

/** An in-memory repository whose files are in the line language, and its annotations. Bare without `worktree`. */
export interface RecordedRepository extends MemoryGitDescription {
  /** Annotations with the index of their commit. Fields that are left out get defaults. */
  readonly recorded?: readonly (readonly [commit: number, annotation: RecordedAnnotation])[]
  /** Renames of files in commits: the in-memory backend only knows paths. */
  readonly renames?: readonly RecordedRename[]
  /** Returns methods that replace those of the backend. */
  readonly backend?: (git: GitBackend) => Partial<GitBackend>
}

/** A rename in a commit, which is given by its index. */
export interface RecordedRename {
  readonly commit: number
  readonly from: string
  readonly to: string
}

/** An annotation in its stored form. */
export interface RecordedAnnotation {
  readonly regions?: readonly object[]
  readonly [field: string]: unknown
}

/** Returns an annotation that records regions on a commit, given by its index. */
export function noteOn(commit: number, ...regions: readonly object[]): readonly [number, RecordedAnnotation] {
  return [commit, { regions }]
}

/** A test setup for reads from an in-memory repository. */
export interface InMemoryReads {
  readonly git: GitBackend
  readonly ast: AstParser
  readonly commits: readonly CommitId[]
  readonly pipeline: ReadPipeline
  read(query: ReadQuery): Promise<ReadOutput>
  /** Returns the code and the message of the error that a query fails with. */
  failure(query: ReadQuery): Promise<string>
}

const NOTES = 'refs/notes/chronicle' as NotesRef

/** Creates a repository and a pipeline that reads it. */
export function readInMemory(
  { recorded = [], renames = [], backend, ...described }: RecordedRepository,
  options: Partial<ReadPipelineOptions> = {},
): InMemoryReads {
  const bare = createMemoryGit(described)
  const notes = recorded.map(([position, annotation]): readonly [number, object] => [
    position,
    {
      $schema: 'chronicle/v1',
      commit: bare.commits[position],
      timestamp: '2025-01-01T00:00:00Z',
      summary: `Summary ${position}`,
      context_level: 'enhanced',
      regions: [],
      ...annotation,
    },
  ])
  const own = notes.length === 0 ? {} : { [NOTES]: notes }
  const { git: memory, commits } = createMemoryGit({ ...described, notes: { ...own, ...described.notes } })
  const describe: GitBackend['describe'] = (call) =>
    memory.describe(call).map((info) => (described.worktree === undefined ? info : { ...info, worktreeDir: '/here' }))
  const fileRevisions: GitBackend['fileRevisions'] = (request, call = {}) =>
    safeTry(async function* () {
      const found: FileRevision[] = []
      for (const revision of yield* listRevisions(memory, request, call)) {
        const rename = renames.find((each) => commits[each.commit] === revision.commit)
        if (rename?.to === revision.path) {
          const before = { ...request, from: revision.commit, path: rename.from as RepoPath }
          const [gone, ...former] = yield* listRevisions(memory, before, call)
          const { previousBlob } = gone ?? {}
          return ok([
            ...found,
            { ...revision, previousPath: before.path, ...omitUndefined({ previousBlob }) },
            ...former,
          ])
        }
        found.push(rename?.from === revision.path ? { ...revision, renamedTo: rename.to as RepoPath } : revision)
      }
      return ok(found)
    })
  const git: GitBackend = {
    ...memory,
    describe,
    ...(renames.length === 0 ? {} : { fileRevisions }),
    ...backend?.(memory),
  }
  const ast = createLineParser({ endings: ['.ts', '.rs'] })
  const pipeline = createReadPipeline({ git, ast, ...options })
  return {
    git,
    ast,
    commits,
    pipeline,
    read: async (query) => (await pipeline.execute(query))._unsafeUnwrap(),
    failure: async (query) => {
      const { code, message } = (await pipeline.execute(query))._unsafeUnwrapErr()
      return `${code}: ${message}`
    },
  }
}
