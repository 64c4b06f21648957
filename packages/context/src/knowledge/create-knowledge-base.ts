import type { CallOptions, TreeState } from '@chronicle/core/contracts'
import { groupBy, type BlobId, type CommitId, type RepoPath, type ResultAsync } from '@chronicle/schema'
import type { ContextError } from '../context-error.ts'
import type { FileFacts } from '../facts/file-facts.ts'
import { GENERATED_TERM } from '../facts/count-terms.ts'
import { parseFacts, parseImports } from '../facts/stored-facts.ts'
import { attempt, valueOf } from '../failure.ts'
import type { ImportFacts } from '../imports/import-facts.ts'
import { createImportResolver } from '../imports/resolve/create-import-resolver.ts'
import { fileClass } from './file-class.ts'
import type { ResolveImport } from './resolve-import.ts'
import { knownAnnotations } from './known-annotations.ts'
import { indexCommits, MAX_COMMITS, type CommitFacts } from './index-commits.ts'
import { decode, factsKey, indexFiles, type FileIndexer } from './index-files.ts'
import type { IndexedFile } from './indexed-file.ts'
import { forgetFiles } from './forget-files.ts'
import { changedUnits } from './changed-units.ts'
import { statedKinds } from './linguist-attributes.ts'
import { listChanges, listCommit, type ListedFile } from './list-state.ts'
import type { KnowledgeSnapshot, FilePosting, KnownCommits } from './knowledge-snapshot.ts'

/** Knowledge of a repository, in any of its states. */
export interface KnowledgeBase {
  /** Brings the knowledge of a state up to date and returns it. Only contents that are not known yet are read. */
  at(state: TreeState, call?: CallOptions): ResultAsync<KnowledgeSnapshot, ContextError>
}

/** Makes a knowledge base over a store. */
export function createKnowledgeBase(seams: FileIndexer): KnowledgeBase {
  // A commit never changes; its snapshot is asked for again with the next task.
  const kept = new Map<string, Promise<KnowledgeSnapshot>>()
  // What these hold is asked for as long as somebody has them.
  const recent: Pick<KnowledgeSnapshot, 'files'>[] = []
  const make = async (state: TreeState, call: CallOptions): Promise<KnowledgeSnapshot> => {
    const made = await snapshotAt(seams, state, call)
    recent.push({ files: made.files })
    recent.splice(0, recent.length - MAX_RECENT)
    await forgetFiles(seams.store, recent, call)
    return made
  }
  const open = async (state: TreeState, call: CallOptions): Promise<KnowledgeSnapshot> => {
    if (typeof state !== 'object') return make(state, call)
    const name = [state.commit, ...(await notesTips(seams, call))].join(' ')
    // Whoever asked first may have given up; that is no answer for who asked next.
    const known = await kept.get(name)?.catch(() => undefined)
    if (known !== undefined) return known
    const made = make(state, call)
    kept.set(name, made)
    for (const oldest of [...kept.keys()].slice(0, -MAX_KEPT)) kept.delete(oldest)
    // What failed, or was aborted, is tried again.
    made.catch(() => kept.delete(name))
    return made
  }
  return { at: (state, call = {}) => attempt(async () => open(state, call)) }
}

async function notesTips({ git, notesRefs = [] }: FileIndexer, call: CallOptions): Promise<readonly string[]> {
  const tips: string[] = []
  for (const ref of notesRefs) tips.push((await valueOf(git.notesTip(ref, call))) ?? '')
  return tips
}

/** Snapshots of commits that are kept, the newest ones. */
const MAX_KEPT = 2
/** Snapshots whose files are never forgotten, the newest ones. */
const MAX_RECENT = 4

