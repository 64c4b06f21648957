import type { RepoPath } from '@chronicle/schema'
import type { FileContent, TreeState } from '../contracts/git-backend.ts'
import { countLines } from '../text/text-bytes.ts'
import { outlineOnce } from './outline-once.ts'
import type { ReadContext } from './read-context.ts'
import type { ResolvedScope } from './resolved-scope.ts'

/** Returns a whole file as a scope, parsed when its units are requested. */
export function wholeFile(
  path: RepoPath,
  committedPath: RepoPath,
  state: TreeState,
  content: FileContent,
  context: ReadContext,
): ResolvedScope {
  return {
    path,
    committedPath,
    state,
    content,
    lineCount: countLines(content.bytes),
    units: undefined,
    anchorKind: undefined,
    ranges: undefined,
    ambiguous: false,
    outline: outlineOnce(path, content, context),
  }
}
