import {
  createRecentMap,
  createSingleFlight,
  namedStage,
  type CallOptions,
  type GitBackend,
  type GitError,
  type RecentMap,
  type TreeState,
} from '@chronicle/core/contracts'
import {
  comparePaths,
  err,
  groupBy,
  ok,
  safeTry,
  type BlobId,
  type CommitId,
  type RepoPath,
  type ResultAsync,
} from '@chronicle/schema'
import type { ContextError } from '../context-error.ts'
import type { FileFacts } from '../facts/file-facts.ts'
import { GENERATED_TERM } from '../facts/count-terms.ts'
import { parseFacts, parseImports } from '../facts/stored-facts.ts'
import { catchDefectsOf } from '../failure.ts'
import type { ImportFacts } from '../imports/import-facts.ts'
import { createImportResolver } from '../imports/resolve/create-import-resolver.ts'
import { storeUnusableError } from '../store/knowledge-failure.ts'
import { fileClass } from './file-class.ts'
import type { ResolveImport } from './resolve-import.ts'
import { knownAnnotations } from './known-annotations.ts'
import { indexCommits, MAX_COMMITS, type CommitFacts } from './index-commits.ts'
import { decode, factsKeys, indexFiles, type FileIndexer } from './index-files.ts'
import type { IndexedFile } from './indexed-file.ts'
import { forgetFiles } from './forget-files.ts'
import { changedUnits, type ChangedUnits } from './changed-units.ts'
import { statedKinds } from './linguist-attributes.ts'
import { listChanges, listCommit, type ListedFile } from './list-state.ts'
import type { KnowledgeSnapshot, FilePosting, KnownCommits } from './knowledge-snapshot.ts'

/** An index of a repository, in any of its states. */
export interface KnowledgeBase {
  /** Updates the index for a state and returns its snapshot. Reads only contents that are not indexed yet. */
  at(state: TreeState, call?: CallOptions): ResultAsync<KnowledgeSnapshot, ContextError>
}

/** Creates a knowledge base on top of a store. */
export function createKnowledgeBase(given: FileIndexer): KnowledgeBase {
  const { ast, git, notesRefs, store } = given
  const seams: FileIndexer = { ast: namedStage('parser', ast), git, notesRefs, store }
  // A commit never changes, so the next task can reuse its snapshot.
  const cachedSnapshots = createRecentMap<string, KnowledgeSnapshot>(MAX_KEPT)
  const share = createSingleFlight<KnowledgeSnapshot, ContextError>()
  // Callers may still hold these snapshots, so the store keeps their files.
  const recent: Pick<KnowledgeSnapshot, 'files'>[] = []

  function make(state: ListedState, call: CallOptions): ResultAsync<KnowledgeSnapshot, ContextError> {
    return catchDefectsOf(async function* () {
      const made = yield* snapshotOf(seams, state, call)
      recent.push({ files: made.files })
      recent.splice(0, recent.length - MAX_RECENT)
      yield* forgetFiles(seams.store, recent, call)
      return ok(made)
    })
  }

  function createAndCache(
    name: string,
    commit: CommitId,
    call: CallOptions,
  ): ResultAsync<KnowledgeSnapshot, ContextError> {
    return listState(seams.git, { commit }, call)
      .andThen((listed) => make(listed, call))
      .andTee((made) => cachedSnapshots.set(name, made))
  }

  return {
    at: (state, call = {}) =>
      catchDefectsOf(async function* () {
        const { shallowEdge = [] } = yield* seams.git.describe(call)
        const known = [yield* notesTips(seams, call), [...shallowEdge]]
        if (typeof state === 'object') {
          const name = JSON.stringify([state.commit, known])
          const snapshot = cachedSnapshots.get(name)
          return snapshot === undefined
            ? share(name, call, (all) => createAndCache(name, state.commit, all))
            : ok(snapshot)
        }
        // Files may change at any time, so every call lists them. Concurrent calls over the same files share one
        // snapshot.
        const listed = yield* listState(seams.git, state, call)
        const name = JSON.stringify([listed.commit, known, listed.changed])
        return share(name, call, (all) => make(listed, all))
      }),
  }
}

function notesTips({ git, notesRefs = [] }: FileIndexer, call: CallOptions): ResultAsync<readonly string[], GitError> {
  return safeTry(async function* () {
    const tips: string[] = []
    for (const ref of notesRefs) tips.push((yield* git.notesTip(ref, call)) ?? '')
    return ok(tips)
  })
}

/** Maximum number of snapshots of commits in the cache. */
const MAX_KEPT = 2
/** Number of newest snapshots whose files are never removed from the store. */
const MAX_RECENT = 4

