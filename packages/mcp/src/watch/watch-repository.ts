import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { acknowledgementsRef, correctionsRef, DEFAULT_NOTES_REF, type NotesRef } from '@chronicle/schema'
import type { RepositoryInfo } from '@chronicle/core/contracts'
import type { ServedRepository } from '../served-repository.ts'
import { rememberQuestions } from './remember-questions.ts'
import { watchFiles } from './watch-files.ts'

/** The repository to watch. */
export interface WatchOptions {
  /** An open repository. Watching does not close it. */
  readonly chronicle: ServedRepository
  /** The notes refs that the repository was opened with. Default `refs/notes/chronicle`. */
  readonly notesRefs?: readonly NotesRef[] | undefined
}

/** Follows a repository until it is closed. */
export interface RepositoryWatch {
  /** The same repository, to be served: its queries decide what is kept in the cache. */
  readonly chronicle: ServedRepository
  /**
   * Registers a listener that is called each time notes, corrections or acknowledgements change. Returns a function
   * that removes it.
   */
  onNotesChanged(listener: () => void): () => void
  /** Stops watching. Resolves when nothing is running any more. */
  close(): Promise<void>
}

/**
 * Follows the changes of a repository. When `HEAD`, the notes or a queried file change, it repeats the latest queries
 * in the background, so that the next query need not wait for blame, outlines and the index. Answers do not depend on
 * this: every query checks the repository itself. Nothing is watched if the git backend does not report where git keeps
 * its files.
 */
export function watchRepository({ chronicle, notesRefs = [DEFAULT_NOTES_REF] }: WatchOptions): RepositoryWatch {
  const { git } = chronicle
  const refs = notesRefs.flatMap((ref) => [ref, correctionsRef(ref), acknowledgementsRef(ref)])
  const listeners = new Set<() => void>()
  const stop = new AbortController()
  const call = { signal: stop.signal }
  const questions = rememberQuestions(chronicle, () => follow())
  let waiting = new Set<string>()
  let working: Promise<void> | undefined
  const files = watchFiles((changed) => {
    for (const path of changed) waiting.add(path)
    working ??= catchUp().finally(() => (working = undefined))
  })
  let info: RepositoryInfo | undefined
  let head: string | undefined
  let notes: string | undefined
  const started = start()

  async function start(): Promise<void> {
    const described = await git.describe(call)
    info = described.unwrapOr(undefined)
    follow()
    await checkForChanges()
  }

  function follow(): void {
    if (info === undefined || stop.signal.aborted) return
    const { worktreeDir } = info
    const asked = worktreeDir === undefined ? [] : questions.files().map((file) => join(worktreeDir, file))
    files.follow([...gitFiles(info, refs), ...asked])
  }

  /** Returns whether `HEAD` or the notes have moved since the last check. */
  async function checkForChanges(): Promise<boolean> {
    const [at, ...tips] = await Promise.all([git.resolve('HEAD', call), ...refs.map((ref) => git.notesTip(ref, call))])
    // A ref is being written, or is gone: the next query reports that.
    if (at.isErr() || tips.some((tip) => tip.isErr())) return false
    const before = { head, notes }
    head = at.value
    notes = tips.map((tip) => tip.unwrapOr(undefined)).join(' ')
    if (before.notes !== undefined && before.notes !== notes) for (const listener of listeners) listener()
    return before.head !== head || before.notes !== notes
  }

  async function catchUp(): Promise<void> {
    await started
    while (waiting.size > 0 && !stop.signal.aborted) {
      const changed = waiting
      waiting = new Set()
      const moved = await checkForChanges()
      follow()
      const top = info?.worktreeDir ?? ''
      await questions.askAgain(moved ? undefined : (file) => changed.has(join(top, file)), call)
    }
  }

  return {
    chronicle: questions.chronicle,
    onNotesChanged(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    async close() {
      stop.abort()
      files.close()
      await Promise.all([started, working])
    },
  }
}

/** Returns the files that git writes when `HEAD` or one of these refs moves, in either ref format. */
function gitFiles({ gitDir, commonDir }: RepositoryInfo, refs: readonly string[]): readonly string[] {
  if (gitDir === undefined || commonDir === undefined) return []
  const own = ['HEAD', 'logs/HEAD', 'reftable/tables.list'].map((name) => join(gitDir, name))
  const branch = branchOf(join(gitDir, 'HEAD'))
  const shared = ['packed-refs', 'reftable/tables.list', ...refs, ...branch].map((name) => join(commonDir, name))
  return [...new Set([...own, ...shared])]
}

/** Returns the branch ref of `HEAD`, or nothing if `HEAD` is detached. */
function branchOf(path: string): readonly string[] {
  try {
    return /^ref: (refs\/\S+)/u.exec(readFileSync(path, 'utf8'))?.slice(1) ?? []
  } catch {
    // The repository is gone.
    return []
  }
}