async function snapshotAt(seams: FileIndexer, state: TreeState, call: CallOptions): Promise<KnowledgeSnapshot> {
  const { git, ast, store } = seams
  const commit = typeof state === 'object' ? state.commit : await valueOf(git.resolve('HEAD', call))
  const committed = commit === undefined ? [] : await listCommit(git, commit, call)
  const { listed, texts } = typeof state === 'object' ? { listed: committed, texts: NO_TEXTS } : await overlay()

  async function overlay(): Promise<{ listed: readonly ListedFile[]; texts: ReadonlyMap<BlobId, Uint8Array> }> {
    const changes = await listChanges(git, commit, state as Exclude<TreeState, object>, committed, call)
    const kept = committed.filter(({ path }) => !changes.has(path))
    const changed = [...changes].flatMap(([path, content]) => (content === undefined ? [] : [{ path, ...content }]))
    const files = [...kept, ...changed].sort((a, b) => (a.path < b.path ? -1 : 1))
    return { listed: files, texts: new Map(changed.map(({ blob, bytes }) => [blob, bytes])) }
  }

  const keyed = listed.flatMap((file) => {
    const key = factsKey(ast, file)
    return key === undefined ? [] : [{ ...file, key }]
  })
  const keys = [...new Set(keyed.map(({ key }) => key))]
  const held = await valueOf(store.has('files', keys, call))
  const missing = new Map(keyed.filter(({ key }) => !held.has(key)).map((file) => [file.key, file]))
  if (missing.size > 0) await indexFiles(seams, [...missing.values()], texts, call)
  const lengths = await valueOf(store.lengths('files', keys, call))
  const marked = await valueOf(store.postings('files', [GENERATED_TERM], call))
  const generated = new Set((marked.get(GENERATED_TERM) ?? []).map(({ key }) => key))
  const attributes = listed.map(({ path }) => path).filter((path) => /(?:^|\/)\.gitattributes$/.test(path))
  const stated = statedKinds(attributes.length === 0 ? new Map() : await readTexts(attributes, call))
  const files = keyed.map(({ path, blob, key }): IndexedFile => ({
    ...{ path, blob, key },
    class: fileClass(path, stated(path) ?? (generated.has(key) ? 'generated' : undefined)),
    lengths: lengths.get(key) ?? [0, 0, 0],
  }))
  const byPath = new Map<string, IndexedFile>(files.map((file) => [file.path, file]))
  const byKey = groupBy(files, ({ key }) => key)
  const commits = await commitsOf(seams, commit, call)
  const keptFacts = new Map<string, FileFacts>()
  const keptImports = new Map<string, readonly ImportFacts[]>()
  let resolver: Promise<ResolveImport> | undefined
  return {
    commit,
    files,
    paths: listed.map(({ path }) => path),
    file: (path) => byPath.get(path),
    facts: (paths, later = {}) => attempt(async () => parsed(paths, parseFacts, keptFacts, later)),
    imports: (paths, later = {}) => attempt(async () => parsed(paths, parseImports, keptImports, later)),
    postings: (terms, later = {}) =>
      attempt(async () => {
        const found = await valueOf(store.postings('files', terms, later))
        const here = new Map<string, readonly FilePosting[]>()
        for (const [term, postings] of found) {
          const list: FilePosting[] = []
          for (const { key, counts } of postings) for (const file of byKey.get(key) ?? []) list.push({ file, counts })
          if (list.length > 0) here.set(term, list)
        }
        return here
      }),
    commits,
    annotations: await knownAnnotations(seams, seams.notesRefs ?? [], commits.isAncestor, call),
    texts: (paths, later = {}) => attempt(async () => readTexts(paths, later)),
    importResolver: (later = {}) =>
      attempt(async () => {
        const known = await resolver?.catch(() => undefined)
        return known ?? (resolver = makeResolver(later))
      }),
    store,
  }

  /** What is stored of some files, parsed; what was parsed before is kept. */
  async function parsed<T>(
    paths: readonly RepoPath[],
    parse: (stored: string) => T,
    known: Map<string, T>,
    later: CallOptions,
  ): Promise<ReadonlyMap<RepoPath, T>> {
    const wanted = paths.flatMap((path) => byPath.get(path) ?? [])
    const unknown = new Set(wanted.map(({ key }) => key).filter((key) => !known.has(key)))
    const values = await valueOf(store.read('files', [...unknown], later))
    const fresh = new Map([...values].map(([key, value]) => [key, parse(value)]))
    const found = wanted.flatMap(({ path, key }) => {
      const facts = known.get(key) ?? fresh.get(key)
      return facts === undefined ? [] : [[path, facts] as const]
    })
    for (const [key, facts] of fresh) known.set(key, facts)
    for (const oldest of [...known.keys()].slice(0, Math.max(0, known.size - MAX_PARSED))) known.delete(oldest)
    return new Map(found)
  }

  async function readTexts(
    paths: readonly RepoPath[],
    later: CallOptions = {},
  ): Promise<ReadonlyMap<RepoPath, string>> {
    const blobs = new Map(listed.map(({ path, blob }) => [path, blob]))
    const wanted = paths.flatMap((path) => blobs.get(path) ?? []).filter((blob) => !texts.has(blob))
    const read = await valueOf(git.readBlobs([...new Set(wanted)], later))
    return new Map(
      paths.flatMap((path) => {
        const blob = blobs.get(path)
        const bytes = blob === undefined ? undefined : (texts.get(blob) ?? read.get(blob))
        const text = bytes === undefined ? undefined : decode(bytes)
        return text === undefined ? [] : [[path, text] as const]
      }),
    )
  }

  async function makeResolver(later: CallOptions): Promise<ResolveImport> {
    const readText = async (path: RepoPath): Promise<string | undefined> => (await readTexts([path], later)).get(path)
    const made = await valueOf(createImportResolver({ paths: listed.map(({ path }) => path), readText }))
    return (from, statement) => made.resolve(from, statement)
  }
}

/** Files whose parsed facts are kept. */
const MAX_PARSED = 1_000

const NO_TEXTS: ReadonlyMap<BlobId, Uint8Array> = new Map()

async function commitsOf(seams: FileIndexer, from: CommitId | undefined, call: CallOptions): Promise<KnownCommits> {
  const { git, store } = seams
  const history = from === undefined || git.history === undefined ? [] : await valueOf(git.history({ from }, call))
  const ancestors = new Set<CommitId>(history.map(({ id }) => id))
  const ids = history
    .filter(({ parents }) => parents.length < 2)
    .slice(-MAX_COMMITS)
    .map(({ id }) => id)
  const held = await valueOf(store.has('commits', ids, call))
  const missing = ids.filter((id) => !held.has(id))
  if (missing.length > 0) await indexCommits(git, store, missing, call)
  const lengths = await valueOf(store.lengths('commits', ids, call))
  let total = 0
  let count = 0
  for (const [length = 0] of lengths.values()) {
    if (length === 0) continue
    count++
    total += length
  }
  return {
    count,
    isAncestor: (commit) => ancestors.has(commit),
    ids,
    averageLength: count === 0 ? 1 : total / count,
    lengthOf: (id) => lengths.get(id)?.[0] ?? 0,
    postings: (terms, later = {}) =>
      attempt(async () => {
        const found = await valueOf(store.postings('commits', terms, later))
        return new Map([...found].map(([term, list]) => [term, list.filter(({ key }) => lengths.has(key))]))
      }),
    changes: (wanted, facts, later = {}) => attempt(async () => changedUnits(git, wanted, facts, later)),
    read: (wanted, later = {}) =>
      attempt(async () => {
        const values = await valueOf(store.read('commits', wanted, later))
        return new Map([...values].map(([id, value]) => [id, JSON.parse(value) as CommitFacts]))
      }),
  }
}
