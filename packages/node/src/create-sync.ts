import type { AstParser, CallOptions, GitBackend } from '@chronicle/core/contracts'
import type * as engineModule from '@chronicle/core/share'
import type {
  ExportDocument,
  ImportError,
  ImportOptions,
  ImportReceipt,
  ShareError,
  ShareOptions,
  ShareServices,
  SyncReceipt,
} from '@chronicle/core/share'
import { omitUndefined, ResultAsync, type NotesRef } from '@chronicle/schema'
import { openRedactor } from './open-redactor.ts'

/** How notes are shared, and which. */
export type SyncOptions = ShareOptions & { readonly notesRef?: NotesRef }

/** What is imported, and into which notes. */
export type ImportNotesOptions = ImportOptions & {
  readonly notesRef?: NotesRef
  /** What looks like a secret and is none. */
  readonly allowedSecrets?: readonly string[]
}

/** Sharing what is recorded with a remote: annotations, corrections and acknowledgements. */
export interface Sync {
  /** Makes a plain `git fetch` bring the notes, and brings them now: see `enableSharing`. */
  enable(options?: SyncOptions): ResultAsync<SyncReceipt, ShareError>
  /** Takes that away again; the notes stay: see `disableSharing`. */
  disable(options?: SyncOptions): ResultAsync<SyncReceipt, ShareError>
  /** Tells what is not shared yet, without reaching the remote: see `sharingStatus`. */
  status(options?: SyncOptions): ResultAsync<SyncReceipt, ShareError>
  /** Fetches and merges: see `pullNotes`. */
  pull(options?: SyncOptions): ResultAsync<SyncReceipt, ShareError>
  /** Pushes, after a merge where somebody else was there first: see `pushNotes`. */
  push(options?: SyncOptions): ResultAsync<SyncReceipt, ShareError>
  /** Gives everything recorded, a document for each commit: see `exportNotes`. A failure is thrown. */
  exportNotes(options?: CallOptions & { readonly notesRef?: NotesRef }): AsyncIterable<ExportDocument>
  /** Merges in what was exported elsewhere or recorded by other tools: see `importNotes`. */
  importNotes(options: ImportNotesOptions): ResultAsync<ImportReceipt, ImportError>
}

/** The engine with its seams filled in, loaded by the first call. */
export function createSync({
  ast,
  ...seams
}: ShareServices & { readonly git: GitBackend; readonly ast: AstParser }): Sync {
  const call =
    (
      run: (
        engine: typeof engineModule,
        filled: ShareServices,
        options: ShareOptions,
      ) => ResultAsync<SyncReceipt, ShareError>,
    ) =>
    ({ notesRef = seams.notesRef, ...options }: SyncOptions = {}): ResultAsync<SyncReceipt, ShareError> =>
      new ResultAsync(
        import('@chronicle/core/share').then((engine) =>
          run(engine, { ...seams, ...omitUndefined({ notesRef }) }, options),
        ),
      )
  return {
    enable: call(({ enableSharing }, filled, options) => enableSharing(filled, options)),
    disable: call(({ disableSharing }, filled, options) => disableSharing(filled, options)),
    status: call(({ sharingStatus }, filled, options) => sharingStatus(filled, options)),
    pull: call(({ pullNotes }, filled, options) => pullNotes(filled, options)),
    push: call(({ pushNotes }, filled, options) => pushNotes(filled, options)),
    async *exportNotes({ notesRef = seams.notesRef, ...options } = {}) {
      const { exportNotes } = await import('@chronicle/core/share')
      yield* exportNotes({ ...seams, ...omitUndefined({ notesRef }) }, options)
    },
    importNotes({ notesRef = seams.notesRef, allowedSecrets, ...options }) {
      const loading = Promise.all([import('@chronicle/core/share'), openRedactor(allowedSecrets)])
      return new ResultAsync(
        loading.then(([{ importNotes }, redactor]) =>
          importNotes({ ...seams, ast, redactor, ...omitUndefined({ notesRef }) }, options),
        ),
      )
    },
  }
}
