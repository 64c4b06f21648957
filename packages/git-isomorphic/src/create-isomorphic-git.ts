import {
  closedError,
  requireArguments,
  valuesByKey,
  type CallOptions,
  type GitBackend,
  type GitError,
  type NotesTip,
  type RepositoryInfo,
} from '@chronicle/core/contracts'
import {
  isRefName,
  omitUndefined,
  type BlobId,
  type CommitId,
  type NotesRef,
  type ResultAsync,
} from '@chronicle/schema'
import { attempt, BackendFailure } from './backend-failure.ts'
import { parseConfig, type ConfigEntry } from './config.ts'
import { readText, type FileSystem } from './file-system.ts'
import { listFiles, readFile } from './files.ts'
import { identityOf, type Identity } from './identity.ts'
import { readLog } from './log.ts'
import { diffNotesTrees, listNotesTree, readNotesRoot } from './notes/list-notes.ts'
import { writeNotes } from './notes/write-notes.ts'
import { createObjectFiles } from './object-files.ts'
import { ObjectStore } from './object-store.ts'
import { findRepository, type OpenRepository } from './open-repository.ts'
import type { Repository } from './repository.ts'
import { parseTree } from './parse-objects.ts'
import { readCommits } from './read-commits.ts'
import { readRef, readRefNames } from './refs.ts'
import { readMergeHeads, resolveRevision } from './resolve-revision.ts'

/** Options for opening a repository without a git program. */
export interface IsomorphicGitOptions {
  /** `node:fs`, `memfs`, or anything else with the same promise API. */
  readonly fs: FileSystem
  /** Absolute path of a folder of the working tree (its top or below), or of a bare repository. */
  readonly dir: string
  /** Location of the repository, instead of searching for it. `dir` is then the top of the working tree. */
  readonly gitdir?: string | undefined
  /** Cache that isomorphic-git keeps parsed packs in. Share one object among backends of one repository. */
  readonly cache?: object | undefined
  /** Author of written notes. Default: `user.name` and `user.email` of the configuration. */
  readonly author?: Identity | undefined
  /**
   * Further configuration files, such as the user's own. Later ones take precedence; the repository's own takes
   * precedence over all.
   */
  readonly configFiles?: readonly string[] | undefined
  /** Returns the time for written notes, in milliseconds since the epoch. Default: the clock of the file system. */
  readonly now?: (() => number) | undefined
}

const OPTION_KINDS = { fs: 'object', dir: 'text', gitdir: 'text?', author: 'object?', configFiles: 'texts?' } as const

/**
 * Creates a backend that uses isomorphic-git and an injected file system: no git program, no processes. It has no blame
 * and no file history; `withBlame` of `@chronicle/blame` derives them. Revisions are names and ids, not expressions.
 * Linked worktrees, alternates, sha256 repositories and reftables fail with the error `unsupported`. Nothing is thrown:
 * with an invalid option, every call fails with an error that says so.
 */
