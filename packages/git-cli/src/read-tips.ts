import type { GitError } from '@chronicle/core/contracts'
import { isObjectId, ok, ResultAsync, safeTry, type CommitId } from '@chronicle/schema'
import type { Repository } from './open-repository.ts'

/** A line of `git worktree list --porcelain`. Paths may contain line feeds, but their lines have another prefix. */
const WORKTREE_HEAD = /^HEAD ([0-9a-f]{40,64})$/
const UNBORN = /^0+$/

/**
 * Returns the commits of branches, tags, remote-tracking branches and the `HEAD`s of all working trees, with two
 * processes.
 */
export function readTips(repository: Repository): ResultAsync<readonly CommitId[], GitError> {
  return safeTry(async function* () {
    const { top } = yield* repository.locate()
    const [refs, worktrees] = yield* ResultAsync.combine([
      repository.run({
        args: [
          'for-each-ref',
          '--format=%(objecttype) %(objectname) %(*objecttype) %(*objectname)',
          ...['refs/heads', 'refs/tags', 'refs/remotes'],
        ],
        cwd: top,
      }),
      repository.run({ args: ['worktree', 'list', '--porcelain'], cwd: top }),
    ])
    const tips = new Set<string>()
    const nested: string[] = []
    for (const line of linesOf(refs.stdout)) {
      const [type, id = '', targetType, target = ''] = line.split(' ')
      if (type === 'commit') tips.add(id)
      else if (targetType === 'commit') tips.add(target)
      else if (targetType === 'tag') nested.push(target)
    }
    const heads = linesOf(worktrees.stdout).flatMap((line) => WORKTREE_HEAD.exec(line)?.[1] ?? [])
    // A folder name that contains a line feed can look like a line of the output, so the ids are checked.
    const named = [...nested.map((id) => `${id}^{commit}`), ...heads.filter((id) => !UNBORN.test(id))]
    for (const object of yield* repository.objects.info(named)) {
      if (object?.type === 'commit') tips.add(object.id)
    }
    return ok([...tips].filter((id): id is CommitId => isObjectId(id)).sort())
  })
}

function linesOf(output: Buffer): readonly string[] {
  return output.toString('utf8').split('\n')
}