function snapshotOf(
  seams: FileIndexer,
  { commit, listed, texts }: ListedState,
  call: CallOptions,
): ResultAsync<KnowledgeSnapshot, ContextError> {
  const { git, ast, store } = seams
  return safeTry(async function* () {
    const keyOf = factsKeys(ast)
    const keyed = listed.flatMap((file) => {
      const key = keyOf(file)
      return key === undefined ? [] : [{ ...file, key }]
    })
    const keys = [...new Set(keyed.map(({ key }) => key))]
    const held = yield* store.has('files', keys, call)
    const missing = new Map(keyed.filter(({ key }) => !held.has(key)).map((file) => [file.key, file]))
    if (missing.size > 0) yield* indexFiles(seams, [...missing.values()], texts, call)
    const lengths = yield* store.lengths('files', keys, call)
    const marked = yield* store.postings('files', [GENERATED_TERM], call)
    const generated = new Set((marked.get(GENERATED_TERM) ?? []).map(({ key }) => key))
    const attributes = listed.map(({ path }) => path).filter((path) => /(?:^|\/)\.gitattributes$/.test(path))
    const stated = statedKinds(attributes.length === 0 ? new Map() : yield* readTexts(attributes, call))
    const files = keyed.map(({ path, blob, key }): IndexedFile => ({
      ...{ path, blob, key },
      class: fileClass(path, stated(path) ?? (generated.has(key) ? 'generated' : undefined)),
      lengths: lengths.get(key) ?? [0, 0, 0],
    }))
    const byPath = new Map<string, IndexedFile>(files.map((file) => [file.path, file]))
    const byKey = groupBy(files, ({ key }) => key)
    const commits = yield* commitsOf(seams, commit, call)
    const keptFacts = createRecentMap<string, FileFacts>(MAX_PARSED)
    const keptImports = createRecentMap<string, readonly ImportFacts[]>(MAX_PARSED)
    let resolver: ReturnType<KnowledgeSnapshot['importResolver']> | undefined
    return ok({
      commit,
      files,
      paths: listed.map(({ path }) => path),
      file: (path) => byPath.get(path),
      facts: (paths, callOptions) => readParsed(paths, parseFacts, keptFacts, callOptions),
      imports: (paths, callOptions) => readParsed(paths, parseImports, keptImports, callOptions),
      postings: (terms, callOptions = {}) =>
        catchDefectsOf(async function* () {
          yield* restoreLost(files, callOptions)
          const found = yield* store.postings('files', terms, callOptions)
          const here = new Map<string, readonly FilePosting[]>()
          for (const [term, postings] of found) {
            const list: FilePosting[] = []
            for (const { key, counts } of postings) for (const file of byKey.get(key) ?? []) list.push({ file, counts })
            if (list.length > 0) here.set(term, list)
          }
          return ok(here)
        }),
      commits,
      annotations: yield* knownAnnotations(seams, seams.notesRefs ?? [], commits.isAncestor, call),
      texts: readTexts,
      importResolver: (callOptions = {}) =>
        catchDefectsOf(async function* () {
          const known = await resolver
          return known?.isOk() === true ? known : (resolver = makeResolver(callOptions))
        }),
      store,
    })

    /**
     * Indexes those of the files again that another process has removed from the store since. It forgets contents that
     * it does not use itself, and cannot know what this process uses.
     */
    function restoreLost(needed: readonly IndexedFile[], callOptions: CallOptions): ResultAsync<void, ContextError> {
      return safeTry(async function* () {
        const stored = yield* store.has('files', [...new Set(needed.map(({ key }) => key))], callOptions)
        const lost = new Map(needed.filter(({ key }) => !stored.has(key)).map((file) => [file.key, file]))
        return lost.size === 0 ? ok() : indexFiles(seams, [...lost.values()], texts, callOptions)
      })
    }

    /** Returns the stored values of the given keys, which belong to some of the files. */
    function readValues(
      wanted: ReadonlySet<string>,
      owners: readonly IndexedFile[],
      callOptions: CallOptions,
    ): ResultAsync<ReadonlyMap<string, string>, ContextError> {
      return safeTry(async function* () {
        const values = yield* store.read('files', [...wanted], callOptions)
        if (values.size === wanted.size) return ok(values)
        yield* restoreLost(owners, callOptions)
        const restored = yield* store.read('files', [...wanted], callOptions)
        if (restored.size === wanted.size) return ok(restored)
        return err(storeUnusableError(new Error('what was just stored is not there: does another process remove it?')))
      })
    }

    /** Returns the parsed values of the given files. They are cached. */
    function readParsed<T>(
      paths: readonly RepoPath[],
      parse: (stored: string) => T,
      known: RecentMap<string, T>,
      callOptions: CallOptions = {},
    ): ResultAsync<ReadonlyMap<RepoPath, T>, ContextError> {
      return catchDefectsOf(async function* () {
        const wanted = paths.flatMap((path) => byPath.get(path) ?? [])
        const cached = new Map(wanted.map(({ key }) => [key, known.get(key)]))
        const unknown = new Set([...cached].flatMap(([key, facts]) => (facts === undefined ? [key] : [])))
        const values = yield* readValues(unknown, wanted, callOptions)
        const fresh = new Map([...values].map(([key, value]) => [key, parse(value)]))
        const found = wanted.flatMap(({ path, key }) => {
          const facts = cached.get(key) ?? fresh.get(key)
          return facts === undefined ? [] : [[path, facts] as const]
        })
        for (const [key, facts] of fresh) known.set(key, facts)
        return ok(new Map(found))
      })
    }

    function readTexts(
      paths: readonly RepoPath[],
      callOptions: CallOptions = {},
    ): ResultAsync<ReadonlyMap<RepoPath, string>, ContextError> {
      return catchDefectsOf(async function* () {
        const blobs = new Map(listed.map(({ path, blob }) => [path, blob]))
        const wanted = paths.flatMap((path) => blobs.get(path) ?? []).filter((blob) => !texts.has(blob))
        const read = yield* git.readBlobs([...new Set(wanted)], callOptions)
        return ok(
          new Map(
            paths.flatMap((path) => {
              const blob = blobs.get(path)
              const bytes = blob === undefined ? undefined : (texts.get(blob) ?? read.get(blob))
              const text = bytes === undefined ? undefined : decode(bytes)
              return text === undefined ? [] : [[path, text] as const]
            }),
          ),
        )
      })
    }

    function makeResolver(callOptions: CallOptions): ResultAsync<ResolveImport, ContextError> {
      return createImportResolver({
        paths: listed.map(({ path }) => path),
        readText: (path) => readTexts([path], callOptions).map((texts) => texts.get(path)),
      }).map(({ resolve }) => resolve)
    }
  })
}

