import { err, ok, safeTry, type RepoPath, type ResultAsync } from '@chronicle/schema'
import { neutralisePath } from '../format/neutralise-text.ts'
import type { OpenedQuery } from '../queries/place-query.ts'
import { matchAnchor } from '../read/match-anchor.ts'
import type { ReadError } from '../read/read-error.ts'
import { outlineOnce } from '../read/outline-once.ts'

/** Returns the names that match a unit of the file, in full or by their last segments. Spelling must be exact. */
export function namesIn(
  file: RepoPath,
  names: ReadonlySet<string>,
  { context, queried }: OpenedQuery,
): ResultAsync<ReadonlySet<string> | undefined, ReadError> {
  return safeTry(async function* () {
    const content = await context.git.readFile({ commit: queried.head }, file, context.call)
    if (content.isErr()) {
      if (content.error.code !== 'file_too_large') return err(content.error)
      const message = `${neutralisePath(file)} was not looked into: ${content.error.message}`
      context.report({ code: 'outline_failed', severity: 'warning', message, path: file })
      return ok(undefined)
    }
    if (content.value?.kind !== 'file') return ok(undefined)
    const outline = await outlineOnce(file, content.value, context)()
    if (outline === undefined) return ok(undefined)
    const { units } = outline
    const there = [...names].filter((name) => matchAnchor(name, units, (unit) => unit.name, { fuzzy: false }))
    return ok(new Set(there))
  })
}
