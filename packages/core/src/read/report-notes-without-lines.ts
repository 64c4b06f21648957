import { DEFAULT_NOTES_REF, err, ok, type Result } from '@chronicle/schema'
import { neutralisePath } from '../format/neutralise-text.ts'
import type { BlamedScope } from './blame-scope.ts'
import { newestNotes } from './collect-dependents.ts'
import { matchAnchor } from './match-anchor.ts'
import type { ReadContext } from './read-context.ts'
import type { ReadError } from './read-error.ts'

/** Notes looked at to say why nothing was found. */
const MAX_NOTES = 20

/**
 * Where nothing answers a query although notes name the place: says which commits they are on. Blame leads to the
 * commits that own a line, so a note on any other commit, or on one whose lines are all gone, is not part of an answer.
 */
export async function reportNotesWithoutLines(
  scopes: readonly BlamedScope[],
  anchor: string | undefined,
  { call, notes, notesRefs, report }: ReadContext,
): Promise<Result<void, ReadError>> {
  for (const scope of scopes) {
    const owners = new Set(scope.hunks.map((hunk) => hunk.commit))
    const silent = [...scope.candidates.values()].filter(({ commit }) => !owners.has(commit))
    const fetched = await notes(newestNotes(silent, MAX_NOTES), call)
    if (fetched.isErr()) return err(fetched.error)
    const names = new Set<string>(scope.paths)
    const naming = [...fetched.value].filter(([, { annotation }]) =>
      annotation?.regions.some(({ file, ast_anchor: named }) => {
        if (file === undefined || !names.has(file)) return false
        return anchor === undefined || (named !== undefined && matchAnchor(anchor, [named.name], String) !== undefined)
      }),
    )
    if (naming.length === 0) continue
    const commits = naming.map(([commit]) => commit.slice(0, 12)).sort()
    const subject = commits.length === 1 ? '1 note names' : `${commits.length} notes name`
    const message =
      `${subject} ${neutralisePath(scope.path)}${anchor === undefined ? '' : ` ${anchor}`}, on commits that own none of its lines now: ` +
      `${commits.join(', ')}. 'git notes --ref=${notesRefs[0] ?? DEFAULT_NOTES_REF} show <commit>' prints one.`
    report({ code: 'notes_without_lines', severity: 'info', message, path: scope.path })
  }
  return ok(undefined)
}
