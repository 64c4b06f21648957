import { proseParagraphs, type Paragraph } from '@chronicle/core/prose'

/** What a commit message is made of. */
export interface CommitMessage {
  /** The first line, or the first lines where they are one wrapped sentence. Without the number of a pull request. */
  readonly subject: string
  /** Prose below the subject; no trailers, no code. */
  readonly paragraphs: readonly Paragraph[]
  /** The type of a conventional commit, such as `fix`. */
  readonly type?: string
  readonly references: readonly IssueReference[]
  /** Why nothing can be learned from it. */
  readonly boilerplate?: string
}

/** An issue or pull request that the message names, in the words that name it. */
export interface IssueReference {
  readonly number: string
  readonly quote: string
}

const TYPES = 'feat|feature|fix|bugfix|perf|refactor|docs?|tests?|chore|build|ci|style|revert|deps'
const CONVENTIONAL = new RegExp(`^(${TYPES})(?:\\([^)]*\\))?!?:\\s`, 'i')

const BOILERPLATE: readonly (readonly [RegExp, string])[] = [
  [/^merge\b/i, 'its message is that of a merge'],
  [/^(?:fixup|squash|amend)! /, 'it is to be squashed into another'],
  [
    /^(?:[\w./-]+[(:] ?)?(?:deps\)?:|(?:auto)?bump(?:s|ed|ing)?\b|(?:chore|build|fix)\(deps[^)]*\)!?:|upgrade\b.*\bto v?\d|update\b.*\bto v?\d+\.|(?:up|down)grade (?:to )?\S+@|pin \S+ (?:to|at)\b)/i,
    'it moves a dependency to another version',
  ],
  [
    /^(?:\[?release\]?|(?:chore|build)\(release\)|prepare (?:for )?(?:a |the )?(?:\S+ )?release|(?:set |start )?(?:new )?version\b|v?\d+\.\d+(?:\.\d+)?\S*\s*$|[\w@/-]+[-@]v?\d+\.\d+\.\d+\s*$|\S+ v?\d+\.\d+\.\d+\s*$|tag |cut |start (?:development|next)|back to dev)/i,
    'it makes a release',
  ],
  [/\bpre-commit\b.*\bauto-?update|\bautoupdate\b|^\[pre-commit/i, 'a program made it'],
]

const TRAILER =
  /^(?:signed-off-by|co-?authored-by|reviewed-by|acked-by|tested-by|reported-by|suggested-by|helped-by|cc|change-id|bug|pr-url|reviewed-on|commit-queue|auto-submit|git-svn-id|cherry[- ]picked from|\(cherry picked from|backport of|on-behalf-of|assisted-by|generated (?:with|by)|patch by|link|x-[\w-]+|updates? #)\b/i
const REFERENCE_LINE =
  /^[\s(*-]*(?:(?:this |also )?(?:fix(?:es|ed)?|close[sd]?|resolve[sd]?|ref(?:s|erences?)?|see(?: also)?|related(?: to)?|part of|issue|pr|gh|addresses|implements|re|supersedes|replaces)(?: issue| pr)?[:\s-]*)?(?:[\w.-]+\/[\w.-]+)?(?:#\d+|gh-\d+|https?:\/\/\S+)(?:[\s,.;&)]*(?:and |closes |fixes |ref |see |pr )*(?:#\d+|gh-\d+|https?:\/\/\S+))*[\s.,)]*$/i
const REFERENCE =
  /\b(?:fix(?:es|ed)?|close[sd]?|resolve[sd]?|refs?|references|see|addresses|issue|pr|gh)[:\s]+(?:issue |pr )?#(\d+)\b|\(#(\d+)\)\s*$/gim

export function readMessage(message: string): CommitMessage {
  const lines = message.replace(/\r\n?/g, '\n').trim().split('\n')
  const head = subjectLines(lines)
  const subject = head
    .join(' ')
    .replace(/\s+/g, ' ')
    .replace(/\s*\(#\d+\)\s*$/, '')
    .trim()
  const body = lines
    .slice(head.length)
    .map((line) => (TRAILER.test(line.trim()) || REFERENCE_LINE.test(line) || REVERTED.test(line) ? '' : line))
  const paragraphs = proseParagraphs(withoutSignature(body))
  const type = CONVENTIONAL.exec(subject)?.[1]?.toLowerCase()
  const boilerplate =
    BOILERPLATE.find(([pattern]) => pattern.test(subject))?.[1] ??
    (/^revert\b/i.test(subject) && paragraphs.length === 0
      ? 'it takes another commit back and does not say why'
      : undefined)
  return {
    subject,
    paragraphs,
    references: references(message),
    ...(type === undefined ? {} : { type }),
    ...(boilerplate === undefined ? {} : { boilerplate }),
  }
}

const REVERTED =
  /^\s*This reverts commit [0-9a-f]{7,64}(?:,? reversing.*)?\.?\s*$|^\s*changes made to [0-9a-f]{7,64}\.?\s*$/i

/** The longest subject that is taken to run over several lines. */
const WRAPPED_SUBJECT = 220

/** A first line that had room for the next word within this many columns was ended on purpose. */
const ROOM = 60

/** A first line that goes on without a blank line, in lower case, is a sentence that its author wrapped. */
function subjectLines(lines: readonly string[]): readonly string[] {
  const blank = lines.findIndex((line) => line.trim() === '')
  const first = lines.slice(0, blank === -1 ? lines.length : blank)
  const wrapped =
    first.length > 1 &&
    first.length <= 4 &&
    first.slice(1).every((line) => /^[a-z(`'"]/.test(line) && !TRAILER.test(line) && !REFERENCE_LINE.test(line)) &&
    first.join(' ').length <= WRAPPED_SUBJECT &&
    first.slice(1).every((line, index) => (first[index] ?? '').length + 1 + (line.split(' ', 1)[0] ?? '').length > ROOM)
  return wrapped ? first : lines.slice(0, 1)
}

/** Mail signatures and the separator of squashed pull requests end nothing else; what follows is no prose. */
function withoutSignature(lines: readonly string[]): readonly string[] {
  const end = lines.findIndex((line) => line === '-- ')
  return end === -1 ? lines : lines.slice(0, end)
}

function references(message: string): readonly IssueReference[] {
  const found = new Map<string, IssueReference>()
  for (const match of message.matchAll(REFERENCE)) {
    const number = match[1] ?? match[2]
    if (number !== undefined && !found.has(number)) found.set(number, { number, quote: match[0].trim() })
  }
  return [...found.values()].slice(0, 5)
}
