import { err, ok, type BlobId, type CommitId, type RepoPath, type Result } from '@chronicle/schema'
import type { AstUnit } from '../contracts/ast-parser.ts'
import type { FileContent, GitError } from '../contracts/git-backend.ts'
import { createRecentMap } from '../cache/recent-map.ts'
import { isBinary, outlineOnce } from '../read/resolve-scope.ts'
import type { ReadContext } from '../read/read-context.ts'
import { codeLines } from '../text/comments/code-lines.ts'

/** One state of a file: the path tells its language, the blob its content. */
export interface FileState {
  readonly path: RepoPath
  readonly blob: BlobId
}

/** A text file in one state. Everything is computed when it is first asked for. */
export interface FileText extends FileState {
  readonly bytes: Uint8Array
  /** Without their line ends. */
  lines(): readonly string[]
  /** The lines without comments and white space that does not matter; empty where nothing else is on a line. */
  code(): readonly string[]
  /** `undefined` where there is no outline, or no more of them may be made for one answer. */
  units(): Promise<readonly AstUnit[] | undefined>
}

/** Opens states of files for one query. */
export interface FileTexts {
  /** Which blob a path stands for in a commit; `undefined`: none, or no file. */
  blobAt(commit: CommitId, path: RepoPath): Promise<Result<BlobId | undefined, GitError>>
  /** `undefined` for a blob that is missing, binary or too large. */
  open(state: FileState): Promise<Result<FileText | undefined, GitError>>
  /** Opens several at one go, so that `open` need not wait for each. Those that cannot be read are left to `open`. */
  openAll(states: readonly FileState[]): Promise<Result<void, GitError>>
  /** Makes known a text that is here already. `undefined` for a binary one. */
  add(path: RepoPath, content: FileContent, units: FileText['units']): FileText | undefined
}

/** Texts kept open. */
const MAX_OPEN = 128
/** Older states that are parsed for one answer. */
const MAX_OUTLINES = 100

/** `onLimit` is told of every state that was not parsed because of `MAX_OUTLINES`. */
export function createFileTexts(
  { git, pastAst, call, report }: Pick<ReadContext, 'git' | 'pastAst' | 'call' | 'report'>,
  onLimit: () => void = () => undefined,
): FileTexts {
  const open = createRecentMap<FileText>(MAX_OPEN)
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

  return {
    async blobAt(commit, path) {
      const key = `${commit} ${path}`
      if (blobs.has(key)) return ok(blobs.get(key))
      const content = await git.readFile({ commit }, path, call)
      if (content.isErr()) {
        if (content.error.code !== 'file_too_large') return err(content.error)
        blobs.set(key, undefined)
        return ok(undefined)
      }
      const file = content.value?.kind === 'submodule' ? undefined : content.value
      blobs.set(key, file?.id)
      if (file !== undefined) this.add(path, file, parserOf(path, file))
      return ok(file?.id)
    },
    async open(state) {
      const known = open.get(keyOf(state))
      if (known !== undefined) return ok(known)
      const read = await git.readBlobs([state.blob], call)
      if (read.isErr()) return read.error.code === 'file_too_large' ? ok(undefined) : err(read.error)
      const bytes = read.value.get(state.blob)
      if (bytes === undefined) return ok(undefined)
      const content: FileContent = { kind: 'file', id: state.blob, bytes }
      return ok(this.add(state.path, content, parserOf(state.path, content)))
    },
    async openAll(states) {
      const missing = new Map(states.filter((each) => open.get(keyOf(each)) === undefined).map((s) => [s.blob, s.path]))
      if (missing.size === 0) return ok(undefined)
      const read = await git.readBlobs([...missing.keys()], call)
      if (read.isErr()) return read.error.code === 'file_too_large' ? ok(undefined) : err(read.error)
      for (const [blob, path] of missing) {
        const bytes = read.value.get(blob)
        if (bytes === undefined) continue
        const content: FileContent = { kind: 'file', id: blob, bytes }
        this.add(path, content, parserOf(path, content))
      }
      return ok(undefined)
    },
    add(path, content, units) {
      if (isBinary(content.bytes)) return undefined
      const text = fileText(path, content, units)
      open.set(keyOf(text), text)
      return text
    },
  }
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
