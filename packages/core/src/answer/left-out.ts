import type { Remedy } from '@chronicle/schema'
import type { FormatOptions } from '../contracts/formatter.ts'
import { count } from '../format/describe-output.ts'
import { codeSpan } from '../format/markdown-text.ts'
import { neutralise } from '../format/neutralise-text.ts'
import { DEFAULT_REMEDIES } from './describe-diagnostics.ts'
import type { PageBlock } from './page.ts'
import { renderRemedy, type AskedQuestion } from './render-remedy.ts'

/** Formats content that is recorded but not shown, as one line with the question that shows it. */
export function omittedText(
  text: string,
  remedy: Remedy,
  asked: AskedQuestion,
  { remedies = DEFAULT_REMEDIES }: FormatOptions,
): string {
  const question = renderRemedy(remedy, remedies, asked)
  return question === undefined ? text : `${text}: ${codeSpan(neutralise(question))}`
}

/**
 * Reports the number of entries beyond a limit of the question; empty if there are none. `option` is the name of the
 * limit.
 */
export function omittedByLimit(
  found: number,
  returned: number,
  noun: string,
  option: string,
  asked: AskedQuestion,
  options: FormatOptions,
): PageBlock {
  const more = found - returned
  const entries =
    more <= 0
      ? []
      : [
          omittedText(
            `${more} more ${count(more, noun).replace(/^\d+ /u, '')}`,
            { option, value: found },
            asked,
            options,
          ),
        ]
  return { label: 'Left out', entries }
}
