import type { RepoPath } from '@chronicle/schema'
import type { AstUnit } from '../contracts/ast-parser.ts'
import type { ReadContext, QueriedCommit } from './read-context.ts'
import { neutralisePath } from '../format/neutralise-text.ts'
import { outlineOnce } from './outline-once.ts'

/** Returns the units of a file at the queried commit; `undefined` when there is no such file or no outline. */
export type ListUnits = (path: string) => Promise<readonly AstUnit[] | undefined>

/** Maximum number of files beyond the query that are parsed to answer it, unless the query sets more. */
const MAX_OTHER_FILES = 32

/**
 * Creates a source of outlines for files that other annotations mention. Each is parsed once, up to a maximum. Anchors
 * in further files are accepted unchecked.
 */
export function createListUnits(
  { head }: QueriedCommit,
  context: ReadContext,
  mostFiles: number = MAX_OTHER_FILES,
): ListUnits {
  const known = new Map<string, Promise<readonly AstUnit[] | undefined>>()

  async function read(path: string): Promise<readonly AstUnit[] | undefined> {
    const key = `${head}:${path}`
    const units = context.committedUnits.get(key) ?? (await outline(path))
    if (units !== undefined) context.committedUnits.set(key, units)
    return units
  }

  async function outline(path: string): Promise<readonly AstUnit[] | undefined> {
    const content = await context.git.readFile({ commit: head }, path as RepoPath, context.call)
    if (content.isErr()) {
      const message = `${neutralisePath(path)} could not be read (${content.error.message}); its anchors were not checked.`
      context.report({ code: 'outline_failed', severity: 'warning', message, path })
      return undefined
    }
    if (content.value?.kind !== 'file') return undefined
    return (await outlineOnce(path as RepoPath, content.value, context)())?.units
  }

  return async (path) => {
    let units = known.get(path)
    if (units === undefined) {
      if (known.size >= mostFiles) return undefined
      known.set(path, (units = read(path)))
    }
    return units
  }
}
