import { valueOrThrow, type AstParser, type CallOptions, type GitBackend } from '@chronicle/core/contracts'
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
import { err, omitUndefined, ResultAsync, type NotesRef } from '@chronicle/schema'
import { openRedactor } from './open-redactor.ts'
import { unknownOption } from './unknown-option.ts'

/** The notes to share, and how. */
export type SyncOptions = ShareOptions & { readonly notesRef?: NotesRef | undefined }

/** The documents to import, and the notes to import them into. */
export type ImportNotesOptions = ImportOptions & {
  /** The notes ref to read and write. Default: the first of `notesRefs` that the repository was opened with. */
  readonly notesRef?: NotesRef | undefined
  /** Texts that look like secrets but are not. */
  readonly allowedSecrets?: readonly string[] | undefined
}

/** Shares annotations, corrections and acknowledgements with a remote. */
export interface Sync {
  /** Configures a plain `git fetch` to fetch the notes, and fetches them now. See `enableSharing`. */
  enable(options?: SyncOptions): ResultAsync<SyncReceipt, ShareError>
  /** Removes that configuration; the notes stay. See `disableSharing`. */
  disable(options?: SyncOptions): ResultAsync<SyncReceipt, ShareError>
  /** Reports what is not shared yet, without contacting the remote. See `sharingStatus`. */
  status(options?: SyncOptions): ResultAsync<SyncReceipt, ShareError>
  /** Fetches and merges. See `pullNotes`. */
  pull(options?: SyncOptions): ResultAsync<SyncReceipt, ShareError>
  /** Pushes, after a merge if somebody else pushed first. See `pushNotes`. */
  push(options?: SyncOptions): ResultAsync<SyncReceipt, ShareError>
  /** Yields everything recorded, one document per commit. See `exportNotes`. Throws an error whose `cause` has the code. */
  exportNotes(options?: CallOptions & { readonly notesRef?: NotesRef | undefined }): AsyncIterable<ExportDocument>
  /** Merges notes that were exported elsewhere or recorded by other tools. See `importNotes`. */
  importNotes(options: ImportNotesOptions): ResultAsync<ImportReceipt, ImportError>
}

const EXPORT_OPTIONS: Readonly<Record<keyof NonNullable<Parameters<Sync['exportNotes']>[0]>, true>> = {
  ...{ signal: true, onProgress: true, notesRef: true },
}

/** Creates a `Sync` with all seams filled in. The engine is loaded by the first call. */
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
    async *exportNotes(given = {}) {
      const unknown = unknownOption(given, EXPORT_OPTIONS)
      if (unknown !== undefined) valueOrThrow(err(unknown))
      const { notesRef = seams.notesRef, ...options } = given
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
