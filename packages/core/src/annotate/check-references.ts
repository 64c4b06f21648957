import { parsePlace, parseRepoPath, type Diagnostic } from '@chronicle/schema'
import type { LiveAnnotationInput } from '@chronicle/schema/validate'
import type { CallOptions } from '../contracts/call-options.ts'
import type { GitBackend } from '../contracts/git-backend.ts'
import { locateRegion } from './locate-region.ts'
import type { OpenFile } from './locate-regions.ts'

/**
 * References to other code and other annotations that lead nowhere at this commit. They are stored all the same: the
 * author may know better, and what they name may be yet to come.
 */
export async function checkReferences(
  live: LiveAnnotationInput,
  open: OpenFile,
  git: GitBackend,
  call: CallOptions,
): Promise<readonly Diagnostic[]> {
  const warnings: Diagnostic[] = []
  const warn = (where: string, reason: string): void => {
    warnings.push({ code: 'unresolved_reference', severity: 'warning', message: `${where} leads nowhere: ${reason}` })
  }
  const checkPlace = async (where: string, file: string, anchor: string | undefined): Promise<void> => {
    const path = parseRepoPath(file)
    if (path.isErr()) return warn(where, path.error.message)
    const opened = await open(path.value)
    if (opened.isErr()) return warn(where, opened.error.message)
    // Without a grammar the name cannot be looked up, which is no fault of the reference.
    if (anchor === undefined || anchor === '' || opened.value.outline === undefined) return
    const located = locateRegion({ anchor: { name: anchor } }, opened.value)
    if (located.isErr() && located.error.code === 'anchor_not_found') warn(where, located.error.message)
    if (located.isOk() && located.value.warning !== undefined) warn(where, located.value.warning.message)
  }

  for (const [index, region] of live.regions.entries()) {
    for (const [nth, dependency] of region.semantic_dependencies.entries()) {
      await checkPlace(`regions[${index}].semantic_dependencies[${nth}]`, dependency.file, dependency.anchor)
    }
    for (const [nth, { commit }] of region.related_annotations.entries()) {
      const found = await git.resolve(commit, call)
      const where = `regions[${index}].related_annotations[${nth}]`
      if (found.isErr()) warn(where, found.error.message)
      else if (found.value === undefined) warn(where, `there is no commit ${JSON.stringify(commit)}`)
    }
  }
  for (const [index, concern] of live.cross_cutting.entries()) {
    for (const [nth, place] of concern.regions.entries()) {
      const { file, anchor } = parsePlace(place)
      await checkPlace(`cross_cutting[${index}].regions[${nth}]`, file, anchor)
    }
  }
  return warnings
}
