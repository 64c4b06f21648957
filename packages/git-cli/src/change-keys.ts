import { devNull } from 'node:os'
import type { ChangeKey, GitError, Patch } from '@chronicle/core/contracts'
import { ok, safeTry, type BlobId, type RepoPath, type ResultAsync } from '@chronicle/schema'
import { findComputablePatches, patchLine } from './find-computable-patches.ts'
import type { Repository } from './open-repository.ts'
import { readBatches } from './stream-git.ts'

/** With `--always`, every patch has an entry in the output, and git prints only its commit. */
const DIFF_TREE = [
  ...['diff-tree', '--stdin', '--always', '-r', '-z', '--root', '--raw', '--no-abbrev', '--no-renames'],
  ...['--ignore-submodules=none', '--no-ext-diff', '--no-textconv', `-O${devNull}`],
]

/**
 * Maximum number of files to list for a patch: a comparison of very many patches must not hold all paths of a
 * repository.
 */
const MAX_FILES_NAMED = 32

/** Returns the changes of patches as two hashes and a file list each, with one process for all patches. */
export function changeKeys(
  repository: Repository,
  patches: readonly Patch[],
): ResultAsync<readonly (ChangeKey | undefined)[], GitError> {
  return safeTry(async function* () {
    const asked = yield* findComputablePatches(repository, patches)
    const found = new Map<string, ChangeKey>()
    let position = -1
    let changes: string[] = []
    const finish = (): void => {
      const patch = asked[position]
      if (patch === undefined || changes.length === 0) return
      // Each change is its modes, blobs and status, followed by its path. Git lists them in path order.
      const paths = changes.filter((_, index) => index % 2 === 1)
      const few = paths.length <= MAX_FILES_NAMED
      const key = { blobs: hash(changes), paths: hash(paths) }
      found.set(patchLine(patch), few ? { ...key, files: filesOf(changes) } : key)
      changes = []
    }
    const input = asked.map((patch) => `${patchLine(patch)}\n`).join('')
    const batches = asked.length === 0 ? [] : readBatches(repository, { args: DIFF_TREE, input, end: '\0' })
    for await (const fields of batches) {
      for (const field of yield* fields) {
        const isPath = changes.length % 2 === 1
        const text = isPath ? field : field.trimStart()
        if (isPath || text.startsWith(':')) changes.push(text)
        else if (text !== '') {
          finish()
          position++
        }
      }
    }
    finish()
    return ok(patches.map((patch) => found.get(patchLine(patch))))
  })
}

/** Returns the files that exist after the changes. */
function filesOf(changes: readonly string[]): readonly (readonly [RepoPath, BlobId])[] {
  const files: (readonly [RepoPath, BlobId])[] = []
  for (let index = 0; index + 1 < changes.length; index += 2) {
    const [, mode = '', , blob = ''] = (changes[index] ?? '').split(' ')
    if (mode.startsWith('1') && mode !== '160000') files.push([changes[index + 1] as RepoPath, blob as BlobId])
  }
  return files
}

function hash(texts: readonly string[]): string {
  // Only hashing needs the crypto module, and it takes longer to load than a read takes.
  const { hash: digest } = process.getBuiltinModule('node:crypto')
  return digest('sha256', texts.join('\0'), 'base64url').slice(0, 22)
}
