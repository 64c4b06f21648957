import { omitUndefined, type OpenCorrection, type ReadRegion, type UnknownKeys } from '@chronicle/schema'

/**
 * Returns the corrections that are not settled: flags, pointers to newer reasoning, changes of a value that does not
 * exist, and unknown corrections of other tools. An applied edit is settled, because the corrected text is shown.
 */
export function openCorrections(regions: readonly ReadRegion[]): readonly OpenCorrection[] {
  const open = new Map<string, OpenCorrection>()
  for (const region of regions) {
    for (const correction of region.corrections ?? []) {
      if (isSettled(correction)) continue
      const key = JSON.stringify([region.commit, correction])
      // A correction that several regions share is about the whole annotation.
      open.set(key, describe(correction, region, open.has(key)))
    }
  }
  return [...open.values()]
}

/** Whether a correction in an answer has taken effect. */
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
      replacement: text('replacement'),
      superseded_by: text('superseded_by'),
    }),
    reason: text('reason') ?? '',
    ...omitUndefined({ author: text('author'), timestamp: text('timestamp') }),
  }
}
