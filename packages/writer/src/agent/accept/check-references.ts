import { ok, safeTry, type Region, type ResultAsync } from '@chronicle/schema'
import type { GitError } from '@chronicle/core/contracts'
import { matchAnchor } from '@chronicle/core/text'
import type { Session } from '../session.ts'
import type { Emission } from './emission.ts'
import { findPlace } from './find-place.ts'

/** Minimum length of an abbreviated commit id: a shorter one is ambiguous. */
const MIN_ID_LENGTH = 7

/** References whose targets exist, and the reasons why the others were dropped. */
export interface CheckedReferences {
  readonly linked: Pick<Region, 'semantic_dependencies' | 'related_annotations'>
  readonly dropped: readonly string[]
}

/**
 * Drops references without a target: units that do not exist at the commit, and annotations that the model was never
 * shown.
 */
export function checkReferences(
  { semantic_dependencies = [], related_annotations = [] }: Emission,
  session: Session,
): ResultAsync<CheckedReferences, GitError> {
  return safeTry(async function* () {
    const dropped: string[] = []
    const dependencies: Region['semantic_dependencies'][number][] = []
    for (const dependency of semantic_dependencies) {
      const found = yield* findPlace(dependency, session)
      if ('reason' in found) dropped.push(`a dependency (${found.reason})`)
      else {
        const { file, anchor = dependency.anchor } = found
        dependencies.push({ file, anchor, nature: dependency.nature })
      }
    }
    const { shown } = session.findings
    const related = related_annotations.flatMap((link) => {
      const commit = link.commit.toLowerCase()
      const ids = [...shown.keys()]
      const [full, ...others] = commit.length < MIN_ID_LENGTH ? [] : ids.filter((each) => each.startsWith(commit))
      if (full === undefined || others.length > 0) {
        dropped.push(`a link to ${link.commit} (no annotation of such a commit was shown)`)
        return []
      }
      const places = [...(shown.get(full) ?? [])]
      const anchor = findAnchor(link.anchor, places)
      if (anchor !== undefined) return [{ ...link, commit: full, anchor }]
      const there = places.slice(0, 8).join(', ')
      dropped.push(
        `a link to ${link.anchor} on ${link.commit} (its annotation speaks of ${there === '' ? 'no place' : there})`,
      )
      return []
    })
    return ok({ linked: { semantic_dependencies: dependencies, related_annotations: related }, dropped })
  })
}

/** Returns the place of an annotation that a link refers to. The empty name refers to the annotation as a whole. */
function findAnchor(anchor: string, places: readonly string[]): string | undefined {
  if (anchor === '' || places.includes(anchor)) return anchor
  return matchAnchor(anchor, places, (name) => name, { fuzzy: false })?.matches[0]
}
