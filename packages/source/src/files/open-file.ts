import type { FileContent } from '@chronicle/core/contracts'
import { isBinary, neutralisePath } from '@chronicle/core/text'
import type { RepoPath } from '@chronicle/schema'
import { fail, valueOf } from '../failure.ts'
import type { SourceContext } from '../source-context.ts'
import { explainMissing, refuseDetours } from './explain-missing.ts'
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
 * Opens a text file. Ends the read with `file_not_found`, `is_folder`, `is_submodule`, `is_symlink`, `binary_file` or
 * `file_too_large`.
 */
export async function openTextFile(path: RepoPath, state: NamedState, context: SourceContext): Promise<OpenFile> {
  const content = (await openFile(path, state, context)) ?? (await explainMissing(path, state, context))
  if (isBinary(content.bytes)) {
    const message = `${neutralisePath(path)} is binary (${content.bytes.length} bytes). Only text can be read.`
    fail('binary_file', message, { path, size: content.bytes.length })
  }
  return { path, state, content, lines: indexLines(content.bytes) }
}

/** The same for any file, binary ones included. `undefined`: not there, and nothing leads elsewhere on the way to it. */
export async function openFile(
  path: RepoPath,
  state: NamedState,
  context: SourceContext,
): Promise<FileContent | undefined> {
  const { git, call, limits } = context
  const content = await valueOf(git.readFile(state.tree, path, call))
  await refuseDetours(path, state, content !== undefined, context)
  if (content === undefined) return undefined
  const shown = neutralisePath(path)
  if (content.kind === 'submodule') {
    fail('is_submodule', `${shown} is a submodule, a repository of its own. Read inside it.`, { path })
  }
  if (content.kind === 'symlink') {
    const leadsTo = new TextDecoder().decode(content.bytes)
    const message = `${shown} is a symbolic link to ${neutralisePath(leadsTo)}. Links are not followed: read the file it leads to.`
    fail('is_symlink', message, { path, leads_to: leadsTo })
  }
  const size = content.bytes.length
  if (size > limits.fileBytes) {
    const message = `${shown} has ${size} bytes, more than the ${limits.fileBytes} that are read.`
    fail('file_too_large', message, { path, size })
  }
  return content
}
