import { devNull } from 'node:os'
import type { FileRevision, FileRevisionsRequest } from '@chronicle/core/contracts'
import { isObjectId, type BlobId, type CommitId, type RepoPath } from '@chronicle/schema'
import type { Repository } from './open-repository.ts'
import { isRepoPath } from './repository-objects.ts'

/** Names that one file is followed through. */
const MAX_NAMES = 100

const RAW_ENTRY = /^\n?:\d+ \d+ ([0-9a-f]+) ([0-9a-f]+) ([A-Z])\d*$/

/**
 * The commits that changed a file, newest first, by one `git log` for each name that it had. Where a commit added or
 * deleted the path, one `git diff-tree` over all of those commits tells whether it was a rename.
 */
export async function fileRevisions(
  repository: Repository,
  { exclude = [], from, path, since }: FileRevisionsRequest,
  signal: AbortSignal | undefined,
): Promise<readonly FileRevision[]> {
  if (!isObjectId(from) || !isRepoPath(path)) return []
  const { top } = await repository.locate(signal)
  const revisions: FileRevision[] = []
  const seen = new Set<string>()
  let next: { readonly from: CommitId; readonly path: RepoPath } | undefined = { from, path }
  while (next !== undefined && seen.size < MAX_NAMES && !seen.has(`${next.from} ${next.path}`)) {
    const name: { readonly from: CommitId; readonly path: RepoPath } = next
    seen.add(`${name.from} ${name.path}`)
    const listed = await listRevisions(repository, name, { exclude: exclude.filter(isObjectId), since, top, signal })
    const renames = await findRenames(repository, listed, { top, signal })
    next = undefined
    for (const revision of listed) {
      const rename = renames.get(revision.commit)
      const deleted = revision.blob === undefined
      const renamedTo = deleted ? rename?.to.get(name.path) : undefined
      const previousPath = revision.previousBlob === undefined ? rename?.from.get(name.path) : undefined
      revisions.push({
        ...revision,
        ...(renamedTo === undefined ? {} : { renamedTo }),
        ...(previousPath === undefined ? {} : { previousPath: previousPath.path, previousBlob: previousPath.blob }),
      })
      const [parent] = revision.parents
      if (previousPath !== undefined && parent !== undefined) {
        next = { from: parent, path: previousPath.path }
        break
      }
    }
  }
  return revisions
}

interface Running {
  readonly top: string
  readonly signal: AbortSignal | undefined
}

async function listRevisions(
  repository: Repository,
  { from, path }: { readonly from: CommitId; readonly path: RepoPath },
  {
    exclude,
    since,
    top,
    signal,
  }: Running & { readonly since: number | undefined; readonly exclude: readonly CommitId[] },
): Promise<readonly FileRevision[]> {
  const { stdout } = await repository.runner.run({
    args: [
      ...['log', '-z', '--format=%x01%H %ct %P', '--raw', '--no-abbrev', '--no-renames', '--diff-merges=first-parent'],
      ...['--root', '--no-color', '--no-show-signature', '--no-notes', '--no-ext-diff', '--no-textconv'],
      ...['--ignore-submodules=none', `-O${devNull}`],
      // With a zone, because git takes a short number without one for something else than seconds.
      ...(since === undefined ? [] : [`--since=@${Math.max(0, since)} +0000`]),
      ...[from, ...exclude.map((id) => `^${id}`), '--', path],
    ],
    cwd: top,
    signal,
  })
  const { shallowEdge } = await repository.locate(signal)
  const revisions: FileRevision[] = []
  let commit: Pick<FileRevision, 'commit' | 'parents' | 'committedAt'> | undefined
  const fields = stdout.toString('utf8').split('\0')
  for (let index = 0; index < fields.length; index++) {
    const field = fields[index] ?? ''
    const start = field.indexOf('\u0001')
    if (start >= 0) {
      const [id = '', time, ...parents] = field
        .slice(start + 1)
        .trim()
        .split(' ')
      const cut = shallowEdge.has(id as CommitId)
      commit = {
        commit: id as CommitId,
        parents: cut ? [] : (parents.filter((parent) => parent !== '') as CommitId[]),
        committedAt: Number(time),
      }
      continue
    }
    const [, before = '', after = ''] = RAW_ENTRY.exec(field) ?? []
    if (before === '' || commit === undefined) continue
    const changed = fields[++index]
    // Below a path that was a folder there are others.
    if (changed !== path) continue
    revisions.push({
      ...commit,
      path,
      ...(isNothing(after) ? {} : { blob: after as BlobId }),
      ...(isNothing(before) ? {} : { previousBlob: before as BlobId }),
    })
  }
  return revisions
}

interface Renames {
  /** Where a new path came from, by the new path. */
  readonly from: ReadonlyMap<string, { readonly path: RepoPath; readonly blob: BlobId }>
  /** Where an old path went to, by the old path. */
  readonly to: ReadonlyMap<string, RepoPath>
}

/** The renames of those commits that added or deleted the file. */
async function findRenames(
  repository: Repository,
  revisions: readonly FileRevision[],
  { top, signal }: Running,
): Promise<ReadonlyMap<string, Renames>> {
  const asked = revisions.filter(
    ({ blob, parents, previousBlob }) => parents.length === 1 && (blob === undefined || previousBlob === undefined),
  )
  const found = new Map<string, Renames>()
  if (asked.length === 0) return found
  const { stdout } = await repository.runner.run({
    args: [
      ...['diff-tree', '--stdin', '-r', '-z', '--raw', '--no-abbrev', '--find-renames', '--diff-filter=R'],
      ...['--ignore-submodules=none', '--no-ext-diff', '--no-textconv', `-O${devNull}`],
    ],
    input: `${asked.map(({ commit }) => commit).join('\n')}\n`,
    cwd: top,
    signal,
  })
  const fields = stdout.toString('utf8').split('\0')
  let from = new Map<string, { readonly path: RepoPath; readonly blob: BlobId }>()
  let to = new Map<string, RepoPath>()
  for (let index = 0; index < fields.length; index++) {
    const field = (fields[index] ?? '').replace(/^\n/, '')
    if (isObjectId(field)) {
      from = new Map()
      to = new Map()
      found.set(field, { from, to })
      continue
    }
    const [, blob = ''] = RAW_ENTRY.exec(field) ?? []
    if (blob === '') continue
    const [source, target] = [fields[++index], fields[++index]] as [RepoPath, RepoPath]
    from.set(target, { path: source, blob: blob as BlobId })
    to.set(source, target)
  }
  return found
}

function isNothing(id: string): boolean {
  return /^0+$/.test(id)
}
