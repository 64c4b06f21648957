import { groupBy, type ReadOutput, type TrimmedAnswer, type TrimmedInfo } from '@chronicle/schema'
import { count } from '../format/describe-output.ts'
import { shortCommit } from '../format/describe-region.ts'
import { neutralise } from '../format/neutralise-text.ts'

/** The trimming notice of any answer. */
export type AnyNotice = TrimmedAnswer | NonNullable<ReadOutput['trimmed']>

/** Formats a notice without its remedy: `2 of 9 regions shown. Withheld: commits a1b2c3d; 3 dependents.` */
export function describeTrimmed(notice: AnyNotice): string {
  const cost = `${notice.estimated_tokens} tokens, over budget`
  const over = notice.over_budget === true ? ` (${cost})` : ''
  const shown = 'original_regions' in notice ? shownRegions(notice) : ''
  const parts = 'withheld' in notice ? withheldParts(notice) : withheldOfRead(notice)
  const what = parts.filter((part) => part !== '').join('; ')
  if (shown === '' && what === '') return over === '' ? '' : `${cost}.`
  if (shown === '') return `${what}${over}.`
  return what === '' ? `${shown}${over}.` : `${shown}${over}. Withheld: ${what}.`
}

function shownRegions({ original_regions: regions, returned_regions: shown }: TrimmedInfo): string {
  return regions === 0 ? 'no region to show' : `${shown} of ${count(regions, 'region')} shown`
}

function withheldParts({ withheld, withheld_fields: fields = [] }: TrimmedAnswer): readonly string[] {
  return [formatCounts(withheld), describeFields(fields)]
}

/** `findings.reason`, `findings.evidence`, `steps.tags` → `reason and evidence of findings, tags of steps`. */
function describeFields(fields: readonly string[]): string {
  const byList = groupBy(fields, (name) => name.slice(0, Math.max(0, name.indexOf('.'))))
  return [...byList]
    .map(([list, names]) => {
      const words = names.map((name) => neutralise(name.slice(name.lastIndexOf('.') + 1).replaceAll('_', ' ')))
      const all = [words.slice(0, -1).join(', '), ...words.slice(-1)].filter((each) => each !== '').join(' and ')
      return list === '' ? all : `${all} of ${nounOf(list, 2)}`
    })
    .join(', ')
}

function withheldOfRead(notice: TrimmedInfo): readonly string[] {
  const { dropped_commits: commits, dropped_fields: fields = [], dropped_entries: entries = {} } = notice
  const { dropped_commits: moreCommits = 0, dropped_fields: moreFields = 0, ...lists } = entries
  return [
    formatNames('commit', commits.map(shortCommit), ' ', moreCommits),
    formatNames('field', fields.map(neutralise), ', ', moreFields),
    formatCounts(lists),
  ]
}

/** Formats a list of names: `commits a1b2c3d 9f8e7d6 and 3 more`, or `3 commits` without names. */
function formatNames(noun: string, names: readonly string[], separator: string, more: number): string {
  if (names.length === 0) return more === 0 ? '' : count(more, noun)
  return `${noun}s ${names.join(separator)}${more === 0 ? '' : ` and ${more} more`}`
}

/** Singular nouns for list names. Other lists use their own names. */
const SINGULAR: ReadonlyMap<string, string> = new Map([
  ['activity', 'latest annotation'],
  ['cross_cutting', 'cross-cutting entry'],
  ['dependencies_on_this', 'dependency on this'],
  ['dependents', 'dependent'],
  ['diagnostics', 'diagnostic'],
  ['entries', 'commit'],
  ['findings', 'finding'],
  ['from_history', 'passage'],
  ['files', 'file'],
  ['held_by_tests', 'test'],
  ['history', 'earlier step'],
  ['matches', 'match'],
  ['open_corrections', 'open correction'],
  ['refs', 'notes ref'],
  ['regions', 'region'],
  ['resolved', 'resolved unit'],
  ['sharing', 'comparison with a remote'],
  ['steps', 'step'],
  ['units', 'unit'],
])

const PLURAL: ReadonlyMap<string, string> = new Map([
  ['cross_cutting', 'cross-cutting entries'],
  ['dependencies_on_this', 'dependencies on this'],
  ['matches', 'matches'],
  ['sharing', 'comparisons with a remote'],
])

function formatCounts(lists: Readonly<Record<string, number>>): string {
  return Object.entries(lists)
    .map(([list, number]) => `${number} ${nounOf(list, number)}`)
    .join(', ')
}

/** Returns the noun for this number of entries of a list. */
function nounOf(list: string, number: number): string {
  const one = SINGULAR.get(list)
  if (one === undefined) return neutralise(list.replaceAll('_', ' '))
  return number === 1 ? one : (PLURAL.get(list) ?? `${one}s`)
}
