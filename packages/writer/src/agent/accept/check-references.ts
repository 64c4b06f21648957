import { err, ok, type Region, type Result } from '@chronicle/schema'
import type { GitError } from '@chronicle/core/contracts'
import type { Session } from '../session.ts'
import type { Emission } from './emission.ts'
import { findPlace } from './find-place.ts'

/** Shorter beginnings of a commit id fit too many. */
const SHORTEST_ID = 7

/** References that lead somewhere, and why the others are left out. */
export interface CheckedReferences {
  readonly linked: Pick<Region, 'semantic_dependencies' | 'related_annotations'>
  readonly dropped: readonly string[]
}

/** Leaves out what leads nowhere: units that are not at the commit, annotations that nobody showed the model. */
export async function checkReferences(
  { semantic_dependencies = [], related_annotations = [] }: Emission,
  session: Session,
): Promise<Result<CheckedReferences, GitError>> {
  const dropped: string[] = []
  const dependencies: Region['semantic_dependencies'][number][] = []
  for (const dependency of semantic_dependencies) {
    const found = await findPlace(dependency, session)
    if (found.isErr()) return err(found.error)
    if ('reason' in found.value) dropped.push(`a dependency (${found.value.reason})`)
    else {
      const { file, anchor = dependency.anchor } = found.value
      dependencies.push({ file, anchor, nature: dependency.nature })
    }
  }
  const shown = [...session.findings.shownCommits]
  const related = related_annotations.flatMap((link) => {
    const commit = link.commit.toLowerCase()
    const [full, ...others] = commit.length < SHORTEST_ID ? [] : shown.filter((each) => each.startsWith(commit))
    if (full !== undefined && others.length === 0) return [{ ...link, commit: full }]
    dropped.push(`a link to ${link.commit} (no annotation of such a commit was shown)`)
    return []
  })
  return ok({ linked: { semantic_dependencies: dependencies, related_annotations: related }, dropped })
}
