import { messageBlocks, type MessageBlock } from './message-blocks.ts'
import { messageLinks, type MessageLinks } from './message-links.ts'
import { messageSubject } from './message-subject.ts'
import { squashTitles, withoutNonCodeCommits } from './squash-titles.ts'
import { isTrailerBlock, parseTrailer, type MessageTrailer } from './message-trailers.ts'
import { withoutTestSections } from './without-test-sections.ts'

/** The parts of a commit message. */
export interface ParsedMessage {
  /** The subject on one line, without a pull request number. For a merged pull request its title, if there is one. */
  readonly subject: string
  /** The body in its author's order, without trailers, reference lines, check lists and template texts. */
  readonly blocks: readonly MessageBlock[]
  readonly trailers: readonly MessageTrailer[]
  /** The verbatim line that explains each mark, such as `[1]`, in the text. */
  readonly footnotes: ReadonlyMap<string, string>
  /** Commits and issues that the message mentions. */
  readonly links: MessageLinks
  /** Whether the first line says that branches were merged. */
  readonly merge: boolean
}

/**
 * Parses a commit message into its parts. Nothing is reworded: the subject, each block and each trailer occur verbatim
 * in the message, except for white space.
 */
export function parseMessage(message: string): ParsedMessage {
  const lines = message
    .replace(/\r\n?/g, '\n')
    .trim()
    .split('\n')
    .map((line) => line.trimEnd())
  const subject = messageSubject(lines)
  const body = withoutSquashHeaders(withoutSignature(lines.slice(subject.lines)))
  const trailers = trailerLines(body)
  const prose = body.slice(0, body.length - trailers.length)
  return {
    subject: subject.text,
    blocks: blocksOf(lines[0] ?? '', withoutShortlog(prose, subject.merge)),
    trailers: trailers.flatMap((line) => parseTrailer(line) ?? []),
    footnotes: footnotesOf(body),
    links: messageLinks(message),
    merge: subject.merge,
  }
}

/** `[1]: https://example.org/a`, or without the colon; `[name]: https://example.org/a`. */
const FOOTNOTE = /^\s*(\[\^?\d+\](?=:|\s)|\[[^[\]]+\](?=:)):?\s*<?https?:\S+$/

function footnotesOf(lines: readonly string[]): ReadonlyMap<string, string> {
  return new Map(
    lines.flatMap((line): [string, string][] => {
      const mark = FOOTNOTE.exec(line)?.[1]
      return mark === undefined ? [] : [[mark, line.trim()]]
    }),
  )
}

function blocksOf(first: string, body: readonly string[]): readonly MessageBlock[] {
  const titles = squashTitles(first, body)
  return messageBlocks(withoutTestSections(withoutNonCodeCommits(body, titles), titles), titles)
}

/** An e-mail signature ends the message, and so does the data that hg-git appends. */
function withoutSignature(lines: readonly string[]): readonly string[] {
  const end = lines.findIndex((line) => line === '--' || line === '--HG--')
  return end === -1 ? lines : lines.slice(0, end)
}

/** Returns the paragraphs at the end of the message that consist of trailers. */
function trailerLines(lines: readonly string[]): readonly string[] {
  let start = lines.length
  for (let end = lines.length; end > 0;) {
    const blank = lines.slice(0, end).findLastIndex((line) => line.trim() === '')
    const paragraph = lines.slice(blank + 1, end)
    if (paragraph.length > 0 && !isTrailerBlock(paragraph)) break
    start = blank + 1
    end = blank
  }
  return lines.slice(start)
}

/** `git merge --squash` lists each commit as `git log` does, with its message indented; only the messages are kept. */
function withoutSquashHeaders(lines: readonly string[]): readonly string[] {
  if (!lines.some((line) => /^commit [0-9a-f]{40,64}$/.test(line))) return lines
  return lines
    .filter(
      (line) =>
        !/^(?:commit [0-9a-f]{40,64}|(?:Author|Date|Merge|Commit): .*|Squashed commit of the following:)$/.test(line),
    )
    .map((line) => line.replace(/^ {4}/, ''))
}

/**
 * `git merge --log` lists the subjects of the merged commits: `* topic: (3 commits)` or `* topic:`, then indented
 * lines.
 */
function withoutShortlog(lines: readonly string[], merge: boolean): readonly string[] {
  if (!merge) return lines
  const start = lines.findIndex((line) => /^\* \S+:(?: \(\d+ commits?\))?$/.test(line))
  return start === -1 ? lines : lines.slice(0, start)
}
