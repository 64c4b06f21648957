/** Returns a note as tests store it. `more` adds the fields that matter to the test and overrides the defaults. */
export function testNote(commit: string | undefined, regions: readonly object[], more: object = {}): object {
  return {
    $schema: 'chronicle/v1',
    commit,
    timestamp: '2024-01-01T00:00:00Z',
    summary: 'A change.',
    context_level: 'enhanced',
    regions,
    ...more,
  }
}

/** The provenance of a note that was written together with its commit. */
export const WRITTEN_WITH_COMMIT = {
  provenance: { operation: 'initial', derived_from: [], original_annotations_preserved: false },
} as const
