import { err, ok, type Annotation, type CodedError, type Diagnostic, type Result } from '@chronicle/schema'
import { validateAnnotation } from '@chronicle/schema/validate'
import { codedError } from '@chronicle/core/contracts'
import { annotationOfCommit } from '../annotation-of-commit.ts'
import type { CommitContext } from '../commit-context.ts'
import { commitWarning } from '../commit-warning.ts'
import { authorTexts } from './accept/is-stated.ts'
import type { Findings } from './findings.ts'

const MAX_SUMMARY = 600

/** The annotation of the findings, with diagnostics about findings that could not be stored. */
export interface AssembledAnnotation {
  readonly annotation: Annotation
  readonly diagnostics: readonly Diagnostic[]
}

/**
 * Builds the annotation. `overview` is the model's last text: its line "Summary: …" becomes the summary; without one,
 * the intents of the first regions do. An invalid region is dropped, so that the others are kept.
 */
export function assembleAnnotation(
  context: CommitContext,
  findings: Findings,
  overview: string,
): Result<AssembledAnnotation, CodedError<'no_annotations'>> {
  const { commit, author } = context
  const document = (regions: Annotation['regions'], concerns: Annotation['cross_cutting']): Annotation => {
    const content = {
      task: author?.task?.trim() === '' ? undefined : author?.task,
      summary: summaryOf(overview, regions, concerns),
      context_level: authorTexts(author).length > 0 ? 'enhanced' : 'inferred',
      ...{ regions, cross_cutting: concerns },
    } as const
    return annotationOfCommit(
      commit,
      content,
      author?.squashSources.filter((source) => source !== ''),
    )
  }
  const diagnostics: Diagnostic[] = []
  const strip = (message: string, path: string | undefined): void => {
    diagnostics.push(commitWarning(commit.id, { code: 'claim_dropped', message, path }))
  }
  const regions = findings.regions().filter((region) => {
    const valid = validateAnnotation(document([region], []))
    if (valid.isErr()) strip(`An annotation could not be stored and was left out: ${valid.error.message}`, region.file)
    return valid.isOk()
  })
  const concerns = findings.concerns().filter((concern) => {
    const valid = validateAnnotation(document([], [concern]))
    if (valid.isErr()) strip(`A concern could not be stored and was left out: ${valid.error.message}`, undefined)
    return valid.isOk()
  })
  if (regions.length + concerns.length === 0) {
    const message = `Nothing that was said about ${commit.id.slice(0, 12)} can be stored: ${diagnostics[0]?.message ?? ''}`
    return err(codedError('no_annotations', message, { data: { commit: commit.id } }))
  }
  return ok({ annotation: document(regions, concerns), diagnostics })
}

function summaryOf(overview: string, regions: Annotation['regions'], concerns: Annotation['cross_cutting']): string {
  const stated = /^[\s*_#]*summary[*_]*:[*_]*[^\S\n]*(\S.*)$/imu.exec(overview)?.[1]
  const intents = [...new Set(regions.map(({ intent }) => intent))].slice(0, 3).join(' ')
  const text = stated ?? (intents === '' ? (concerns[0]?.description ?? '') : intents)
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length <= MAX_SUMMARY ? line : `${line.slice(0, MAX_SUMMARY - 3).replace(/[\uD800-\uDBFF]$/u, '')}...`
}
