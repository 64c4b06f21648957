import {
  err,
  ok,
  safeTry,
  type BlobId,
  type CommitId,
  type Diagnostic,
  type RepoPath,
  type Result,
  type ResultAsync,
} from '@chronicle/schema'
import type { AstParser, AstUnit } from '../contracts/ast-parser.ts'
import type { CallOptions } from '../contracts/call-options.ts'
import type { FileContent, GitBackend, GitError } from '../contracts/git-backend.ts'
import { createRecentMap } from '../contracts/recent-map.ts'
import { outlineOnce } from '../read/outline-once.ts'
import { isBinary } from '../text/text-bytes.ts'
import { codeLines } from '../text/comments/code-lines.ts'

/** One state of a file: the path determines its language, the blob its content. */
export interface FileState {
  readonly path: RepoPath
  readonly blob: BlobId
}

/** A text file in one state. Everything is computed on first use. */
export interface FileText extends FileState {
  readonly bytes: Uint8Array
  /** Returns the lines without their line ends. */
  lines(): readonly string[]
  /** Returns the lines without comments and insignificant white space; a line without code is empty. */
  code(): readonly string[]
  /** Returns the units; `undefined` when there is no outline, or when the answer has reached its limit of outlines. */
  units(): Promise<readonly AstUnit[] | undefined>
}

/** Opens states of files for one query. */
export interface FileTexts {
  /** Returns the blob at a path in a commit; `undefined` when there is none, or when it is not a file. */
  blobAt(commit: CommitId, path: RepoPath): ResultAsync<BlobId | undefined, GitError>
  /** Opens a text; `undefined` for a blob that is missing, binary or too large. */
  open(state: FileState): ResultAsync<FileText | undefined, GitError>
  /**
   * Opens several states in one batch, so that `open` does not wait for each. States that cannot be read are left to
   * `open`.
   */
  openAll(states: readonly FileState[]): ResultAsync<void, GitError>
  /**
   * Adds a text whose content is already in memory. It is parsed when needed, unless `units` are given. `undefined` for
   * a binary one.
   */
  add(path: RepoPath, content: FileContent, units?: FileText['units']): FileText | undefined
}

/** Maximum number of bytes of texts kept open, and what each counts besides its own. */
const [MAX_OPEN_BYTES, BYTES_OF_EACH] = [64 * 1024 ** 2, 1024]
/** Maximum number of older states that are parsed for one answer. */
const MAX_OUTLINES = 100

/** The repository, the parser of older states, and where limits are reported. */
interface FileTextsDependencies {
  readonly git: GitBackend
  readonly pastAst: AstParser | undefined
  readonly call: CallOptions
  readonly report: (diagnostic: Diagnostic) => void
}

/**
 * Creates the texts of one query. `onLimit` is called for every state that was not parsed because of `MAX_OUTLINES`.
 */
export function createFileTexts(
  { git, pastAst, call, report }: FileTextsDependencies,
  onLimit: () => void = () => undefined,
): FileTexts {
  const open = createRecentMap(MAX_OPEN_BYTES, ({ bytes }: FileText) => bytes.length + BYTES_OF_EACH)
  const blobs = new Map<string, BlobId | undefined>()
  let parsed = 0

  function parserOf(path: RepoPath, content: FileContent): FileText['units'] {
    const outline = outlineOnce(path, content, { ast: pastAst, call, report })
    let units: Promise<readonly AstUnit[] | undefined> | undefined
    let unparsed = false
    const parse = async (): Promise<readonly AstUnit[] | undefined> => {
      if (++parsed <= MAX_OUTLINES) return (await outline())?.units
      unparsed = true
      const message = `Units were followed through ${MAX_OUTLINES} older states of files, and no further.`
      report({ code: 'history_limited', severity: 'info', message })
      return undefined
    }
    return async () => {
      const found = await (units ??= parse())
      if (unparsed) onLimit()
      return found
    }
  }

  function add(path: RepoPath, content: FileContent, units = parserOf(path, content)): FileText | undefined {
    if (isBinary(content.bytes)) return undefined
    const text = fileText(path, content, units)
    open.set(keyOf(text), text)
    return text
  }

  function addBlob(path: RepoPath, id: BlobId, bytes: Uint8Array): FileText | undefined {
    return add(path, { kind: 'file', id, bytes })
  }

  return {
    blobAt: (commit, path) =>
      safeTry(async function* () {
        const key = `${commit} ${path}`
        if (blobs.has(key)) return ok(blobs.get(key))
        const content = yield* git.readFile({ commit }, path, call).orElse(absentIfTooLarge)
        const file = content?.kind === 'submodule' ? undefined : content
        blobs.set(key, file?.id)
        if (file !== undefined) add(path, file)
        return ok(file?.id)
      }),
    open: (state) =>
      safeTry(async function* () {
        const known = open.get(keyOf(state))
        if (known !== undefined) return ok(known)
        const read = yield* git.readBlobs([state.blob], call).orElse(absentIfTooLarge)
        const bytes = read?.get(state.blob)
        return ok(bytes && addBlob(state.path, state.blob, bytes))
      }),
    openAll: (states) =>
      safeTry(async function* () {
        const missing = new Map(
          states.filter((each) => open.get(keyOf(each)) === undefined).map((each) => [each.blob, each.path]),
        )
        if (missing.size === 0) return ok(undefined)
        const read = yield* git.readBlobs([...missing.keys()], call).orElse(absentIfTooLarge)
        for (const [blob, path] of missing) {
          const bytes = read?.get(blob)
          if (bytes !== undefined) addBlob(path, blob, bytes)
        }
        return ok(undefined)
      }),
    add,
  }
}

/** Makes a file that is too large to read an absent one. */
export function absentIfTooLarge<E extends { readonly code: string }>(error: E): Result<undefined, E> {
  return error.code === 'file_too_large' ? ok(undefined) : err(error)
}

function keyOf({ path, blob }: FileState): string {
  return `${blob} ${path}`
}

function fileText(path: RepoPath, { id, bytes }: FileContent, units: FileText['units']): FileText {
  let text: string | undefined
  let lines: readonly string[] | undefined
  let code: readonly string[] | undefined
  const decode = (): string => (text ??= new TextDecoder().decode(bytes))
  return {
    path,
    blob: id,
    bytes,
    units,
    lines: () => (lines ??= decode().split(/\r?\n/u)),
    code: () => (code ??= codeLines(path, decode())),
  }
}
