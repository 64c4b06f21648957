import { parseMessage, type IssueLink, type ParsedMessage } from '@chronicle/core/prose'

/** A commit message as the writer reads it. */
export interface CommitMessage extends ParsedMessage {
  /** The type of a conventional commit, such as `fix`. */
  readonly type?: string
  /** Issues of this repository that the message names, few enough to be what it is about. */
  readonly issues: readonly IssueLink[]
  /** Why nothing can be learned from it. */
  readonly boilerplate?: string
}

const TYPES = 'feat|feature|fix|bugfix|perf|refactor|docs?|tests?|chore|build|ci|style|revert|deps'
const CONVENTIONAL = new RegExp(`^(${TYPES})(?:\\([^)]*\\))?!?:\\s`, 'i')

/** `1.2`, `v1.2.3-rc.1`. */
const VERSION = 'v?\\d+(?:\\.\\d+)+\\S*'
const BOILERPLATE: readonly (readonly [RegExp, string])[] = [
  [/^(?:fixup|squash|amend)! /, 'it is to be squashed into another'],
  [
    new RegExp(
      `^(?:[\\w./-]+(?:\\([^)]*\\))?!?: ?)?(?:(?:auto)?(?:bump(?:s|ed|ing)?|upgrad(?:es?|ed|ing)|downgrad(?:es?|ed|ing)|updat(?:es?|ed|ing)|pin(?:s|ned|ning)?)\\b.*(?:\\b(?:to|from|version)|@) ?(?:${VERSION}|v?\\d+|\`[^\`]*\\d\`)\\.?$|bump(?:s|ed|ing)? (?:\\S+ )?(?:version|dependenc\\w+)\\b|update (?:all )?(?:dependenc\\w+|lock ?files?)\\b)|^(?:chore|build|fix)\\(deps[^)]*\\)!?:|^deps(?:\\([^)]*\\))?: ?\\S+@`,
      'i',
    ),
    'it moves a dependency to another version',
  ],
  [
    new RegExp(
      `^(?:\\[?release\\]?:? ${VERSION}|(?:chore|build)\\(release\\)|prepare (?:for )?(?:a |the )?(?:\\S+ )?release\\b|(?:\\S+[ -]|version:? )?${VERSION}$|[\\w@/-]+@${VERSION}$|back to dev)`,
      'i',
    ),
    'it makes a release',
  ],
  [/^(?:\[pre-commit|pre-commit(?:\.ci)?\b.*\bauto-?update)|\bpre-commit autoupdate\b/i, 'a program made it'],
]

/** A message that names more issues than this lists what a release or a merge brings. */
const MAX_ISSUES = 5

/** Reads a commit message. `parents`: how many the commit has. */
export function readMessage(message: string, parents = 1): CommitMessage {
  const parsed = parseMessage(message)
  const { subject, blocks, merge, links } = parsed
  const hasProse = blocks.some(({ kind }) => kind === 'paragraph' || kind === 'bullet')
  const type = CONVENTIONAL.exec(subject)?.[1]?.toLowerCase()
  const boilerplate =
    parents > 1 || (merge && !hasProse)
      ? 'its message is that of a merge'
      : (BOILERPLATE.find(([pattern]) => pattern.test(subject))?.[1] ??
        (/^revert\b/i.test(subject) && !hasProse ? 'it takes another commit back and does not say why' : undefined))
  return {
    ...parsed,
    issues: links.issues.filter(({ repository }) => repository === undefined).slice(0, MAX_ISSUES),
    ...(type === undefined ? {} : { type }),
    ...(boilerplate === undefined ? {} : { boilerplate }),
  }
}
