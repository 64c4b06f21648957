import { omitUndefined } from '@chronicle/schema'

/** How a commit relates to an earlier one that its message names. */
export type CommitRelation =
  'reverts' | 'reapplies' | 'fixes' | 'introduced_in' | 'picked_from' | 'squashes' | 'refers_to'

/** An earlier commit that a message names, by id or by subject. */
export interface CommitLink {
  readonly relation: CommitRelation
  /** The id as written: 7 to 64 hex digits. Absent when only the subject is named. */
  readonly commit?: string
  /** The subject of that commit, if the message gives it. */
  readonly subject?: string
  /** `owner/name` as written in a URL; it may be another repository. */
  readonly repository?: string
  /** The words of the message that name it, on one line. */
  readonly quote: string
}

/** An issue or pull request that a message names. */
export interface IssueLink {
  readonly number: number
  /** `owner/name` as written in a URL or before the number. Absent for the same repository. */
  readonly repository?: string
  /** Whether the message says that the commit closes or fixes it. */
  readonly closes: boolean
  readonly quote: string
}

/** The commits and issues that a message names, in its order, without duplicates. */
export interface MessageLinks {
  readonly commits: readonly CommitLink[]
  readonly issues: readonly IssueLink[]
}

const ID = '(?<id>[0-9a-f]{7,64})'
const NAMED = `(?:\\s*\\(["“]?(?<subject>[^()]*(?:\\([^()]*\\)[^()]*)*?)["”]?(?:,\\s*\\d{4}-\\d\\d-\\d\\d)?\\))?`
/** Patterns of the words before an id that state how it relates to this commit. The first match counts. */
const COMMITS: readonly (readonly [CommitRelation, RegExp])[] = [
  [
    'reverts',
    new RegExp(
      `\\brevert(?:s|ed|ing)?(?: of)?:?\\s+(?:(?:the|commits?|changes? (?:in|from|of))\\s+)*${ID}\\b${NAMED}`,
      'gi',
    ),
  ],
  // The second and later ids of `Revert 1a2b3c4 and 5d6e7f8`.
  [
    'reverts',
    new RegExp(`(?<=\\brevert(?:s|ed|ing)? (?:commits? )?(?:[0-9a-f]{7,64}(?:,? and |, )){1,20})${ID}\\b`, 'gi'),
  ],
  ['squashes', /^(?:squash|fixup|amend)! (?<subject>.+)$/gim],
  ['reverts', /^Revert ["“](?<subject>.+)["”](?:\s*\(#\d+\))?$/gm],
  ['reapplies', /^Reapply ["“](?<subject>.+)["”](?:\s*\(#\d+\))?$/gm],
  [
    'picked_from',
    new RegExp(
      `\\b(?:cherry[- ]picked|backport(?:ed)?|picked)(?: from| of)?:?\\s+(?:commit\\s+)?${ID}\\b${NAMED}`,
      'gi',
    ),
  ],
  ['fixes', new RegExp(`\\bfix(?:es|ed)?(?: (?:up|for|of))?:?\\s+(?:commit\\s+)?${ID}\\b${NAMED}`, 'gi')],
  [
    'introduced_in',
    new RegExp(
      `\\b(?:since|introduced (?:in|by|with)|caused by|broken (?:in|by|since)|broke(?:n)? (?:in|by)|regress(?:ed|ion) (?:in|from|of|since)|as of|after|until|starting (?:with|from|in)|added (?:in|by))\\s+(?:(?:the|commit)\\s+)*${ID}\\b${NAMED}`,
      'gi',
    ),
  ],
  [
    'refers_to',
    new RegExp(`\\b(?:commits?|in|by|from|see|of|to|with|and|follow-?up to|ref)\\s+${ID}\\b${NAMED}`, 'gi'),
  ],
  [
    'refers_to',
    new RegExp(`\\b${ID}\\s*\\(["“]?(?<subject>[^()]+(?:\\([^()]*\\)[^()]*)*?)["”]?,\\s*\\d{4}-\\d\\d-\\d\\d\\)`, 'gi'),
  ],
  ['refers_to', new RegExp(`https?://[\\w.-]{1,255}/(?<repository>[\\w./-]{1,255}?)/(?:-/)?commit/${ID}\\b`, 'gi')],
]

const CLOSING =
  '(?<closes>\\b(?:fix(?:es|ed)?|close[sd]?|resolve[sd]?|addresses|implements)(?:\\s+(?:issue|bug|pr))?[:\\s]+)?'
const ISSUES: readonly RegExp[] = [
  new RegExp(
    `${CLOSING}https?://[\\w.-]{1,255}/(?<repository>[\\w./-]{1,255}?)/(?:-/)?(?:issues|pull|merge_requests)/(?<number>\\d+)`,
    'gi',
  ),
  new RegExp(`${CLOSING}(?<![\\w/&])(?<repository>[\\w.-]{1,100}/[\\w.-]{1,100})#(?<number>\\d+)\\b`, 'gi'),
  new RegExp(
    `${CLOSING}(?<![\\w/&#{])(?<!\\b(?:number|step|item|option|problem|reason|case|rule|point|attempt|part|benchmark|run|test|figure|table|section|page|line|example|question|type) )(?:#|\\bgh-|\\bissue (?:#|no\\. ?)?)(?<number>\\d+)\\b(?!\\.\\d)`,
    'gi',
  ),
  /^(?:Merge (?:pull|merge) request) [#!](?<number>\d+)/gim,
]

/** Finds the commits and issues that a message names. Ids and numbers are as written; they may not exist. */
export function messageLinks(message: string): MessageLinks {
  return { commits: commitLinks(message), issues: issueLinks(message) }
}

/** A fast test that every message naming a commit passes. Most messages fail it, and the full patterns are slow. */
const NAMES_COMMIT = /[0-9a-f]{7}|^(?:squash|fixup|amend)! |^Re(?:vert|apply) ["“]/im

function commitLinks(message: string): readonly CommitLink[] {
  if (!NAMES_COMMIT.test(message)) return []
  const found: (CommitLink & { readonly at: number })[] = []
  const knownKeys = new Set<string>()
  for (const [relation, pattern] of COMMITS) {
    for (const match of message.matchAll(pattern)) {
      const { id, repository, subject } = match.groups ?? {}
      // A word of only letters or only digits is hardly an id.
      if (id !== undefined && id.length < 40 && !(/\d/.test(id) && /[a-f]/i.test(id))) continue
      const key = id?.slice(0, 7).toLowerCase() ?? `${subject}`
      if (knownKeys.has(key)) continue
      knownKeys.add(key)
      const commit = id === undefined ? {} : { commit: id.toLowerCase() }
      const named = subject === undefined || subject.trim() === '' ? {} : { subject: titleOf(subject) }
      const where = omitUndefined({ repository })
      found.push({ relation, ...commit, ...named, ...where, quote: oneLine(match[0]), at: match.index })
    }
  }
  return found.sort((a, b) => a.at - b.at).map(({ at: _, ...link }) => link)
}

function issueLinks(message: string): readonly IssueLink[] {
  const found = new Map<string, IssueLink & { readonly at: number }>()
  for (const pattern of ISSUES) {
    for (const match of message.matchAll(pattern)) {
      const { number = '', repository, closes } = match.groups ?? {}
      const key = `${repository ?? ''}#${number}`
      const known = found.get(key)
      if (known?.closes === true || (known !== undefined && closes === undefined)) continue
      const where = omitUndefined({ repository })
      const link = { number: Number(number), ...where, closes: closes !== undefined, quote: oneLine(match[0]) }
      found.set(key, { ...link, at: match.index })
    }
  }
  return [...found.values()].sort((a, b) => a.at - b.at).map(({ at: _, ...link }) => link)
}

/** Returns a subject named in brackets, without quotation marks or a date after it. */
function titleOf(text: string): string {
  return oneLine(text)
    .replace(/,\s*\d{4}-\d\d-\d\d$/, '')
    .replace(/^["“]|["”]$/g, '')
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}
