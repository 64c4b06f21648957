import { err, ok, parsePlace, parseRepoPath, type Diagnostic, type Result } from '@chronicle/schema'
import type { LiveAnnotationInput } from '@chronicle/schema/validate'
import type { CallOptions } from '../contracts/call-options.ts'
import type { GitBackend } from '../contracts/git-backend.ts'
import type { AnnotateError } from './annotate-error.ts'
import { isProblem } from './annotate-problems.ts'
import { anchorNotFound, locateRegion } from './locate-region.ts'
import type { OpenFile } from './locate-regions.ts'

/** What is wrong with references to other code, and what to know about links to other annotations. */
export interface CheckedReferences {
  readonly problems: readonly AnnotateError[]
  readonly warnings: readonly Diagnostic[]
}

/**
 * Looks up the code that dependencies and cross-cutting concerns name at the commit: a reference that leads nowhere is
 * a problem. A link to a commit that is not there is only a warning: it may be in another clone.
 */
export async function checkReferences(
  live: LiveAnnotationInput,
  open: OpenFile,
  git: GitBackend,
  call: CallOptions,
): Promise<Result<CheckedReferences, AnnotateError>> {
  const problems: AnnotateError[] = []
  const warnings: Diagnostic[] = []
  for (const [index, region] of live.regions.entries()) {
    for (const [nth, { file, anchor }] of region.semantic_dependencies.entries()) {
      const found = await checkPlace({ file, anchor }, open)
      if (found.isOk()) continue
      if (!isProblem(found.error)) return err(found.error)
      problems.push(at(found.error, `regions[${index}].semantic_dependencies[${nth}]`))
    }
    for (const [nth, { commit }] of region.related_annotations.entries()) {
      const found = await git.resolve(commit, call)
      if (found.isErr()) return err(found.error)
      if (found.value !== undefined) continue
      const message = `regions[${index}].related_annotations[${nth}] leads nowhere: there is no commit ${JSON.stringify(commit)}`
      warnings.push({ code: 'unresolved_reference', severity: 'warning', message })
    }
  }
  for (const [index, concern] of live.cross_cutting.entries()) {
    for (const [nth, place] of concern.regions.entries()) {
      const found = await checkPlace(parsePlace(place), open)
      // A folder is a place that changes together with others.
      if (found.isOk() || found.error.code === 'not_a_file') continue
      if (!isProblem(found.error)) return err(found.error)
      problems.push(at(found.error, `cross_cutting[${index}].regions[${nth}]`))
    }
  }
  return ok({ problems, warnings })
}

/** Looks one place up. Without a grammar for the file the name cannot be looked up, which is no fault of the place. */
async function checkPlace(
  { file, anchor }: { readonly file: string; readonly anchor?: string },
  open: OpenFile,
): Promise<Result<void, AnnotateError>> {
  const path = parseRepoPath(file)
  if (path.isErr()) return err(path.error)
  const opened = await open(path.value)
  if (opened.isErr()) return err(opened.error)
  const { outline } = opened.value
  if (anchor === undefined || anchor === '' || outline === undefined) return ok(undefined)
  const located = locateRegion({ anchor: { name: anchor } }, opened.value)
  if (located.isErr()) return located.error.code === 'anchor_not_found' ? err(located.error) : ok(undefined)
  return located.value.anchorMatch === 'fuzzy'
    ? err(anchorNotFound(anchor, outline.units, opened.value))
    : ok(undefined)
}

function at(error: AnnotateError, where: string): AnnotateError {
  return { ...error, message: `${where}: ${error.message}`, data: { ...error.data, at: where } }
}
