import type { QueryEcho, ReadOutput, TrimmedInfo } from '@chronicle/schema'
import { entriesLeft } from './drop-regions.ts'
import { cutFields } from './region-fields.ts'
import { trimmedNotice } from './trimmed-notice.ts'
import { withhold, type EntryList, type TrimStep, type Withheld } from './withheld-steps.ts'

/** An output with its notice. */
export type TrimmedOutput = ReadOutput & { readonly trimmed: TrimmedInfo }

/** What the notice says whichever steps were taken. */
export interface NoticeContext {
  readonly strategy: string
  readonly maxTokens: number
  readonly hint: string
}

/** Makes a function from steps to the output without what they withhold. */
export function createAssembler(
  output: ReadOutput,
  context: NoticeContext,
): (steps: readonly TrimStep[]) => TrimmedOutput {
  const speaksOf = entriesLeft(output)
  return (steps) => {
    const withheld = withhold(steps)
    const kept = [...output.regions.entries()].filter(([i]) => !withheld.regions.has(i))
    const regions = kept.map(([i, region]) => cutFields(region, withheld.cutsByRegion.get(i) ?? []))
    const entries = keptEntries(output, withheld.entries)
    // Without regions the entries are all there is to say about the queried code.
    const left = kept.length === 0 ? undefined : speaksOf(kept.map(([, region]) => region))
    const rest = {
      ...entries,
      dependencies_on_this: entries.dependencies_on_this.filter((entry) => left?.dependency(entry) ?? true),
      cross_cutting: entries.cross_cutting.filter((entry) => left?.crossCutting(entry) ?? true),
    }
    const { resolved: _, ...others } = output
    return {
      ...others,
      ...rest,
      ...(withheld.notice.includes('query') ? { query: shortQuery(output.query) } : {}),
      regions,
      stats: { ...output.stats, regions_returned: regions.length },
      trimmed: trimmedNotice(output, {
        ...context,
        returnedRegions: regions.length,
        droppedCommits: [...withheld.regions].map((i) => output.regions[i]?.commit ?? ''),
        fieldCuts: withheld.fields.filter(({ region }) => !withheld.regions.has(region)).map(({ cut }) => cut),
        droppedEntries: missing(output, rest),
        cuts: withheld.notice,
      }),
    }
  }
}

/** Digits that tell a commit from all others even in the largest repositories. */
const SHORT_COMMIT = 12

/** The echo without what the asker knows best, and with a commit id that is shorter but still names the commit. */
function shortQuery({ max_tokens: _, ...query }: QueryEcho): QueryEcho {
  const { commit } = query
  return /^[0-9a-f]{40,64}$/u.test(commit) ? { ...query, commit: commit.slice(0, SHORT_COMMIT) } : query
}

type Entries = Pick<ReadOutput, EntryList>

/** The lists outside `regions` without the entries that were withheld. */
export function keptEntries(output: ReadOutput, withheld: Withheld['entries']): Entries {
  const keep = <T>(list: EntryList, entries: readonly T[]): readonly T[] =>
    withheld[list].size === 0 ? entries : entries.filter((_, i) => !withheld[list].has(i))
  const resolved = keep('resolved', output.resolved ?? [])
  return {
    dependencies_on_this: keep('dependencies_on_this', output.dependencies_on_this),
    cross_cutting: keep('cross_cutting', output.cross_cutting),
    diagnostics: keep('diagnostics', output.diagnostics),
    ...(resolved.length === 0 ? {} : { resolved }),
  }
}

function missing(output: Entries, left: Entries): Record<EntryList, number> {
  return {
    dependencies_on_this: output.dependencies_on_this.length - left.dependencies_on_this.length,
    cross_cutting: output.cross_cutting.length - left.cross_cutting.length,
    diagnostics: output.diagnostics.length - left.diagnostics.length,
    resolved: (output.resolved?.length ?? 0) - (left.resolved?.length ?? 0),
  }
}
