import { devNull } from 'node:os'
import type { ChangeKey, GitError, Patch } from '@chronicle/core/contracts'
import { ok, safeTry, type BlobId, type RepoPath, type ResultAsync } from '@chronicle/schema'
import { askedPatches, patchLine } from './asked-patches.ts'
import type { Repository } from './open-repository.ts'
import { readBatches } from './stream-git.ts'

/** `--always`, so that every patch has a part in the output: git names it by its commit alone. */
const DIFF_TREE = [
  ...['diff-tree', '--stdin', '--always', '-r', '-z', '--root', '--raw', '--no-abbrev', '--no-renames'],
  ...['--ignore-submodules=none', '--no-ext-diff', '--no-textconv', `-O${devNull}`],
]

/** Files of a patch that are named: whoever compares very many patches must not hold all paths of a repository. */
const MAX_FILES_NAMED = 32

/** What patches change, as two hashes each and their files, by one process for all of them. */
export function changeKeys(
  repository: Repository,
  patches: readonly Patch[],
): ResultAsync<readonly (ChangeKey | undefined)[], GitError> {
  return safeTry(async function* () {
    const asked = yield* askedPatches(repository, patches)
    const found = new Map<string, ChangeKey>()
    let position = -1
    let changes: string[] = []
    const finish = (): void => {
      const patch = asked[position]
      if (patch === undefined || changes.length === 0) return
      // Each change is its modes, blobs and status, then its path; git lists them in the order of the paths.
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

/** The files that are there after the changes. */
function filesOf(changes: readonly string[]): readonly (readonly [RepoPath, BlobId])[] {
  const files: (readonly [RepoPath, BlobId])[] = []
  for (let index = 0; index + 1 < changes.length; index += 2) {
    const [, mode = '', , blob = ''] = (changes[index] ?? '').split(' ')
    if (mode.startsWith('1') && mode !== '160000') files.push([changes[index + 1] as RepoPath, blob as BlobId])
  }
  return files
}

function hash(texts: readonly string[]): string {
  // Only here is the cryptography needed, and it takes longer to load than a read does.
  const { hash: digest } = process.getBuiltinModule('node:crypto')
  return digest('sha256', texts.join('\0'), 'base64url').slice(0, 22)
}
