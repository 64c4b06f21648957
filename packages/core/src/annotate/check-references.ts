import {
  err,
  ok,
  omitEmpty,
  parsePlace,
  parseRepoPath,
  safeTry,
  type Diagnostic,
  type ResultAsync,
} from '@chronicle/schema'
import type { LiveAnnotationInput } from '@chronicle/schema/validate'
import type { CallOptions } from '../contracts/call-options.ts'
import { codedError } from '../contracts/coded-error.ts'
import type { GitBackend } from '../contracts/git-backend.ts'
import type { AnnotateError } from './annotate-error.ts'
import { isProblem } from './annotate-problems.ts'
import { anchorNotFound, locateRegion } from './locate-region.ts'
import type { OpenFile } from './locate-regions.ts'

/** Problems of references to other code, and warnings about links to other annotations. */
export interface CheckedReferences {
  readonly problems: readonly AnnotateError[]
  readonly warnings: readonly Diagnostic[]
}

/**
 * Checks that the code named by dependencies and cross-cutting entries exists at the commit: a reference that cannot be
 * resolved is a problem. A link to a missing commit is only a warning, because it may be in another clone.
 */
export function checkReferences(
  live: LiveAnnotationInput,
  open: OpenFile,
  git: GitBackend,
  call: CallOptions,
): ResultAsync<CheckedReferences, AnnotateError> {
  return safeTry(async function* () {
    const problems: AnnotateError[] = []
    const warnings: Diagnostic[] = []
    for (const [index, region] of live.regions.entries()) {
      for (const [nth, { file, anchor }] of region.semantic_dependencies.entries()) {
        const where = `regions[${index}].semantic_dependencies[${nth}]`
        const found = await checkPlace({ file, anchor }, open)
        if (found.isErr() && !isProblem(found.error)) return err(found.error)
        if (found.isErr()) problems.push(at(found.error, where))
        else if (await isOwnPlace({ file, anchor }, region, open)) problems.push(at(onItself(file, anchor), where))
      }
      for (const [nth, { commit }] of region.related_annotations.entries()) {
        const found = yield* git.resolve(commit, call)
        if (found !== undefined) continue
        const message = `regions[${index}].related_annotations[${nth}] leads nowhere: there is no commit ${JSON.stringify(commit)}`
        warnings.push({ code: 'unresolved_reference', severity: 'warning', message })
      }
    }
    for (const [index, concern] of live.cross_cutting.entries()) {
      for (const [nth, place] of concern.regions.entries()) {
        const found = await checkPlace(parsePlace(place), open)
        // A cross-cutting entry may name a folder.
        if (found.isOk() || found.error.code === 'not_a_file') continue
        if (!isProblem(found.error)) return err(found.error)
        problems.push(at(found.error, `cross_cutting[${index}].regions[${nth}]`))
      }
    }
    return ok({ problems, warnings })
  })
}

/** Checks one place. Without a grammar for the file the anchor cannot be looked up, which is not an error. */
function checkPlace(
  { file, anchor }: { readonly file: string; readonly anchor?: string },
  open: OpenFile,
): ResultAsync<void, AnnotateError> {
  return safeTry(async function* () {
    const path = yield* parseRepoPath(file)
    const opened = yield* open(path)
    const { outline, content } = opened
    if (anchor === undefined || anchor === '') return ok(undefined)
    if (outline === undefined) {
      // Without a grammar an anchor cannot be looked up, but its last part must occur in the file.
      const last = anchor.split(/::|[.#/]/u).at(-1) ?? anchor
      return content.kind !== 'file' || new TextDecoder().decode(content.bytes).includes(last)
        ? ok(undefined)
        : err(anchorNotFound(anchor, [], opened))
    }
    const located = locateRegion({ anchor: { name: anchor } }, opened)
    if (located.isErr()) return located.error.code === 'anchor_not_found' ? err(located.error) : ok(undefined)
    return located.value.anchorMatch === 'fuzzy' ? err(anchorNotFound(anchor, outline.units, opened)) : ok(undefined)
  })
}

/** Whether a unit depends on itself. Such a dependency is meaningless. */
async function isOwnPlace(
  { file, anchor }: { readonly file: string; readonly anchor: string },
  region: LiveAnnotationInput['regions'][number],
  open: OpenFile,
): Promise<boolean> {
  const [path, own] = [parseRepoPath(file), parseRepoPath(region.file)]
  if (path.isErr() || own.isErr() || path.value !== own.value) return false
  const name = region.ast_anchor?.name
  if (anchor === '' || name === undefined) return anchor === '' && name === undefined && region.lines === undefined
  const opened = await open(path.value)
  const nameOf = (each: string): string => {
    const located = opened.isOk() ? locateRegion({ anchor: { name: each } }, opened.value) : undefined
    return located?.isOk() === true ? (located.value.ast_anchor?.name ?? each) : each
  }
  return nameOf(anchor) === nameOf(name)
}

function onItself(file: string, anchor: string): AnnotateError {
  const place = anchor === '' ? file : `${file}:${anchor}`
  const message = `The dependency of ${place} points to itself. Name other code that it relies on, or say it as a constraint.`
  return codedError('dependency_on_itself', message, { data: { path: file, ...omitEmpty({ anchor }) } })
}

function at(error: AnnotateError, where: string): AnnotateError {
  return { ...error, message: `${where}: ${error.message}`, data: { ...error.data, at: where } }
}
