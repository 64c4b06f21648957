import { createNotesIndex, type NotesIndexOptions } from '@chronicle/core'
import { loadOnce, type AnnotationIndex, type AnnotationView } from '@chronicle/core/contracts'
import { ResultAsync, type Diagnostic } from '@chronicle/schema'

/** An index that may keep a file open. */
export interface ClosableIndex extends AnnotationIndex {
  close(): Promise<void>
}

/**
 * Creates the index in an SQLite file, loaded by the first query. In a Node without `node:sqlite`, the index is kept in
 * small files, and each view reports that.
 */
export function lazySqliteIndex(
  options: NotesIndexOptions & {
    /** See `SqliteIndexOptions`. */
    readonly dir?: string | (() => Promise<string | undefined>)
  },
): ClosableIndex {
  let opening: Promise<AnnotationIndex & { close?(): void }> | undefined
  const open = loadOnce(async (): Promise<AnnotationIndex & { close?(): void }> => {
    const { createSqliteIndex, isSqliteAvailable } = await import('@chronicle/store-sqlite')
    return isSqliteAvailable() ? createSqliteIndex(options) : withNotice(createNotesIndex(options))
  })
  return {
    name: 'sqlite',
    refresh: (call) => new ResultAsync((opening = open()).then((index) => index.refresh(call))),
    // A query that could not load the index has failed with the reason, and there is nothing to close.
    close: async () => (await opening?.catch(() => undefined))?.close?.(),
  }
}

function withNotice(index: AnnotationIndex): AnnotationIndex {
  const message = `Node ${process.version} has no node:sqlite; the annotation index is kept in files.`
  const notice: Diagnostic = { code: 'no_sqlite', severity: 'info', message }
  const addNotice = (view: AnnotationView): AnnotationView => ({ ...view, diagnostics: [...view.diagnostics, notice] })
  return { name: index.name, refresh: (call) => index.refresh(call).map(addNotice) }
}
