import type { FileContent, RepositoryInfo } from '@chronicle/core/contracts'
import { comparePaths, type CommitId } from '@chronicle/schema'
import { readCommit, type MemoryEntry, type MemoryObjects } from './memory-objects.ts'

/** All data of a repository. */
export interface MemoryRepository {
  readonly info: RepositoryInfo
  readonly objects: MemoryObjects
  /** Object ids by full ref name. `HEAD` is the full name of a branch, or an id. */
  readonly refs: Map<string, string>
  readonly index: ReadonlyMap<string, MemoryEntry>
  /** Absent in a bare repository. */
  readonly worktree?: ReadonlyMap<string, FileContent>
  /** The identity and time for writing notes. Absent if unknown. */
  readonly identity?: { readonly name: string; readonly email: string; readonly time: number }
  /** Commits whose parents are missing in a shallow clone. */
  readonly shallowEdge: ReadonlySet<string>
}

const REF_RULES = ['', 'refs/', 'refs/tags/', 'refs/heads/', 'refs/remotes/'] as const

/** Resolves a name, or a full or abbreviated id, to a commit. */
export function resolveName(repository: MemoryRepository, name: string): CommitId | undefined {
  const { objects, refs } = repository
  const isId = /^[0-9a-f]{4,64}$/.test(name)
  if (isId && objects.get(name) !== undefined) return peel(repository, name)
  for (const rule of REF_RULES) {
    const target = refs.get(rule + name)
    if (target === undefined || (rule === '' && name !== 'HEAD' && !name.startsWith('refs/'))) continue
    const id = name === 'HEAD' && target.startsWith('refs/') ? refs.get(target) : target
    return id === undefined ? undefined : peel(repository, id)
  }
  if (!isId) return undefined
  const candidates = [...objects.ids()].filter((id) => id.startsWith(name))
  const commits = new Set(candidates.flatMap((id) => peel(repository, id) ?? []))
  return commits.size === 1 ? [...commits][0] : undefined
}

/** Returns the names of branches, tags and remote-tracking branches. */
export function namesOfRefs({ refs }: MemoryRepository): readonly string[] {
  const names = [...refs.keys()].flatMap((ref) => /^refs\/(?:heads|tags|remotes)\/(.+)$/u.exec(ref)?.[1] ?? [])
  return [...new Set(names)].sort(comparePaths)
}

/** Returns the parents that exist. */
export function parentsOf(repository: MemoryRepository, commit: CommitId): readonly CommitId[] {
  if (repository.shallowEdge.has(commit)) return []
  return readCommit(repository.objects, commit)?.parents ?? []
}

function peel(repository: MemoryRepository, id: string): CommitId | undefined {
  const object = repository.objects.get(id)
  if (object?.type === 'commit') return id as CommitId
  const [, target] = (object?.type === 'tag' && /^object ([0-9a-f]+)/.exec(Buffer.from(object.bytes).toString())) || []
  return target === undefined ? undefined : peel(repository, target)
}
