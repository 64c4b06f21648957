/** A note as tests store it; `more` has fields that matter to the test, and replaces those that do not. */
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

/** What a note says of itself that was written with its commit. */
export const WRITTEN_WITH_COMMIT = {
  provenance: { operation: 'initial', derived_from: [], original_annotations_preserved: false },
} as const