/** The files of a state. */
interface ListedState {
  /** The commit of the state, or the commit that its files are compared with. Absent if nothing is committed yet. */
  readonly commit: CommitId | undefined
  readonly listed: readonly ListedFile[]
  /** Files that differ from the commit. A deleted file has no blob. */
  readonly changed: readonly (readonly [path: RepoPath, blob?: BlobId])[]
  /** Contents that are not git objects. */
  readonly texts: ReadonlyMap<BlobId, Uint8Array>
}

function listState(git: GitBackend, state: TreeState, call: CallOptions): ResultAsync<ListedState, GitError> {
  return safeTry(async function* () {
    const commit = typeof state === 'object' ? state.commit : yield* git.resolve('HEAD', call)
    const committed = commit === undefined ? [] : yield* listCommit(git, commit, call)
    if (typeof state === 'object') return ok({ commit, listed: committed, changed: [], texts: new Map() })
    const changes = yield* listChanges(git, commit, state, committed, call)
    const cachedSnapshots = committed.filter(({ path }) => !changes.has(path))
    const present = [...changes].flatMap(([path, content]) => (content === undefined ? [] : [{ path, ...content }]))
    const listed = [...cachedSnapshots, ...present].sort((a, b) => comparePaths(a.path, b.path))
    return ok({
      ...{ commit, listed },
      changed: [...changes].map(([path, content]) => (content === undefined ? [path] : [path, content.blob])),
      texts: new Map(present.map(({ blob, bytes }) => [blob, bytes])),
    })
  })
}

/** Maximum number of files whose parsed facts are cached. */
const MAX_PARSED = 1_000

function commitsOf(
  { git, store }: FileIndexer,
  from: CommitId | undefined,
  call: CallOptions,
): ResultAsync<KnownCommits, ContextError> {
  return safeTry(async function* () {
    const history = from === undefined || git.history === undefined ? [] : yield* git.history({ from }, call)
    const ancestors = new Set<CommitId>(history.map(({ id }) => id))
    // At the edge of a shallow clone the parents are cut off, so the changes of a commit are unknown, even if they were
    // indexed earlier.
    const { shallowEdge } = yield* git.describe(call)
    const ids = history
      .filter(({ id, parents }) => parents.length < 2 && shallowEdge?.has(id) !== true)
      .slice(-MAX_COMMITS)
      .map(({ id }) => id)
    const held = yield* store.has('commits', ids, call)
    const missing = ids.filter((id) => !held.has(id))
    if (missing.length > 0) yield* indexCommits(git, store, missing, call)
    const lengths = yield* store.lengths('commits', ids, call)
    let total = 0
    let count = 0
    for (const [length = 0] of lengths.values()) {
      if (length === 0) continue
      count++
      total += length
    }
    const share = createSingleFlight<ReadonlyMap<string, readonly ChangedUnits[]>, ContextError>()
    return ok({
      count,
      isAncestor: (commit) => ancestors.has(commit),
      ids,
      averageLength: count === 0 ? 1 : total / count,
      lengthOf: (id) => lengths.get(id)?.[0] ?? 0,
      postings: (terms, callOptions = {}) =>
        catchDefectsOf(async function* () {
          const found = yield* store.postings('commits', terms, callOptions)
          return ok(new Map([...found].map(([term, list]) => [term, list.filter(({ key }) => lengths.has(key))])))
        }),
      changes: (wanted, facts, callOptions = {}) =>
        share(JSON.stringify([wanted, [...facts.keys()]]), callOptions, (all) =>
          catchDefectsOf(async function* () {
            return ok(yield* changedUnits(git, wanted, facts, all))
          }),
        ),
      read: (wanted, callOptions = {}) =>
        catchDefectsOf(async function* () {
          const values = yield* store.read('commits', wanted, callOptions)
          return ok(new Map([...values].map(([id, value]) => [id, JSON.parse(value) as CommitFacts])))
        }),
    })
  })
}
