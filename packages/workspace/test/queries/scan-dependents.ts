/** A note as these tests create it. */
export interface PlantedNote {
  readonly regions: readonly {
    readonly file: string
    readonly anchor?: string
    readonly dependsOn: readonly { readonly file: string; readonly anchor: string; readonly nature: string }[]
  }[]
  readonly groups: readonly (readonly string[])[]
}

/** Finds the dependents of a place by reading every note. The index must agree with it. */
export function scanDependents(
  notes: ReadonlyMap<string, PlantedNote>,
  paths: readonly string[],
  isAsked: (anchor: string) => boolean,
): readonly string[] {
  const found = new Set<string>()
  for (const [commit, note] of notes) {
    for (const region of note.regions) {
      for (const { file, anchor, nature } of region.dependsOn) {
        if (paths.includes(file) && isAsked(anchor)) {
          found.add(JSON.stringify([commit, region.file, region.anchor ?? '', nature]))
        }
      }
    }
  }
  return [...found].sort()
}

/** Returns the descriptions of the groups that include a place. */
export function scanGroups(
  notes: ReadonlyMap<string, PlantedNote>,
  paths: readonly string[],
  isAsked: (anchor: string) => boolean,
): readonly string[] {
  const found = new Set<string>()
  for (const note of notes.values()) {
    for (const places of note.groups) {
      const included = places.some((place) => {
        const [file = '', ...anchor] = place.split(':')
        return paths.includes(file) && isAsked(anchor.join(':'))
      })
      if (included) found.add([...places].sort().join(' '))
    }
  }
  return [...found].sort()
}

/** Returns the note in its stored form. */
export function storedNote(commit: string, note: PlantedNote, timestamp = '2025-01-01T00:00:00Z'): unknown {
  return {
    $schema: 'chronicle/v1',
    commit,
    timestamp,
    summary: 'A change.',
    context_level: 'enhanced',
    regions: note.regions.map(({ file, anchor, dependsOn }) => ({
      file,
      ...(anchor === undefined ? {} : { ast_anchor: { type: 'function', name: anchor } }),
      intent: `What ${anchor ?? file} is for.`,
      constraints: [],
      semantic_dependencies: dependsOn,
    })),
    cross_cutting: note.groups.map((regions) => ({ description: [...regions].sort().join(' '), regions })),
    provenance: { operation: 'initial', derived_from: [], original_annotations_preserved: false },
  }
}
