import { devNull } from 'node:os'
import type { DiffRequest, FileChange } from '@chronicle/core/contracts'
import { isObjectId } from '@chronicle/schema'
import { GitFailure } from './git-failure.ts'
import { objectIdOf } from './object-id.ts'
import type { Repository } from './open-repository.ts'
import { createDiffParser } from './parse-diff.ts'
import { splitLines } from './split-lines.ts'

/** The files that differ between two states, in one call of git. */
export async function diff(repository: Repository, request: DiffRequest): Promise<readonly FileChange[]> {
  const { from, to } = request
  const lost = [from, to].find((state) => typeof state === 'object' && !isObjectId(state.commit))
  if (typeof lost === 'object') throw missingCommit(lost.commit)
  const { top, info } = to === 'WORKTREE' ? await repository.worktree() : await repository.locate()
  const emptyTree = objectIdOf({ type: 'tree', bytes: new Uint8Array() }, info.objectFormat)
  const states = statesOf(from === 'EMPTY' ? { commit: emptyTree } : from, to)
  if (states === undefined) return []
  const parser = createDiffParser()
  // Where the states are exchanged, the prefixes are too.
  const [source, target] = states.includes('-R') ? ['b/', 'a/'] : ['a/', 'b/']
  try {
    await repository.run({
      args: [
        ...['diff', '--raw', '--no-abbrev', '--patch', '--unified=0', '--inter-hunk-context=0', '--find-renames'],
        ...['--no-color', '--no-ext-diff', '--no-textconv', '--diff-algorithm=myers', `-O${devNull}`],
        // The commit a submodule stands on, whatever goes on inside of it.
        ...[`--src-prefix=${source}`, `--dst-prefix=${target}`, '--submodule=short', '--ignore-submodules=dirty'],
        ...states,
        '--',
      ],
      cwd: top,
      onOutput: splitLines(parser.readLine),
    })
  } catch (error) {
    const [, id] = (error instanceof GitFailure && /bad object ([0-9a-f]{40,64})/.exec(error.message)) || []
    throw id === undefined ? error : missingCommit(id)
  }
  // Where the working tree is compared, git names a blob of some files alone: those that are as the index has them.
  return to === 'WORKTREE' ? parser.end().map(withoutBlobs) : parser.end()
}

function withoutBlobs({ oldBlob: _, newBlob: __, ...change }: FileChange): FileChange {
  return change
}

/** The two states as arguments of `git diff`; `undefined` for one and the same. */
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

function missingCommit(id: string): GitFailure {
  return new GitFailure('missing_object', `The commit ${id} is not in the repository, so it cannot be compared.`, {
    data: { id },
  })
}
