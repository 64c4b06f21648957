import { isRefName, type CommitId } from '@chronicle/schema'
import { BackendFailure } from './backend-failure.ts'
import { readText, type FileSystem } from './file-system.ts'
import type { ObjectStore } from './object-store.ts'
import type { OpenRepository } from './open-repository.ts'
import { parseTag } from './parse-objects.ts'
import { readRef } from './refs.ts'

/** Where to look up a short name, in git's order. */
const PLACES = ['', 'refs/', 'refs/tags/', 'refs/heads/', 'refs/remotes/']
const MAX_TAG_DEPTH = 10

/**
 * Resolves a name or id, which may be abbreviated, to a commit. An ambiguous abbreviation resolves to nothing. Fails with
 * `missing_object` if a ref names an object that does not exist.
 */
export async function resolveRevision(
  { fs, repository, objects }: OpenRepository,
  revision: string,
): Promise<CommitId | undefined> {
  if (isExpression(revision)) {
    throw new BackendFailure(
      'unsupported',
      `git-isomorphic does not evaluate revision expressions such as ${revision}. ` +
        'Give a branch, a tag or a commit id, or use the git-cli backend.',
      { data: { revision } },
    )
  }
  if (/^[0-9a-f]{40}$/i.test(revision)) return peel(objects, revision.toLowerCase())
  const named = await readName(fs, repository.gitdir, revision === '@' ? 'HEAD' : revision)
  if (named !== undefined) {
    const commit = await peel(objects, named)
    if (commit === undefined && (await objects.read(named)) === undefined) throw missingTarget(revision, named)
    return commit
  }
  if (!/^[0-9a-f]{4,39}$/i.test(revision)) return undefined
  const candidates = await objects.expand(revision.toLowerCase())
  const commits = new Set<CommitId>()
  for (const candidate of candidates) {
    const commit = await peel(objects, candidate)
    if (commit !== undefined) commits.add(commit)
  }
  const [commit, ...others] = commits
  return others.length === 0 ? commit : undefined
}

/** Returns the commits that are being merged. Git lists all of them in one file, each in a line. */
export async function readMergeHeads({ fs, repository, objects }: OpenRepository): Promise<readonly CommitId[]> {
  const text = (await readText(fs, `${repository.gitdir}/MERGE_HEAD`)) ?? ''
  const ids = text.split('\n').filter((line) => /^[0-9a-f]{40}$/.test(line))
  const heads = await Promise.all(ids.map((id) => peel(objects, id)))
  return heads.filter((id) => id !== undefined)
}

/** `HEAD~1`, `v1^{commit}`, `main@{1}`, `:/text`. Ranges and negations are not revisions. */
function isExpression(revision: string): boolean {
  if (revision.includes('..')) return false
  return /^[^\s^~:]+(?:[~^]|@\{)|^:\/|^@\{/.test(revision)
}

async function readName(fs: FileSystem, gitdir: string, name: string): Promise<string | undefined> {
  if (!isRefName(name)) return undefined
  for (const place of [...PLACES.map((prefix) => prefix + name), `refs/remotes/${name}/HEAD`]) {
    // At the top of the git directory only HEAD and the like are refs; other files there are not.
    if (!place.startsWith('refs/') && !/^[A-Z_]+$/.test(place)) continue
    const id = await readRef(fs, gitdir, place)
    if (id !== undefined) return id
  }
  return undefined
}

function missingTarget(revision: string, id: string): BackendFailure {
  const message = `${revision} names the object ${id}, which is not in the repository. Run "git fsck" to see what is lost.`
  return new BackendFailure('missing_object', message, { data: { revision, id } })
}

/** Follows tags to a commit. */
async function peel(objects: ObjectStore, start: string): Promise<CommitId | undefined> {
  let id = start
  for (let depth = 0; depth < MAX_TAG_DEPTH; depth++) {
    const object = await objects.read(id)
    if (object?.type === 'commit') return id as CommitId
    if (object?.type !== 'tag') return undefined
    id = parseTag(object.bytes).id
  }
  return undefined
}
