import type { ReadContext } from './read-context.ts'

/** Leaves retracted regions out, unless everything is asked for, and reports how many. */
export function withoutRetracted<R extends { readonly retracted: boolean }>(
  regions: readonly R[],
  verbose: boolean,
  report: ReadContext['report'],
): readonly R[] {
  const withdrawn = regions.filter(({ retracted }) => retracted).length
  if (withdrawn === 0 || verbose) return regions
  const subject = withdrawn === 1 ? '1 region was retracted and is' : `${withdrawn} regions were retracted and are`
  const message = `${subject} not shown.`
  report({ code: 'retracted', severity: 'info', message, remedy: { option: 'verbose', value: true } })
  return regions.filter(({ retracted }) => !retracted)
}
