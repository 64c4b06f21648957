import { omitEmpty, omitUndefined, type LookupOutput } from '@chronicle/schema'

/** An entry of an answer, shown once per session. */
export interface ShownEntry {
  /** Identifies the entry, however much of it is shown. */
  readonly id: string
  /** The id and the content, so that changed content is shown again. */
  readonly key: string
}

/** The lists of an answer that concern the place, with the id and the content of each entry. */
const ENTRIES: { readonly [List in ShownList]: (entry: EntryOf<List>) => readonly [id: unknown, says: unknown] } = {
  regions: ({
    ast_anchor: unit,
    commit,
    constraints,
    corrections = [],
    file,
    intent,
    lines,
    reasoning,
    risk_notes,
  }) => [
    [commit, file, unit?.name, lines],
    [intent, constraints.map(({ text }) => text), reasoning, risk_notes, corrections],
  ],
  // The whole message counts as shown with the first place that the commit changed.
  from_history: ({ commit }) => [commit, ''],
  dependents: ({ commit, from_anchor, from_file, nature }) => [[commit, from_file, from_anchor], nature],
  cross_cutting: ({ commit, description }) => [[commit, description], ''],
  held_by_tests: ({ file, title }) => [[file, title], ''],
  open_corrections: ({ anchor, commit, file, reason, ...what }) => [
    [commit, file, anchor, what.correction_type, what.field],
    [reason, what.target_value, what.superseded_by],
  ],
}

type ShownList = 'regions' | 'from_history' | 'dependents' | 'cross_cutting' | 'held_by_tests' | 'open_corrections'
type EntryOf<List extends ShownList> = NonNullable<LookupOutput[List]>[number]

const LISTS = Object.keys(ENTRIES) as readonly ShownList[]

/** Returns the entries of an answer. */
export function entriesOf(answer: LookupOutput): readonly ShownEntry[] {
  return LISTS.flatMap((list) => (answer[list] ?? []).map((entry) => describe(list, entry)))
}

/** Returns the answer with only some of its entries; `undefined` if none is left. */
export function keepEntries(answer: LookupOutput, isKept: (entry: ShownEntry) => boolean): LookupOutput | undefined {
  const keep = <List extends ShownList>(list: List): readonly EntryOf<List>[] => {
    const entries: readonly EntryOf<List>[] = answer[list] ?? []
    return entries.filter((entry) => isKept(describe(list, entry)))
  }
  const { from_history: _, held_by_tests: __, stats, ...rest } = answer
  const [regions, dependents, groups] = [keep('regions'), keep('dependents'), keep('cross_cutting')]
  const [reasons, tests, open] = [keep('from_history'), keep('held_by_tests'), keep('open_corrections')]
  if (regions.length + dependents.length + groups.length + reasons.length + tests.length + open.length === 0)
    return undefined
  return {
    ...rest,
    regions,
    ...omitEmpty({ from_history: reasons }),
    dependents,
    cross_cutting: groups,
    ...omitEmpty({ held_by_tests: tests }),
    open_corrections: open,
    stats: {
      regions: regions.length,
      dependents: dependents.length,
      history_steps: answer.history.length,
      open_corrections: open.length,
      ...omitUndefined({ history: stats.history && { ...stats.history, speaking: reasons.length } }),
    },
  }
}

function describe<List extends ShownList>(list: List, entry: EntryOf<List>): ShownEntry {
  const [id, says] = ENTRIES[list](entry)
  const entryId = JSON.stringify([list, id])
  return { id: entryId, key: `${entryId}\0${JSON.stringify(says)}` }
}
