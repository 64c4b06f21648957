import { codedError, type BlameHunk, type BlameRequest, type GitError } from '@chronicle/core/contracts'
import { err, ok, safeTry, type ResultAsync } from '@chronicle/schema'
import { diffLines, LineTable } from '@chronicle/core/line-diff'
import type { CommitNode, ObjectReader } from '../object-reader.ts'
import { diffTrees } from '../renames/diff-trees.ts'
import { collectHunks, type Verdict } from './collect-hunks.ts'
import { openFinalState } from './final-state.ts'
import { findParentFiles, type Child } from './find-parent-files.ts'
import { NumberedTexts } from './numbered-texts.ts'
import { divideRuns, runsOf, type Run } from './runs.ts'
import { Scoreboard, type Suspect } from './scoreboard.ts'

/**
 * Walks from the newest suspect to its parents, as `git blame` does: lines that a parent also has pass to the parent,
 * the others stay with the commit. Stops when the commit of every line is found. Returns no hunks if there is no file.
 */
export function runBlame(reader: ObjectReader, request: BlameRequest): ResultAsync<readonly BlameHunk[], GitError> {
  return safeTry(async function* () {
    if (reader.isAborted()) return err(abortedBlame(request))
    const state = yield* openFinalState(reader, request)
    if (state === undefined) return ok([])
    const table = new LineTable()
    const texts = new NumberedTexts(reader, table)
    const [text] = yield* texts.read([state.file.id])
    const runs = runsOf(request.ranges, text!.lines.length)
    const { shallow } = yield* reader.source.describe(reader.options)

    const board = new Scoreboard()
    const verdicts: Verdict[] = []
    const pass = (child: Child, lines: readonly Run[]): ResultAsync<readonly Run[], GitError> =>
      passToParents({ reader, texts, table, board }, child, lines)

    if (state.kind === 'committed') {
      board.add({ commit: state.commit, path: request.path, file: state.file, runs })
    } else {
      const kept = yield* pass({ ...state, path: request.path }, runs)
      verdicts.push(...kept.map((run) => ({ commit: undefined, path: request.path, run, boundary: false })))
    }
    for (let suspects = board.take(); suspects.length > 0; suspects = board.take()) {
      if (reader.isAborted()) return err(abortedBlame(request))
      for (const suspect of suspects) {
        const { commit, path } = suspect
        const tooOld = request.since !== undefined && commit.time < request.since
        const boundary = tooOld || (shallow && commit.parents.length === 0)
        const kept = boundary ? suspect.runs : yield* pass(yield* asChild(reader, suspect), suspect.runs)
        verdicts.push(...kept.map((run) => ({ commit, path, run, boundary })))
      }
    }
    return ok(collectHunks(verdicts))
  })
}

interface Investigation {
  readonly reader: ObjectReader
  readonly texts: NumberedTexts
  readonly table: LineTable
  readonly board: Scoreboard
}

/** Passes lines to the parents that also have them, and returns the lines that stay with the child. */
function passToParents(
  { reader, texts, table, board }: Investigation,
  child: Child,
  runs: readonly Run[],
): ResultAsync<readonly Run[], GitError> {
  return safeTry(async function* () {
    if (child.parents.length === 0) return ok(runs)
    const parents = yield* findParentFiles(reader, child)
    if ('same' in parents) {
      board.add({ ...parents.same, runs })
      return ok<readonly Run[]>([])
    }
    let rest = runs
    const ids = [child.file, ...parents.different.map(({ file }) => file)].map((file) => file.id)
    const [own, ...others] = yield* texts.read(ids)
    for (const [index, parent] of parents.different.entries()) {
      const { passed, kept } = divideRuns(rest, diffLines(others[index]!, own!, table))
      board.add({ ...parent, runs: passed })
      rest = kept
      if (rest.length === 0) break
    }
    return ok(rest)
  })
}

function asChild(reader: ObjectReader, { commit, path, file }: Suspect): ResultAsync<Child, GitError> {
  return reader.commits(commit.parents).map((parents) => ({
    path,
    file,
    parents,
    differenceFrom: (parent: CommitNode) => diffTrees(reader, parent.tree, commit.tree),
  }))
}

function abortedBlame({ path }: BlameRequest): GitError {
  return codedError('aborted', `The blame of ${path} was aborted.`, { data: { path } })
}
