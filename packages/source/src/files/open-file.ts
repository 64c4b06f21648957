import type { FileContent } from '@chronicle/core/contracts'
import { isBinary, neutralisePath } from '@chronicle/core/text'
import { ok, safeTry, type RepoPath, type ResultAsync } from '@chronicle/schema'
import type { SourceContext } from '../source-context.ts'
import { sourceFailure, type SourceError } from '../source-error.ts'
import { explainMissing, rejectSubmodulesAndLinks } from './explain-missing.ts'
import type { NamedState } from './file-states.ts'
import { indexLines, type LineIndex } from './line-index.ts'

/** A text file in a state. */
export interface OpenFile {
  readonly path: RepoPath
  readonly state: NamedState
  readonly content: FileContent
  readonly lines: LineIndex
}

/**
 * Opens a text file. Fails with `file_not_found`, `is_folder`, `is_submodule`, `is_symlink`, `binary_file` or
 * `file_too_large`.
 */
export function openTextFile(
  path: RepoPath,
  state: NamedState,
  context: SourceContext,
): ResultAsync<OpenFile, SourceError> {
  return safeTry(async function* () {
    const content = (yield* openFile(path, state, context)) ?? (yield* explainMissing(path, state, context))
    if (isBinary(content.bytes)) {
      const message = `${neutralisePath(path)} is binary (${content.bytes.length} bytes). Only text can be read.`
      return sourceFailure('binary_file', message, { path, size: content.bytes.length })
    }
    return ok({ path, state, content, lines: indexLines(content.bytes) })
  })
}

/**
 * Opens any file, including binary ones. Returns `undefined` if it does not exist and no submodule or link is on its
 * path.
 */
export function openFile(
  path: RepoPath,
  state: NamedState,
  context: SourceContext,
): ResultAsync<FileContent | undefined, SourceError> {
  return safeTry(async function* () {
    const { git, call, limits } = context
    const content = yield* git.readFile(state.tree, path, call)
    yield* rejectSubmodulesAndLinks(path, state, content !== undefined, context)
    if (content === undefined) return ok(undefined)
    const shown = neutralisePath(path)
    if (content.kind === 'submodule') {
      return sourceFailure('is_submodule', `${shown} is a submodule, a repository of its own. Read inside it.`, {
        path,
      })
    }
    if (content.kind === 'symlink') {
      const leadsTo = new TextDecoder().decode(content.bytes)
      const message = `${shown} is a symbolic link to ${neutralisePath(leadsTo)}. Links are not followed: read the file it leads to.`
      return sourceFailure('is_symlink', message, { path, leads_to: leadsTo })
    }
    const size = content.bytes.length
    if (size > limits.fileBytes) {
      const message = `${shown} has ${size} bytes, more than the ${limits.fileBytes} that are read.`
      return sourceFailure('file_too_large', message, { path, size })
    }
    return ok(content)
  })
}
