import { codedError } from '../contracts/coded-error.ts'
import type { AnnotateError } from './annotate-error.ts'

/** Error codes about the document itself. Any other failure ends the whole call. */
const ABOUT_THE_DOCUMENT: ReadonlySet<string> = new Set<AnnotateError['code']>([
  'invalid_annotation',
  'invalid_path',
  'file_not_found',
  'not_a_file',
  'lines_out_of_bounds',
  'lines_outside_anchor',
  'anchor_not_found',
  'ambiguous_anchor',
  'anchor_unresolvable',
  'dependency_on_itself',
])

/** Whether an error concerns one part of the document, so that the other parts are still worth checking. */
export function isProblem(error: AnnotateError): boolean {
  return ABOUT_THE_DOCUMENT.has(error.code)
}

/** Maximum number of problems in a message; the data has all of them. */
const MAX_SHOWN = 20

/** Joins all problems of a document into one error. A single problem is returned unchanged. */
export function joinProblems(problems: readonly [AnnotateError, ...AnnotateError[]]): AnnotateError {
  const [first, ...others] = problems
  if (others.length === 0) return first
  const messages = problems.map(({ message }) => message.replace(/^The annotation is not valid, [^:]+: /u, ''))
  const more = messages.length > MAX_SHOWN ? `; and ${messages.length - MAX_SHOWN} more` : ''
  const shown = messages.slice(0, MAX_SHOWN).join('; ')
  const message = `The annotation is not valid, ${problems.length} problems: ${shown}${more}`
  const data = {
    problems: problems.flatMap((each) => structural(each)),
    places: problems
      .filter(({ code }) => code !== 'invalid_annotation')
      .map(({ code, message: problemText, data: about }) => ({ code, message: problemText, ...about })),
  }
  return codedError('invalid_annotation', message, { data })
}

function structural({ code, data }: AnnotateError): readonly unknown[] {
  const problems: unknown = code === 'invalid_annotation' ? data?.['problems'] : undefined
  return Array.isArray(problems) ? (problems as readonly unknown[]) : []
}
