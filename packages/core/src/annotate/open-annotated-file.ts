import { err, ok, safeTry, type CommitId, type RepoPath, type ResultAsync } from '@chronicle/schema'
import type { AstParser, Outline } from '../contracts/ast-parser.ts'
import type { CallOptions } from '../contracts/call-options.ts'
import { codedError } from '../contracts/coded-error.ts'
import { shownName } from '../text/shown-name.ts'
import type { FileContent, GitBackend } from '../contracts/git-backend.ts'
import { enclosingSubmodule } from '../read/missing-file-error.ts'
import { nearestPaths } from '../read/nearest-paths.ts'
import { countLines, isBinary } from '../text/text-bytes.ts'
import type { AnnotateError } from './annotate-error.ts'
import { createSuggestions, type Suggestions } from './suggestions.ts'

/** A file at the annotated commit. */
export interface AnnotatedFile {
  readonly path: RepoPath
  /** The commit as given in the input, for messages. */
  readonly revision?: string
  readonly content: FileContent
  /** 0 for binary files, which have no lines. */
  readonly lineCount: number
  /** `undefined` if there is no grammar for the file, or the grammar failed. */
  readonly outline: Outline | undefined
  /** Why the outline is missing although there is a grammar. */
  readonly outlineProblem?: string
}

export interface AnnotatedCommit {
  readonly id: CommitId
  /** The revision as given in the input. */
  readonly revision: string
}

/** The dependencies of opening a file that an annotation names. */
export interface OpenFileDependencies {
  readonly git: GitBackend
  readonly ast?: AstParser | undefined
  /** Shared by the places of a document. Absent: this is the only place. */
  readonly suggestions?: Suggestions | undefined
}

/** Reads a file and its outline at the commit. If it does not exist, the error suggests similar paths. */
export function openAnnotatedFile(
  path: RepoPath,
  commit: AnnotatedCommit,
  seams: OpenFileDependencies,
  call: CallOptions,
): ResultAsync<AnnotatedFile, AnnotateError> {
  return safeTry(async function* () {
    const content = yield* seams.git.readFile({ commit: commit.id }, path, call)
    if (content === undefined) return err(await fileNotFound(path, commit, seams, call))
    if (content.kind === 'submodule') {
      return err(codedError('not_a_file', isSubmodule(path), { data: { path } }))
    }
    const binary = content.kind === 'symlink' || isBinary(content.bytes)
    const file = { path, revision: commit.revision, content, lineCount: binary ? 0 : countLines(content.bytes) }
    if (binary || seams.ast?.language(path) === undefined) return ok({ ...file, outline: undefined })
    const text = new TextDecoder().decode(content.bytes)
    const outline = await seams.ast.outline({ path, text, blob: content.id }, call)
    if (outline.isOk()) return ok({ ...file, outline: outline.value })
    if (outline.error.code === 'aborted') return err(codedError('aborted', outline.error.message))
    return ok({ ...file, outline: undefined, outlineProblem: outline.error.message })
  })
}

export function isSubmodule(path: string): string {
  return `${path} is a submodule. Annotate the commit inside it.`
}

async function fileNotFound(
  path: RepoPath,
  commit: AnnotatedCommit,
  { git, suggestions }: OpenFileDependencies,
  call: CallOptions,
): Promise<AnnotateError> {
  const message = `File not found: ${shownName(path)}. Does it exist at ${commit.revision}?`
  const submodule = await enclosingSubmodule(path, commit.id, { git, call })
  if (submodule !== undefined) {
    const inner = `${path} is inside the submodule ${submodule}. Annotate a commit of that repository.`
    return codedError('file_not_found', inner, { data: { path, submodule, nearest: [] } })
  }
  // Without a working tree this fails, which also means that the file is not there.
  const uncommitted = (await git.readFile('WORKTREE', path, call)).unwrapOr(undefined)
  if (uncommitted !== undefined) {
    const head = (await git.resolve('HEAD', call)).unwrapOr(undefined)
    const atHead = head && (await git.readFile({ commit: head }, path, call)).unwrapOr(undefined)
    const hint =
      atHead === undefined
        ? 'It is in the working tree and not in that commit: commit it first.'
        : 'HEAD has it, and that commit does not: leave the commit out, or name one that has the file.'
    return codedError('file_not_found', `${message} ${hint}`, { data: { path, nearest: [] } })
  }
  const { filesOf, search } = suggestions ?? createSuggestions(git, call)
  const files = await filesOf(commit.id)
  if (files.isErr()) {
    if (files.error.code === 'aborted') return files.error
    return codedError('file_not_found', message, { data: { path }, cause: files.error })
  }
  const written = files.value.find((file) => file.includes('\\') && file.replaceAll('\\', '/') === path)
  if (written !== undefined) {
    const inNotes =
      `${JSON.stringify(written)} has a backslash in its name, and in notes a backslash stands between folders, ` +
      'so nothing can be recorded about it. Record it about the folder, or rename the file.'
    return codedError('file_not_found', inNotes, { data: { path: written, nearest: [] } })
  }
  const inside = files.value.filter((file) => file.startsWith(`${path}/`)).slice(0, 3)
  if (inside.length > 0) {
    const folder = `${path} is a folder. Write ${path}/ for a rule about everything in it, or name files, for example ${inside.join(', ')}.`
    return codedError('not_a_file', folder, { data: { path, files: inside } })
  }
  const nearest = search(() => likelyPaths(path, files.value))
  const hint = nearest.length === 0 ? '' : ` Nearest paths: ${nearest.join(', ')}`
  return codedError('file_not_found', message + hint, { data: { path, nearest } })
}

/** Returns similar paths. Those that end with the given path come first: it may be relative to a folder. */
function likelyPaths(path: string, files: readonly RepoPath[]): readonly string[] {
  const below = files.filter((file) => file.endsWith(`/${path}`)).slice(0, 3)
  return [...new Set([...below, ...nearestPaths(path, files)])].slice(0, 5)
}
