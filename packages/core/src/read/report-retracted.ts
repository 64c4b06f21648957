import type { ReadContext } from './read-context.ts'

/** Omits retracted entries, unless all are requested, and reports their number; `noun` names one entry. */
export function withoutRetracted<R extends { readonly retracted: boolean }>(
  entries: readonly R[],
  verbose: boolean,
  report: ReadContext['report'],
  noun = 'region',
): readonly R[] {
  const withdrawn = entries.filter(({ retracted }) => retracted).length
  if (withdrawn === 0 || verbose) return entries
  const subject = withdrawn === 1 ? `1 ${noun} was retracted and is` : `${withdrawn} ${noun}s were retracted and are`
  const message = `${subject} not shown.`
  report({ code: 'retracted', severity: 'info', message, remedy: { option: 'verbose', value: true } })
  return entries.filter(({ retracted }) => !retracted)
}
