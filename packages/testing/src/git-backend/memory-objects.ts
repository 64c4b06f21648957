import { createHash } from 'node:crypto'
import { decodeCommit, type Commit, type FileContent, type Signature, type TreeEntry } from '@chronicle/core/contracts'
import type { BlobId, CommitId, TreeId } from '@chronicle/schema'

/** Git objects by id, stored in the form that git hashes. */
export interface MemoryObjects {
  readonly objectFormat: 'sha1' | 'sha256'
  readonly ids: () => Iterable<string>
  readonly get: (id: string) => MemoryObject | undefined
  /** Stores an object and returns the id that git computes for it. */
  readonly put: (type: MemoryObject['type'], bytes: Uint8Array) => string
}

export interface MemoryObject {
  readonly type: 'commit' | 'tree' | 'blob' | 'tag'
  readonly bytes: Uint8Array
}

/** A file as an entry of a tree. */
export interface MemoryEntry {
  readonly kind: Exclude<TreeEntry['kind'], 'tree'>
  readonly id: string
}

export const EMPTY: Uint8Array = new Uint8Array()

const MODES = { tree: '40000', file: '100644', executable: '100755', symlink: '120000', submodule: '160000' } as const
const KINDS = new Map(Object.entries(MODES).map(([kind, mode]) => [mode as string, kind as TreeEntry['kind']]))

export function createMemoryObjects(objectFormat: 'sha1' | 'sha256'): MemoryObjects {
  const objects = new Map<string, MemoryObject>()
  return {
    objectFormat,
    ids: () => objects.keys(),
    get: (id) => objects.get(id),
    put(type, bytes) {
      const id = createHash(objectFormat).update(`${type} ${bytes.length}\0`).update(bytes).digest('hex')
      objects.set(id, { type, bytes })
      return id
    },
  }
}

/** Stores the tree of a set of files, including its folders. */
export function putTree(objects: MemoryObjects, files: ReadonlyMap<string, MemoryEntry>): TreeId {
  const entries: TreeEntry[] = []
  const folders = new Map<string, Map<string, MemoryEntry>>()
  for (const [path, entry] of files) {
    const slash = path.indexOf('/')
    if (slash < 0) {
      entries.push({ name: path, ...entry })
      continue
    }
    const name = path.slice(0, slash)
    const folder = folders.get(name) ?? new Map<string, MemoryEntry>()
    folders.set(name, folder.set(path.slice(slash + 1), entry))
  }
  for (const [name, folder] of folders) entries.push({ name, kind: 'tree', id: putTree(objects, folder) })
  const sortKey = ({ name, kind }: TreeEntry): Buffer => Buffer.from(kind === 'tree' ? `${name}/` : name)
  entries.sort((a, b) => Buffer.compare(sortKey(a), sortKey(b)))
  const parts = entries.flatMap(({ name, kind, id }) => [
    Buffer.from(`${MODES[kind]} ${name}\0`),
    Buffer.from(id, 'hex'),
  ])
  return objects.put('tree', Buffer.concat(parts)) as TreeId
}

export function readTree(objects: MemoryObjects, id: string): readonly TreeEntry[] | undefined {
  const object = objects.get(id)
  if (object?.type !== 'tree') return undefined
  const bytes = Buffer.from(object.bytes)
  const entries: TreeEntry[] = []
  for (let offset = 0; offset < bytes.length;) {
    const nul = bytes.indexOf(0, offset)
    const [mode = '', ...name] = bytes.toString('utf8', offset, nul).split(' ')
    const end = nul + 1 + id.length / 2
    entries.push({ name: name.join(' '), kind: KINDS.get(mode) ?? 'file', id: bytes.toString('hex', nul + 1, end) })
    offset = end
  }
  return entries
}

/** Returns all files below a tree, in the order of their paths. */
export function listTree(objects: MemoryObjects, id: string, prefix = ''): ReadonlyMap<string, MemoryEntry> {
  const files = new Map<string, MemoryEntry>()
  for (const { name, kind, id: entryId } of readTree(objects, id) ?? []) {
    if (kind !== 'tree') files.set(prefix + name, { kind, id: entryId })
    else for (const [path, entry] of listTree(objects, entryId, `${prefix}${name}/`)) files.set(path, entry)
  }
  return files
}

/** The fields of a commit. */
export interface MemoryCommitFields {
  readonly tree: TreeId
  readonly parents: readonly CommitId[]
  readonly author: Signature
  readonly committer: Signature
  readonly message: string
}

export function putCommit(objects: MemoryObjects, commit: MemoryCommitFields): CommitId {
  const lines = [
    `tree ${commit.tree}`,
    ...commit.parents.map((parent) => `parent ${parent}`),
    `author ${writeSignature(commit.author)}`,
    `committer ${writeSignature(commit.committer)}`,
  ]
  return objects.put('commit', Buffer.from(`${lines.join('\n')}\n\n${commit.message}`)) as CommitId
}

export function readCommit(objects: MemoryObjects, id: CommitId): Commit | undefined {
  const object = objects.get(id)
  if (object?.type !== 'commit') return undefined
  const text = decodeCommit(object.bytes)
  const end = text.indexOf('\n\n')
  const headers = text.slice(0, end).split('\n')
  const values = (name: string): string[] =>
    headers.filter((line) => line.startsWith(`${name} `)).map((line) => line.slice(name.length + 1))
  return {
    id,
    tree: values('tree')[0] as TreeId,
    parents: values('parent') as CommitId[],
    author: readSignature(values('author')[0] ?? ''),
    committer: readSignature(values('committer')[0] ?? ''),
    message: text.slice(end + 2),
  }
}

/** Reads the content of an entry. */
export function readEntry(objects: MemoryObjects, entry: MemoryEntry): FileContent {
  const id = entry.id as BlobId
  if (entry.kind === 'submodule') return { kind: 'submodule', id, bytes: EMPTY }
  const kind = entry.kind === 'symlink' ? 'symlink' : 'file'
  return { kind, id, bytes: objects.get(id)?.bytes ?? EMPTY }
}

function writeSignature({ name, email, time, zone }: Signature): string {
  const minutes = Math.abs(zone)
  const digits = `${Math.floor(minutes / 60)}`.padStart(2, '0') + `${minutes % 60}`.padStart(2, '0')
  return `${name} <${email}> ${time} ${zone < 0 ? '-' : '+'}${digits}`
}

function readSignature(line: string): Signature {
  const [, name = '', email = '', time, sign, hours, minutes] =
    /^(.*?) ?<([^>]*)> (\d+) ([+-])(\d{2})(\d{2})/.exec(line) ?? []
  const zone = Number(hours ?? 0) * 60 + Number(minutes ?? 0)
  return { name, email, time: Number(time ?? 0), zone: sign === '-' ? -zone : zone }
}
