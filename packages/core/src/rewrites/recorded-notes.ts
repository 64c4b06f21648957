import { mergeAll, ok, readNote, safeTry, type Annotation, type CommitId, type ResultAsync } from '@chronicle/schema'
import type { CallOptions } from '../contracts/call-options.ts'
import type { GitBackend, GitError, NotesListing } from '../contracts/git-backend.ts'

/** What a ref holds about a commit. */
export interface RecordedNote {
  /** The note to the byte; of several, the annotations merged are all there is. */
  readonly bytes: Uint8Array | undefined
  /** `undefined`: it is no annotation, or cannot be read as a whole, so that writing it again would lose something. */
  readonly annotation: Annotation | undefined
}

/** What `readNote` says of a note that it could not take in as a whole. */
const LOSES: ReadonlySet<string> = new Set(['malformed_note', 'unreadable_part', 'note_truncated', 'knowledge_note'])

/** Reads the bytes of the notes of commits at one go. A commit without any is missing. */
export function readNoteBytes(
  commits: readonly CommitId[],
  { notes }: NotesListing,
  git: GitBackend,
  call: CallOptions,
): ResultAsync<ReadonlyMap<CommitId, readonly Uint8Array[]>, GitError> {
  return safeTry(async function* () {
    const noted = commits.filter((commit) => notes.has(commit))
    const contents = yield* git.readBlobs([...new Set(noted.flatMap((commit) => notes.get(commit) ?? []))], call)
    const found = new Map<CommitId, readonly Uint8Array[]>()
    for (const commit of noted) {
      const all = (notes.get(commit) ?? []).flatMap((blob) => contents.get(blob) ?? [])
      if (all.length > 0) found.set(commit, all)
    }
    return ok(found)
  })
}

/** Reads the notes of one commit, of whatever format. */
export function readRecordedNote(commit: CommitId, all: readonly Uint8Array[]): RecordedNote {
  const annotations: Annotation[] = []
  const [bytes] = all.length === 1 ? all : []
  for (const each of all) {
    const { annotation, diagnostics } = readNote(each, { commit, maxRegions: Number.POSITIVE_INFINITY })
    if (annotation === undefined || diagnostics.some(({ code }) => LOSES.has(code))) {
      return { bytes: bytes ?? joinBytes(all), annotation: undefined }
    }
    annotations.push(annotation)
  }
  const [first, ...others] = annotations
  return { bytes, annotation: first && (others.length === 0 ? first : mergeAll([first, ...others])) }
}

/** Several notes of one commit as one, as git itself joins them: a blank line between. */
function joinBytes(all: readonly Uint8Array[]): Uint8Array {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
  return new TextEncoder().encode(all.map((each) => decoder.decode(each)).join('\n'))
}
