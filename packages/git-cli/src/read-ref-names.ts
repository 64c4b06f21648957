import type { GitError } from '@chronicle/core/contracts'
import { ok, safeTry, type ResultAsync } from '@chronicle/schema'
import { sortByBytes } from './byte-order.ts'
import type { Repository } from './open-repository.ts'

/** Returns the names of branches, tags and remote-tracking branches, as users type them. */
export function readRefNames(repository: Repository): ResultAsync<readonly string[], GitError> {
  return safeTry(async function* () {
    const { top } = yield* repository.locate()
    const args = ['for-each-ref', '--format=%(refname:lstrip=2)', 'refs/heads', 'refs/tags', 'refs/remotes']
    const { stdout } = yield* repository.run({ args, cwd: top })
    const names = stdout
      .toString('utf8')
      .split('\n')
      .filter((name) => name !== '')
    return ok(sortByBytes([...new Set(names)]))
  })
}
