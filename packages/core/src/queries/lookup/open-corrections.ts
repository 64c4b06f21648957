import { omitUndefined, type OpenCorrection, type ReadRegion, type UnknownKeys } from '@chronicle/schema'

/**
 * Corrections that nobody has settled: flags, pointers to newer reasoning, changes of a value that is not there, and
 * whatever another tool means. An edit that was made is settled: what it corrected is shown as it left it.
 */
export function openCorrections(regions: readonly ReadRegion[]): readonly OpenCorrection[] {
  const open = new Map<string, OpenCorrection>()
  for (const region of regions) {
    for (const correction of region.corrections ?? []) {
      if (isSettled(correction)) continue
      const key = JSON.stringify([region.commit, correction])
      // One that several regions have speaks of their whole annotation.
      open.set(key, describe(correction, region, open.has(key)))
    }
  }
  return [...open.values()]
}

/** Whether a correction, as it is shown, has done what it was for. */
export function isSettled(correction: UnknownKeys): boolean {
  return correction['effect'] === 'applied'
}

function describe(
  correction: UnknownKeys,
  { commit, file, ast_anchor: unit }: ReadRegion,
  whole: boolean,
): OpenCorrection {
  const text = (key: string): string | undefined => {
    const value = correction[key]
    return typeof value === 'string' && value !== '' ? value : undefined
  }
  const named = text('file') !== undefined || text('anchor') !== undefined
  return {
    commit,
    ...omitUndefined({
      file: named || !whole ? (text('file') ?? file) : undefined,
      anchor: named ? text('anchor') : whole ? undefined : unit?.name,
    }),
    correction_type: text('correction_type') ?? 'unknown',
    ...omitUndefined({
      field: text('field'),
      target_value: text('target_value'),
      superseded_by: text('superseded_by'),
    }),
    reason: text('reason') ?? '',
    ...omitUndefined({ author: text('author'), timestamp: text('timestamp') }),
  }
}
