import { err, ok, safeTry, type Place, type RepoPath, type ResultAsync } from '@chronicle/schema'
import type { GitError } from '@chronicle/core/contracts'
import { matchAnchor } from '@chronicle/core/text'
import type { Session } from '../session.ts'
import { openFile } from './find-file.ts'

/** A place at the commit, with the outline's name of its unit, or the reason why it was not found. */
export type FoundPlace = { readonly file: RepoPath; readonly anchor?: string } | { readonly reason: string }

/** Looks up a place that a model names. */
export function findPlace(place: Place, session: Session): ResultAsync<FoundPlace, GitError> {
  return safeTry(async function* () {
    const opened = await openFile(place.file, session)
    if (opened.isErr()) {
      return 'failed' in opened.error ? err(opened.error.failed) : ok({ reason: opened.error.refused })
    }
    const { path, text } = opened.value
    const { anchor } = place
    if (anchor === undefined || anchor === '') return ok({ file: path })
    const { outline } = await session.context.outline(path, text, session.call)
    // Without a grammar the name cannot be looked up, but it must occur in the file.
    const last = anchor.split(/::|[.#/]/u).at(-1) ?? anchor
    const name =
      outline === undefined
        ? text.text.includes(last)
          ? anchor
          : undefined
        : matchAnchor(anchor, outline.units, (unit) => unit.name, { fuzzy: false })?.matches[0]?.name
    return ok(name === undefined ? { reason: `${path} has no unit ${anchor}` } : { file: path, anchor: name })
  })
}
