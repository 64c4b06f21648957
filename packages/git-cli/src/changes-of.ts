import { devNull } from 'node:os'
import type { Commit, CommitChanges, FileChange, GitError } from '@chronicle/core/contracts'
import { isObjectId, ok, ResultAsync, safeTry, type CommitId } from '@chronicle/schema'
import { completeChangedBlobs } from './fetch-missing-blobs.ts'
import { fetchMissingTrees } from './fetch-missing-trees.ts'
import type { Repository } from './open-repository.ts'
import { createCombinedDiffParser } from './parse-combined-diff.ts'
import { createDiffParser, isContentOfPatch } from './parse-diff.ts'
import { readCommits } from './repository-objects.ts'
import { splitLines } from './split-lines.ts'
import { withoutIndex } from './without-index.ts'

/**
 * Returns the changes of some commits, with one process for ordinary commits and one for merges. A merge is compared
 * with all of its parents, any other commit with its parent, and a root commit with the empty tree.
 */
export function changesOf(
  repository: Repository,
  ids: readonly CommitId[],
): ResultAsync<readonly CommitChanges[], GitError> {
  return safeTry(async function* () {
    const { shallowEdge } = yield* repository.locate()
    yield* fetchMissingTrees(repository, ids.filter(isObjectId))
    const commits = yield* readCommits(repository, [...new Set(ids)])
    const whole = [...commits.values()].filter(({ id }) => !shallowEdge.has(id))
    yield* completeChangedBlobs(
      repository,
      whole.map(({ id }) => id),
    )
    const [ordinary, merges] = yield* ResultAsync.combine([
      readChanges(
        repository,
        whole.filter(({ parents }) => parents.length < 2),
        { args: ['--unified=0'], parserOf: createDiffParser, isLeftOut: isContentOfPatch },
      ),
      readChanges(
        repository,
        whole.filter(({ parents }) => parents.length > 1),
        {
          // One line of context: without any, git omits lines that its counts include.
          args: ['--cc', '--combined-all-paths', '--unified=1'],
          parserOf: ({ parents }) => createCombinedDiffParser(parents.length),
        },
      ),
    ])
    return ok(
      [...commits.keys()].map((commit) => {
        if (shallowEdge.has(commit)) return { commit, files: [], cutOff: true }
        return { commit, files: ordinary.get(commit) ?? merges.get(commit) ?? [] }
      }),
    )
  })
}

function readChanges(
  repository: Repository,
  commits: readonly Commit[],
  how: {
    readonly args: readonly string[]
    readonly parserOf: (commit: Commit) => ReturnType<typeof createDiffParser>
    /** Whether the parser ignores a line, by its first byte. */
    readonly isLeftOut?: (first: number | undefined) => boolean
  },
): ResultAsync<ReadonlyMap<string, readonly FileChange[]>, GitError> {
  return safeTry(async function* () {
    const changes = new Map<string, readonly FileChange[]>()
    if (commits.length === 0) return ok(changes)
    const located = yield* repository.locate()
    const wanted = new Map<string, Commit>(commits.map((commit) => [commit.id, commit]))
    let reading: { readonly id: string; readonly parser: ReturnType<typeof createDiffParser> } | undefined
    const finish = (): void => {
      if (reading !== undefined) changes.set(reading.id, reading.parser.end())
    }
    yield* repository.run({
      args: [
        ...['diff-tree', '--stdin', '-r', '--root', '--raw', '--no-abbrev', '--patch', '--find-renames'],
        ...['--no-color', '--no-ext-diff', '--no-textconv', '--diff-algorithm=myers', `-O${devNull}`],
        ...['--src-prefix=a/', '--dst-prefix=b/', '--submodule=short', '--ignore-submodules=none'],
        ...['--inter-hunk-context=0', ...how.args],
      ],
      input: `${commits.map(({ id }) => id).join('\n')}\n`,
      cwd: located.top,
      environment: withoutIndex(located),
      onOutput: splitLines((line) => {
        // Every other line begins with a sign, a colon or a word, so it cannot be an id.
        const commit = isObjectId(line) ? wanted.get(line) : undefined
        if (commit === undefined) return reading?.parser.readLine(line)
        finish()
        reading = { id: line, parser: how.parserOf(commit) }
      }, how.isLeftOut),
    })
    finish()
    return ok(changes)
  })
}
