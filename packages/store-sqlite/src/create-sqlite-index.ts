import { setTimeout as sleep } from 'node:timers/promises'
import {
  codedError,
  createQueue,
  type AnnotationIndex,
  type AnnotationView,
  type CallOptions,
  type GitBackend,
  type IndexError,
} from '@chronicle/core/contracts'
import { findArrived, readNotesTips, sameTips } from '@chronicle/core/index-notes'
import {
  DEFAULT_NOTES_REF,
  err,
  ok,
  okAsync,
  ResultAsync,
  safeTry,
  type Diagnostic,
  type NotesRef,
} from '@chronicle/schema'
import { advanceIndex } from './advance-index.ts'
import type { DatabaseFile } from './database-file.ts'
import { findIndexPlace, openIndexFile, readState } from './index-file.ts'
import { missingCommits } from './note-rows.ts'
import type { DatabasePlace } from './numbered-files.ts'
import { failureOf, messageOf } from './sqlite-failure.ts'
import { isSqliteAvailable } from './sqlite-module.ts'
import { createSqliteView } from './sqlite-view.ts'

/** The options of `createSqliteIndex`. */
export interface SqliteIndexOptions {
  readonly git: GitBackend
  /** The refs to read, whose notes are combined. Default `refs/notes/chronicle`. */
  readonly refs?: readonly NotesRef[] | undefined
  /**
   * The folder of the index, or a function that finds it on first use. If the function returns `undefined`, the index
   * is in memory. Default: `chronicle` in the git directory.
   */
  readonly dir?: string | (() => Promise<string | undefined>) | undefined
}

/** An annotation index that keeps a file open. */
export interface SqliteIndex extends AnnotationIndex {
  /** Closes the file. Views of this index then fail. A later `refresh` opens the file again. */
  close(): void
}

/** Maximum number of attempts to open a busy or damaged file, before the index is built in memory. */
const MAX_ATTEMPTS = 20

/**
 * Creates an annotation index in an SQLite file. Each update applies the difference between two notes trees in one
 * transaction. Needs `isSqliteAvailable()`; without it every refresh fails with `index_failed`.
 */
export function createSqliteIndex({ git, refs = [DEFAULT_NOTES_REF], dir }: SqliteIndexOptions): SqliteIndex {
  let file: DatabaseFile | undefined
  /** The reasons, in words, why the index is in memory or was rebuilt. */
  let inMemory: string | undefined
  let rebuilt: string | undefined
  let place: DatabasePlace | undefined
  let damaged: number | undefined
  /** Absent until the folder, or that there is none, was found. */
  let folder: { readonly path: string | undefined } | undefined
  const queue = createQueue()

  function findFolder(options?: CallOptions): ResultAsync<string | undefined, IndexError> {
    if (typeof dir === 'string') return okAsync(dir)
    if (dir === undefined) return git.describe(options).map(({ chronicleDir }) => chronicleDir)
    return ResultAsync.fromPromise(dir(), (cause) => {
      const message = `The folder of the annotation index could not be found: ${messageOf(cause)}.`
      return codedError('index_failed', message, { cause })
    })
  }

  function openFile(): DatabaseFile {
    if (file !== undefined && !file.closed) return file
    const found = inMemory === undefined ? folder?.path : undefined
    place = found === undefined ? undefined : findIndexPlace(found, refs, damaged)
    return (file = openIndexFile(place, refs))
  }

  /** Reacts to a failure so that the next `openFile` may succeed. */
  function recoverFrom(error: unknown, attempt: number): void {
    const failure = failureOf(error)
    if (failure === 'busy' && attempt < MAX_ATTEMPTS) return
    file?.close()
    file = undefined
    if (failure === 'damaged' && attempt < MAX_ATTEMPTS / 2) {
      rebuilt = messageOf(error)
      damaged = place?.number
    } else {
      inMemory = messageOf(error)
    }
  }

  function viewFailed(of: DatabaseFile, error: unknown): IndexError {
    if (!of.closed && of === file && failureOf(error) === 'damaged') recoverFrom(error, 1)
    const message = `The annotation index could not be read: ${messageOf(error)}. Ask again: missing parts are rebuilt.`
    return codedError('index_failed', message, { cause: error })
  }

  function refresh(options?: CallOptions): ResultAsync<AnnotationView, IndexError> {
    return safeTry(async function* () {
      if (!isSqliteAvailable()) return err(unavailable())
      const tips = yield* readNotesTips(git, refs, options)
      folder ??= { path: yield* findFolder(options) }
      for (let attempt = 1; ; attempt++) {
        try {
          const opened = openFile()
          const isCurrent = sameTips(readState(opened).tips, tips)
          if (!isCurrent || (yield* findArrived(git, missingCommits(opened), options)).length > 0) {
            yield* advanceIndex(git, refs, opened, options)
          }
          return ok(viewOf(opened))
        } catch (error) {
          if (inMemory !== undefined && failureOf(error) !== 'busy') {
            const message = `The annotation index could not be made: ${messageOf(error)}.`
            return err(codedError('index_failed', message, { cause: error }))
          }
          recoverFrom(error, attempt)
          if (failureOf(error) === 'busy') await sleep(attempt * 5)
        }
      }
    })
  }

  function viewOf(opened: DatabaseFile): AnnotationView {
    const diagnostics: Diagnostic[] = []
    if (inMemory !== undefined) diagnostics.push(inMemoryNotice(inMemory))
    else if (rebuilt !== undefined) diagnostics.push(rebuiltNotice(rebuilt))
    rebuilt = undefined
    return createSqliteView(opened, readState(opened), diagnostics, (error) => viewFailed(opened, error))
  }

  return {
    name: 'sqlite',
    refresh: (options = {}) => queue(options, () => refresh(options)),
    close() {
      file?.close()
      file = undefined
    },
  }
}

function unavailable(): IndexError {
  const message = `Node ${process.version} has no node:sqlite. Use createNotesIndex, or Node 22.13 or newer.`
  return codedError('index_failed', message)
}

function inMemoryNotice(reason: string): Diagnostic {
  const message = `The annotation index cannot be kept on disk (${reason}); it was made in memory.`
  return { code: 'index_in_memory', severity: 'warning', message }
}

function rebuiltNotice(reason: string): Diagnostic {
  const message = `The annotation index was damaged (${reason}) and was built anew from the notes.`
  return { code: 'index_rebuilt', severity: 'info', message }
}