export function createIsomorphicGit(given: IsomorphicGitOptions): GitBackend {
  const checked = requireArguments(given, OPTION_KINDS, 'not_a_repository')
  const options: Partial<IsomorphicGitOptions> = checked.unwrapOr({})
  let opener = checked.match(createOpener, refuseToOpen)
  const call = <T>(
    task: string,
    callOptions: CallOptions | undefined,
    body: (opened: OpenRepository) => Promise<T>,
  ): ResultAsync<T, GitError> => attempt(task, callOptions, async () => body(await opener.open(callOptions)))
  const readSettings = async ({ fs, repository }: OpenRepository): Promise<readonly ConfigEntry[]> => {
    const files = [...(options.configFiles ?? []), `${repository.gitdir}/config`]
    const texts = await Promise.all(files.map((file) => readText(fs, file)))
    return texts.flatMap((text) => parseConfig(text ?? ''))
  }

  return {
    name: 'git-isomorphic',
    supports: {
      blame: false,
      history: false,
      revisions: false,
      writeNotes: true,
      diffNotes: true,
      sharing: false,
      diff: false,
      changesOf: false,
      rewrites: false,
      worktree: true,
      index: true,
      revisionExpressions: false,
      linkedWorktrees: false,
      objectFormats: ['sha1'],
    },
    describe: (callOptions) =>
      attempt('describe the repository', callOptions, async () =>
        describeRepository((await opener.openAgain()).repository),
      ),
    resolve: (revision, callOptions) =>
      call(`resolve ${revision}`, callOptions, (opened) => resolveRevision(opened, revision)),
    refNames: (callOptions) =>
      call('list branches and tags', callOptions, ({ fs, repository }) => readRefNames(fs, repository.gitdir)),
    mergeHeads: (callOptions) => call('read what is being merged', callOptions, readMergeHeads),
    readCommits: (ids, callOptions) => call('read commits', callOptions, (opened) => readCommits(opened, ids)),
    readTrees: (ids, callOptions) =>
      call('read trees', callOptions, ({ objects }) => objects.readAll(ids, 'tree', parseTree)),
    readBlobs: (ids, callOptions) =>
      call('read blobs', callOptions, ({ objects }) => objects.readAll(ids, 'blob', (bytes) => bytes)),
    readFile: (at, path, callOptions) => call(`read ${path}`, callOptions, (opened) => readFile(opened, at, path)),
    listFiles: (at, under, callOptions) => call('list files', callOptions, (opened) => listFiles(opened, at, under)),
    notesTip: (ref, callOptions) => call(`read ${ref}`, callOptions, (opened) => readNotesTip(opened, ref)),
    listNotes: (ref, callOptions) =>
      call(`list the notes of ${ref}`, callOptions, async (opened) => {
        const tip = await readNotesTip(opened, ref)
        if (tip === undefined) return { tip, notes: new Map<CommitId, readonly BlobId[]>() }
        const root = await readNotesRoot(opened.objects, tip)
        return { tip, notes: await listNotesTree(opened.objects, root) }
      }),
    diffNotes: (from, to, callOptions) =>
      call('compare notes', callOptions, async ({ objects }) =>
        diffNotesTrees(objects, await readNotesRoot(objects, from), await readNotesRoot(objects, to)),
      ),
    writeNotes: (ref, expected, notes, callOptions) =>
      call(`write notes to ${ref}`, callOptions, async (opened) => {
        const identity = async (): Promise<Identity> => options.author ?? identityOf(await readSettings(opened))
        const time = options.now && Math.floor(options.now() / 1000)
        return writeNotes(opened, { ref, expected, notes, identity, time }, callOptions)
      }),
    identity: (callOptions) =>
      call(
        'find out who you are',
        callOptions,
        async (opened) => options.author ?? identityOf(await readSettings(opened)),
      ),
    log: (request, callOptions) => readLog(() => opener.open(), request, callOptions),
    readConfig: (section, callOptions) =>
      call('read the configuration', callOptions, async (opened) => {
        const name = section.toLowerCase()
        const entries = (await readSettings(opened)).filter((entry) => entry.section === name)
        return valuesByKey(
          entries.map(({ subsection, key, value }) => [subsection === undefined ? key : `${subsection}.${key}`, value]),
        )
      }),
    close: async () => {
      opener = refuseToOpen(closedError('git-isomorphic'))
    },
  }
}

/** Opens a repository on first use. Failures are not cached, because the repository may be created later. */
interface Opener {
  open(call?: CallOptions): Promise<OpenRepository>
  /** Checks again what can change: whether the repository exists, and where a shallow history ends. */
  openAgain(): Promise<OpenRepository>
}

function createOpener(options: IsomorphicGitOptions): Opener {
  const { fs, cache = {} } = options
  let opening: Promise<OpenRepository> | undefined
  const find = async (before?: OpenRepository): Promise<OpenRepository> => {
    const repository = await findRepository(options)
    const { gitdir, partial } = repository
    const isSame = before?.repository.gitdir === gitdir && before.repository.partial === partial
    const objects = isSame ? before.objects : new ObjectStore(repository, createObjectFiles(fs, gitdir), cache)
    return { fs, repository, objects }
  }
  const opened = async (started: Promise<OpenRepository>): Promise<OpenRepository> => {
    opening = started
    try {
      return await started
    } catch (failure) {
      if (opening === started) opening = undefined
      throw failure
    }
  }
  return {
    async open(call) {
      const now = await opened(opening ?? find())
      return { ...now, objects: now.objects.during(call) }
    },
    openAgain: async () => opened(find(await opening?.catch(() => undefined))),
  }
}

/** Returns an opener that always fails, because the options do not say where to look. */
function refuseToOpen({ code, message }: GitError): Opener {
  const refuse = (): Promise<never> => Promise.reject(new BackendFailure(code, message))
  return { open: refuse, openAgain: refuse }
}

function describeRepository({ gitdir, worktreeDir, prefix, edges }: Repository): RepositoryInfo {
  return {
    objectFormat: 'sha1',
    bare: worktreeDir === undefined,
    shallow: edges.size > 0,
    ...(edges.size > 0 && { shallowEdge: edges }),
    ...omitUndefined({ worktreeDir }),
    gitDir: gitdir,
    commonDir: gitdir,
    chronicleDir: `${gitdir}/chronicle`,
    prefix,
  }
}

async function readNotesTip({ fs, repository }: OpenRepository, ref: NotesRef): Promise<NotesTip | undefined> {
  if (!isRefName(ref) || !ref.startsWith('refs/')) return undefined
  return (await readRef(fs, repository.gitdir, ref)) as NotesTip | undefined
}
