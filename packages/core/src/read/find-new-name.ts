import { ok, safeTry, type ResultAsync } from '@chronicle/schema'
import type { AstUnit } from '../contracts/ast-parser.ts'
import type { FileContent } from '../contracts/git-backend.ts'
import { isSameBody, unitBody } from '../place/unit-body.ts'
import { textLines } from '../text/text-lines.ts'
import type { GoneCode } from './find-gone.ts'
import { matchAnchor } from './match-anchor.ts'
import { outlineOnce } from './outline-once.ts'
import type { ReadContext } from './read-context.ts'
import type { ReadError } from './read-error.ts'

/** What the commit that took a unit out of a file calls it there: a unit with its body that was not there before. */
export function findNewName(
  anchor: string,
  { commit, content, path }: GoneCode,
  { call, git, pastAst }: ReadContext,
): ResultAsync<string | undefined, ReadError> {
  return safeTry(async function* () {
    const after = yield* git.readFile({ commit }, path, call)
    if (after?.kind !== 'file') return ok(undefined)
    // What is wrong with a past state says nothing about the file.
    const unitsOf = async (state: FileContent): Promise<readonly AstUnit[]> =>
      (await outlineOnce(path, state, { ast: pastAst, call, report: () => undefined })())?.units ?? []
    const before = await unitsOf(content)
    const own = matchAnchor(anchor, before, ({ name }) => name, { fuzzy: false })?.matches[0]
    if (own === undefined) return ok(undefined)
    const body = unitBody(textLines(content.bytes), own)
    const lines = textLines(after.bytes)
    const names = new Set(before.map(({ name }) => name))
    const added = (await unitsOf(after)).filter(({ name }) => !names.has(name))
    return ok(added.find((unit) => isSameBody(body, unitBody(lines, unit)))?.name)
  })
}
