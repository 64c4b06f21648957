import { omitUndefined, type CommitId, type TreeId } from '@chronicle/schema'
import { hashText } from '../cache/hash-text.ts'
import type { Commit } from '../contracts/git-backend.ts'

/** The facts by which rewritten commits are recognised. Small, because there may be very many of them. */
export interface CommitFacts {
  readonly id: CommitId
  readonly parents: readonly CommitId[]
  readonly tree: TreeId
  /** The author's address in lower case, or the name when there is no address. */
  readonly author: string
  /** The author, and the co-authors that the message names. */
  readonly authors: readonly string[]
  /** Seconds since the epoch. */
  readonly authoredAt: number
  readonly committedAt: number
  /** The first line, without the number that a server appends. */
  readonly subject: string
  /** Number of a pull or merge request, from the subject or from the text that a server added below it. */
  readonly request?: string
  /** A hash of the message. */
  readonly message: string
  /** Trailers that a rewritten commit keeps, as `name: value`. */
  readonly changeIds: readonly string[]
  /** Commits that the message names as its sources, as `git cherry-pick -x` and `git merge --squash` write it. */
  readonly sources: readonly string[]
  /** Lines of the body that may be subjects of commits, as servers and `git merge --squash` list them. */
  readonly listed: readonly string[]
  /** Those of them with the mark of a list item or the id of a commit. */
  readonly marked: readonly string[]
}

const CHANGE_ID =
  /^(change-id|differential revision|commit-id|pull[ -]request[ -]resolved|pull-request|stack-id): *(\S+)$/i
const CHERRY_PICKED = /^\(cherry picked from commit ([0-9a-f]{40,64})\)$/
const TRAILER = /^[a-z][\w-]*: |^\(cherry picked from commit /i
const BY_GIT = /^(?:Signed-off-by: |\(cherry picked from commit )/
const SQUASHED = /^commit ([0-9a-f]{40,64})$/
const CO_AUTHOR = /^co-authored-by:([^<]*)<([^>]*)>/i
const NUMBERED = / *\((?:#|!|gh-)\d+\)$/i
const REQUEST = /(?:\((?:#|!|gh-)(\d+)\)$|^Merged PR (\d+): |\(pull request #(\d+)\)|See merge request \S*!(\d+))/im
const LIST_MARK = /^(?:[*-] +)?(?:[0-9a-f]{7,64} +)?/
const MERGED_PR = /^Merged PR \d+: /

/**
 * Maximum number of lines of a message to examine, and maximum length of a listed line: the squash of a long branch has
 * a long message.
 */
const MAX_LINES = 5000
const MAX_LISTED_LENGTH = 300

export function commitFacts({ id, parents, tree, author, committer, message }: Commit): CommitFacts {
  const lines = message
    .trimStart()
    .split('\n', MAX_LINES)
    .map((line) => line.trim())
  const name = author.email === '' ? author.name : author.email
  const coAuthors = lines.flatMap((line) => {
    const [, other = '', email = ''] = CO_AUTHOR.exec(line) ?? []
    return other.trim() === '' && email === '' ? [] : [(email === '' ? other.trim() : email).toLowerCase()]
  })
  const request = REQUEST.exec(message)
    ?.slice(1)
    .find((number) => number !== undefined)
  const items = lines.slice(1).flatMap((line) => {
    const [mark] = LIST_MARK.exec(line) ?? ['']
    const text = line.slice(mark.length)
    if (text.length < 4 || text.length > MAX_LISTED_LENGTH) return []
    return [{ subject: plainSubject(text), isMarked: mark !== '' }]
  })
  return {
    id,
    parents,
    tree,
    author: name.toLowerCase(),
    authors: [name.toLowerCase(), ...coAuthors],
    authoredAt: author.time,
    committedAt: committer.time,
    subject: plainSubject(lines[0] ?? ''),
    ...omitUndefined({ request }),
    message: hashText(message.trim()),
    changeIds: lines.flatMap((line) => {
      const [, trailer, value] = CHANGE_ID.exec(line) ?? []
      return trailer === undefined || value === undefined ? [] : [`${trailer}: ${value}`]
    }),
    sources: [
      ...pickedFrom(message.split('\n', MAX_LINES)),
      ...lines.flatMap((line) => SQUASHED.exec(line)?.[1] ?? []),
    ],
    listed: items.map(({ subject }) => subject),
    marked: items.flatMap(({ subject, isMarked }) => (isMarked ? [subject] : [])),
  }
}

/**
 * Returns the commits that a message names in the form of `git cherry-pick -x`: on a line of its own between blank lines
 * or trailers, anywhere, because a server that squashes picked commits joins their messages. Prose may quote that form.
 */
function pickedFrom(lines: readonly string[]): readonly string[] {
  const isApart = (line = ''): boolean => line.trim() === '' || TRAILER.test(line.trim())
  return lines.flatMap((line, index) => {
    const source = CHERRY_PICKED.exec(line.trim())?.[1]
    if (source === undefined || !isApart(lines[index + 1])) return []
    const start = lines.slice(0, index).findLastIndex((before) => before.trim() === '') + 1
    return isApart(lines[index - 1]) || (start > 0 && isFooter(lines.slice(start, index))) ? [source] : []
  })
}

/**
 * Whether git takes a paragraph for trailers, and so appends its line without a blank one: all lines are trailers, or at
 * least a quarter is, and git itself wrote one of them. An indented line continues the one before.
 */
function isFooter(paragraph: readonly string[]): boolean {
  let trailers = 0
  let isTrailer = false
  for (const line of paragraph) {
    if (!/^\s/.test(line)) isTrailer = TRAILER.test(line)
    if (isTrailer) trailers++
  }
  return (
    trailers === paragraph.length || (paragraph.some((line) => BY_GIT.test(line)) && trailers * 4 >= paragraph.length)
  )
}

/** Returns a subject without the text that a server adds when it merges. */
export function plainSubject(line: string): string {
  return line.replace(MERGED_PR, '').replace(NUMBERED, '').trim()
}
