import { ok, safeTry, type BlobId, type CommitId, type RepoPath, type ResultAsync } from '@chronicle/schema'
import type { AstUnit } from '../../contracts/ast-parser.ts'
import type { FileContent } from '../../contracts/git-backend.ts'
import type { ReadContext } from '../../read/read-context.ts'
import type { ReadError } from '../../read/read-error.ts'
import { outlineOnce } from '../../read/outline-once.ts'
import { isBinary } from '../../text/text-bytes.ts'
import { textLines } from '../../text/text-lines.ts'

/** A file as it was at a commit. */
export interface FileVersion {
  readonly id: BlobId
  readonly lines: readonly string[]
  /** Returns the units; `undefined` when there is no outline, or when the limit of outlines is reached. */
  units(): Promise<readonly AstUnit[] | undefined>
}

/**
 * Reads files as they were at a commit. `undefined` when the file does not exist, is not text, or the limit is reached.
 */
export type FileVersions = (commit: CommitId, path: string) => ResultAsync<FileVersion | undefined, ReadError>

/** Maximum number of versions read for one answer. */
const MAX_VERSIONS = 1000
/** Maximum number of these versions that are parsed. */
const MAX_OUTLINES = 100

/**
 * Creates a reader that reads and parses each version once, up to the limits of one answer. It reports when a limit is
 * reached.
 */
export function createFileVersions({ git, call, pastAst, report }: ReadContext): FileVersions {
  const known = new Map<string, FileVersion | undefined>()
  const outlines = new Map<string, () => Promise<readonly AstUnit[] | undefined>>()
  const context = { ast: pastAst, call, report }
  let parsed = 0

  function reportLimit(): void {
    const message =
      `The code was compared with its last ${MAX_OUTLINES} versions (${MAX_VERSIONS} where nothing had to be parsed); ` +
      'what was recorded before under another name, or without one, is not shown.'
    report({ code: 'history_limited', severity: 'info', message })
  }

  function unitsOnce(path: RepoPath, content: FileContent): FileVersion['units'] {
    const key = `${content.id} ${path}`
    let units = outlines.get(key)
    if (units === undefined) {
      const outline = outlineOnce(path, content, context)
      let allowed: boolean | undefined
      units = async () => {
        if (allowed === undefined) {
          allowed = parsed < MAX_OUTLINES
          if (allowed) parsed++
          else reportLimit()
        }
        return allowed ? (await outline())?.units : undefined
      }
      outlines.set(key, units)
    }
    return units
  }

  function read(commit: CommitId, path: RepoPath): ResultAsync<FileVersion | undefined, ReadError> {
    return safeTry(async function* () {
      const content = yield* git.readFile({ commit }, path, call)
      if (content?.kind !== 'file' || isBinary(content.bytes)) return ok(undefined)
      const { id, bytes } = content
      return ok({ id, lines: textLines(bytes), units: unitsOnce(path, content) })
    })
  }

  return (commit, path) =>
    safeTry(async function* () {
      const key = `${commit} ${path}`
      if (known.has(key)) return ok(known.get(key))
      if (known.size >= MAX_VERSIONS) {
        reportLimit()
        return ok(undefined)
      }
      const version = await read(commit, path as RepoPath)
      if (version.isOk()) known.set(key, version.value)
      return version
    })
}
