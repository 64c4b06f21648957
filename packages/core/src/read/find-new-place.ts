import { ok, safeTry, type BlobId, type RepoPath, type ResultAsync } from '@chronicle/schema'
import type { FileContent } from '../contracts/git-backend.ts'
import type { GoneCode } from './find-gone.ts'
import { anchorSegments, matchAnchor } from './match-anchor.ts'
import { outlineOnce } from './outline-once.ts'
import type { ReadContext } from './read-context.ts'
import type { ReadError } from './read-error.ts'

/** Files of one commit that are searched for a unit: those that a person would look through. */
const MAX_FILES = 50

/** Where the commit that took a unit out of a file put one of that name: a file that did not have it before. */
export function findNewPlace(
  anchor: string,
  { commit, path }: GoneCode,
  context: ReadContext,
): ResultAsync<RepoPath | undefined, ReadError> {
  const { call, git } = context
  const word = anchorSegments(anchor).at(-1) ?? ''
  return safeTry(async function* () {
    if (git.changesOf === undefined || word === '') return ok(undefined)
    const [changes] = yield* git.changesOf([commit], call)
    const candidates = (changes?.files ?? []).flatMap(({ binary, newBlob, newPath, oldBlob, oldPath }) =>
      binary || newBlob === undefined || newPath === undefined || newPath === path
        ? []
        : [{ newBlob, newPath, oldBlob: oldPath === newPath ? oldBlob : undefined }],
    )
    if (candidates.length > MAX_FILES) return ok(undefined)
    const ids = candidates.flatMap(({ newBlob, oldBlob }) => [newBlob, ...(oldBlob === undefined ? [] : [oldBlob])])
    const blobs = yield* git.readBlobs(ids, call)
    const has = async (file: RepoPath, id: BlobId | undefined): Promise<boolean> => {
      const bytes = id && blobs.get(id)
      if (id === undefined || bytes === undefined) return false
      return hasUnit(word, file, { kind: 'file', id, bytes }, context)
    }
    for (const { newBlob, newPath, oldBlob } of candidates) {
      if ((await has(newPath, newBlob)) && !(await has(newPath, oldBlob))) return ok(newPath)
    }
    return ok(undefined)
  })
}

async function hasUnit(
  name: string,
  path: RepoPath,
  content: FileContent,
  { call, pastAst }: ReadContext,
): Promise<boolean> {
  if (!new TextDecoder().decode(content.bytes).includes(name)) return false
  // What is wrong with a past state says nothing about the file.
  const outline = await outlineOnce(path, content, { ast: pastAst, call, report: () => undefined })()
  return matchAnchor(name, outline?.units ?? [], (unit) => unit.name, { fuzzy: false }) !== undefined
}
