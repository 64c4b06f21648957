import type { Diagnostic } from '@chronicle/schema'
import type { FormatOptions, RemedyStyle } from '../contracts/formatter.ts'
import { codeSpan } from '../format/markdown-text.ts'
import { neutralise } from '../format/neutralise-text.ts'
import { renderRemedy, type AskedQuestion } from './render-remedy.ts'

/** Maximum number of diagnostics to show for one code. The rest is counted. */
const MAX_PER_CODE = 3
/** A caller of the library has the remedies as data. */
export const DEFAULT_REMEDIES: RemedyStyle = 'none'

/** Formats each diagnostic as a line with its remedy, with a limit for each code. */
export function diagnosticEntries(
  diagnostics: readonly Diagnostic[],
  asked: AskedQuestion,
  { verbose = false, remedies = DEFAULT_REMEDIES }: FormatOptions,
): readonly string[] {
  const seen = new Map<string, number>()
  const lines: string[] = []
  for (const { code, severity, message, remedy } of diagnostics) {
    const number = (seen.get(code) ?? 0) + 1
    seen.set(code, number)
    if (!verbose && number > MAX_PER_CODE) continue
    const instead = remedy === undefined ? undefined : renderRemedy(remedy, remedies, asked)
    const shown = `${severity === 'warning' ? 'warning: ' : ''}${neutralise(message)} (${neutralise(code)})`
    lines.push(instead === undefined ? shown : `${shown}: ${codeSpan(neutralise(instead))}`)
  }
  if (verbose) return lines
  for (const [code, number] of seen) {
    if (number > MAX_PER_CODE) lines.push(`${number - MAX_PER_CODE} more (${neutralise(code)})`)
  }
  return lines
}
