import type { Diagnostic } from '@chronicle/schema'
import { countAt, listAt, objectOf, textAt, type Answer } from '../http/fields.ts'
import { pullNumberOf } from '../github/read-github.ts'
import { parseJsonValues } from './parse-json-values.ts'

/** A file saved from an API. Its path supplies what the entries of some lists do not contain. */
export interface AnswerFile {
  readonly name: string
  readonly text: string
}

/** The kind of an entry in an API response. */
export type EntryKind = 'change' | 'comment' | 'conversation' | 'review' | 'discussion' | 'commit'

/** Entries of all files by kind and by the change they belong to. Entries of unknown kind are counted. */
export interface SortedEntries {
  readonly changes: readonly unknown[]
  of(kind: Exclude<EntryKind, 'change'>, number: number): readonly unknown[]
  readonly diagnostics: readonly Diagnostic[]
}

/**
 * Sorts the entries of files. `kindOf` returns the kind of an entry, or `undefined` if it is not one of this host's.
 */
export function sortEntries(
  files: readonly AnswerFile[],
  kindOf: (entry: Answer) => EntryKind | undefined,
  numberOf: (entry: Answer, kind: EntryKind) => number | undefined,
): SortedEntries {
  const changes: unknown[] = []
  const sorted = new Map<string, unknown[]>()
  const diagnostics: Diagnostic[] = []
  for (const { name, text } of files) {
    const { values, brokenAt } = parseJsonValues(text)
    let unknown = 0
    let homeless = 0
    for (const entry of entriesOf(values)) {
      const kind = kindOf(entry)
      if (kind === undefined) unknown++
      else if (kind === 'change') changes.push(entry)
      else {
        const number = numberOf(entry, kind) ?? numberInName(name)
        const key = `${kind} ${number ?? ''}`
        if (number === undefined) homeless++
        else sorted.set(key, [...(sorted.get(key) ?? []), entry])
      }
    }
    const tell = (message: string): void => {
      diagnostics.push({ code: 'discussion_entries_left_out', severity: 'warning', message, path: name })
    }
    if (brokenAt !== undefined) tell(`${name} is no JSON from line ${brokenAt} on; what stands before it was read.`)
    if (unknown > 0) tell(`${name} has ${entriesText(unknown)} of no known kind, which were left out.`)
    if (homeless > 0) {
      tell(
        `${name} has ${entriesText(homeless)} that do not say which change they belong to. Put its number into the path, such as 12/commits.json.`,
      )
    }
  }
  return { changes, of: (kind, number) => sorted.get(`${kind} ${number}`) ?? [], diagnostics }
}

/** Returns the objects in lists and in nested lists. */
function entriesOf(values: readonly unknown[]): readonly Answer[] {
  return values.flatMap((value): readonly Answer[] => {
    if (Array.isArray(value)) return entriesOf(value as readonly unknown[])
    const entry = objectOf(value)
    return entry === undefined ? [] : [entry]
  })
}

function entriesText(count: number): string {
  return count === 1 ? '1 entry' : `${count} entries`
}

/** Returns the last number in a path: `pulls/12/commits.json`, `commits-12.json`. */
function numberInName(name: string): number | undefined {
  const digits = [...name.matchAll(/(?:^|[^\d.])(\d{1,9})(?=[^\d.]|\.json|\.ndjson|\.jsonl|\.txt|$)/g)].at(-1)?.[1]
  return digits === undefined ? undefined : Number(digits)
}

/** Returns the kind of an entry in GitHub's lists, by the keys that only such entries have. */
export function githubKind(entry: Answer): EntryKind | undefined {
  if ('merge_commit_sha' in entry && 'number' in entry) return 'change'
  if ('diff_hunk' in entry || ('pull_request_url' in entry && 'path' in entry)) return 'comment'
  if ('pull_request_url' in entry && 'submitted_at' in entry) return 'review'
  if ('issue_url' in entry && 'body' in entry) return 'conversation'
  return 'sha' in entry && objectOf(entry['commit']) !== undefined ? 'commit' : undefined
}

/** Returns the number of the pull request that an entry belongs to, if the entry contains it. */
export function githubNumber(entry: Answer, kind: EntryKind): number | undefined {
  return kind === 'commit' ? undefined : pullNumberOf(entry)
}

/** Returns the kind of an entry in GitLab's lists. */
export function gitlabKind(entry: Answer): EntryKind | undefined {
  if ('iid' in entry && 'merge_commit_sha' in entry) return 'change'
  if (Array.isArray(entry['notes'])) return 'discussion'
  if ('noteable_type' in entry && 'body' in entry) return 'conversation'
  return 'short_id' in entry && 'id' in entry ? 'commit' : undefined
}

/** Returns the number of the merge request that an entry belongs to, if the entry contains it. */
export function gitlabNumber(entry: Answer, kind: EntryKind): number | undefined {
  const note = kind === 'discussion' ? objectOf(listAt(entry, 'notes')[0]) : entry
  return textAt(note, 'noteable_type') === 'MergeRequest' ? countAt(note, 'noteable_iid') : undefined
}
