import { devNull } from 'node:os'
import { codedError, type DiffRequest, type FileChange, type GitError } from '@chronicle/core/contracts'
import { err, isObjectId, ok, safeTry, type ResultAsync } from '@chronicle/schema'
import { objectIdOf } from './object-id.ts'
import type { Repository } from './open-repository.ts'
import { createDiffParser, isContentOfPatch } from './parse-diff.ts'
import { splitLines } from './split-lines.ts'

/** Returns the files that differ between two states, with one call of git. */
export function diff(repository: Repository, request: DiffRequest): ResultAsync<readonly FileChange[], GitError> {
  return safeTry(async function* () {
    const { from, to } = request
    const lost = [from, to].find((state) => typeof state === 'object' && !isObjectId(state.commit))
    if (typeof lost === 'object') return err(incomparableCommit(lost.commit))
    const { top, info } = yield* to === 'WORKTREE' ? repository.worktree() : repository.locate()
    const emptyTree = objectIdOf({ type: 'tree', bytes: new Uint8Array() }, info.objectFormat)
    const states = statesOf(from === 'EMPTY' ? { commit: emptyTree } : from, to)
    if (states === undefined) return ok([])
    const parser = createDiffParser()
    // If the states are swapped, so are the prefixes.
    const [source, target] = states.includes('-R') ? ['b/', 'a/'] : ['a/', 'b/']
    const diffed = repository.run({
      args: [
        ...['diff', '--raw', '--no-abbrev', '--patch', '--unified=0', '--inter-hunk-context=0', '--find-renames'],
        ...['--no-color', '--no-ext-diff', '--no-textconv', '--diff-algorithm=myers', `-O${devNull}`],
        // Compares the commit of a submodule, and ignores changes inside of it.
        ...[`--src-prefix=${source}`, `--dst-prefix=${target}`, '--submodule=short', '--ignore-submodules=dirty'],
        ...states,
        '--',
      ],
      cwd: top,
      onOutput: splitLines(parser.readLine, isContentOfPatch),
    })
    yield* diffed.mapErr((error) => {
      const [, id] = /bad object ([0-9a-f]{40,64})/.exec(error.message) ?? []
      return id === undefined ? error : incomparableCommit(id)
    })
    // For the working tree, git prints blob ids only for files that equal the index.
    return ok(to === 'WORKTREE' ? parser.end().map(withoutNewBlob) : parser.end())
  })
}

function withoutNewBlob({ newBlob: _, ...change }: FileChange): FileChange {
  return change
}

/** Returns the two states as arguments of `git diff`, or `undefined` if they are the same. */
function statesOf(
  from: Exclude<DiffRequest['from'], 'EMPTY'> | { readonly commit: string },
  to: DiffRequest['to'],
): readonly string[] | undefined {
  if (from === 'INDEX') {
    if (to === 'INDEX') return undefined
    return to === 'WORKTREE' ? [] : ['--cached', '-R', to.commit]
  }
  if (to === 'INDEX') return ['--cached', from.commit]
  return to === 'WORKTREE' ? [from.commit] : [from.commit, to.commit]
}

function incomparableCommit(id: string): GitError {
  return codedError('missing_object', `The commit ${id} is not in the repository, so it cannot be compared.`, {
    data: { id },
  })
}
