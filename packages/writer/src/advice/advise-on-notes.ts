import { codedError, type CallOptions, type FileChange, type GitBackend } from '@chronicle/core/contracts'
import { linesOfSpan } from '@chronicle/core/line-diff'
import {
  err,
  ok,
  omitUndefined,
  parsePlace,
  Result,
  safeTry,
  type Advice,
  type CodedError,
  type CommitId,
  type RepoPath,
  type ResultAsync,
} from '@chronicle/schema'
import type { RestatementSources } from '../quality/find-restatement.ts'
import { advise } from './advise.ts'
import { findRecorded, findTouched, type AdviceServices } from './find-recorded.ts'
import type { StatedText } from './stated-text.ts'

/** The parts of a note about the next commit that advice needs. */
export interface AdvisedNote {
  /** Name in the advice: `note 0d27aed0`. Default: the note's index. */
  readonly id?: string
  readonly text: string
  /** The subject of the note: a file, or `file:anchor`. */
  readonly place?: string
  readonly kind?: 'constraint' | 'risk' | 'dependency'
}

/** Returns advice on notes about the next commit, compared with the edits in the working tree. */
export function adviseOnNotes(
  services: AdviceServices,
  notes: readonly AdvisedNote[],
  call: CallOptions = {},
): ResultAsync<readonly Advice[], CodedError> {
  return safeTry(async function* () {
    const statements = notes.flatMap(({ id, text, place, kind }, index): readonly StatedText[] => {
      if (place === undefined || kind === 'dependency') return []
      const { file, anchor } = parsePlace(place)
      const field = kind === 'constraint' ? ('constraints' as const) : ('reasoning' as const)
      return [
        {
          where: id === undefined ? `notes[${index}]` : `note ${id}`,
          field,
          text,
          file,
          ...omitUndefined({ anchor }),
        },
      ]
    })
    if (statements.length === 0) return ok([])
    const queries = services.queriesOf(undefined)
    const recordedAt = yield* findRecorded(queries, statements, {}, call)
    const touched = yield* findTouched(queries, { kind: 'worktree' }, call)
    const edited = yield* editedLines(services.git, new Set(statements.map(({ file }) => file)), call)
    return ok(
      advise(statements, {
        changedAt: ({ file }) => edited.get(file),
        recordedAt,
        touched,
      }),
    )
  })
}

/** Returns the uncommitted lines of the working tree by file. */
function editedLines(
  git: GitBackend,
  files: ReadonlySet<string>,
  call: CallOptions,
): ResultAsync<ReadonlyMap<string, RestatementSources>, CodedError> {
  return safeTry(async function* () {
    const edited = new Map<string, RestatementSources>()
    const head = yield* git.resolve('HEAD', call)
    if (git.diff === undefined || head === undefined) return ok(edited)
    const changes = yield* git.diff({ from: { commit: head }, to: 'WORKTREE' }, call)
    for (const change of changes) {
      const path = change.newPath
      if (path === undefined || !files.has(path) || change.binary) continue
      const lines = yield* hunkLines(git, head, change, path, call)
      edited.set(path, { changed: [path, ...lines] })
    }
    return ok(edited)
  })
}

function hunkLines(
  git: GitBackend,
  commit: CommitId,
  { oldPath, hunks }: FileChange,
  path: RepoPath,
  call: CallOptions,
): ResultAsync<readonly string[], CodedError> {
  return safeTry(async function* () {
    const [before, after] = yield* Result.combine(
      await Promise.all([
        oldPath === undefined ? ok(undefined) : git.readFile({ commit }, oldPath, call),
        git.readFile('WORKTREE', path, call),
      ]),
    )
    if (call.signal?.aborted === true) return err(codedError('aborted', 'Advice was aborted.'))
    const linesOf = (bytes: Uint8Array | undefined): readonly string[] =>
      bytes === undefined ? [] : new TextDecoder().decode(bytes).split('\n')
    const [old, now] = [linesOf(before?.bytes), linesOf(after?.bytes)]
    return ok(hunks.flatMap((hunk) => [...linesOfSpan(old, hunk.old), ...linesOfSpan(now, hunk.new)]))
  })
}
