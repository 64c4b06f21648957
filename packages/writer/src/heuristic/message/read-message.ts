import {
  argues,
  boilerplateOf,
  groupSentences,
  isByProgram,
  MOVES_DEPENDENCY,
  parseMessage,
  type IssueLink,
  type ParsedMessage,
} from '@chronicle/core/prose'
import { omitUndefined } from '@chronicle/schema'
import { givesReason } from './gives-reason.ts'

/** A parsed commit message, classified. */
export interface CommitMessage extends ParsedMessage {
  /** The type of a conventional commit, such as `fix`. */
  readonly type?: string
  /** Issues of this repository that the message names, if they are few enough to be its topic. */
  readonly issues: readonly IssueLink[]
  /** Why the message is uninformative. */
  readonly boilerplate?: string
}

const TYPES = 'feat|feature|fix|bugfix|perf|refactor|docs?|tests?|chore|build|ci|style|revert|deps'
const CONVENTIONAL = new RegExp(`^(${TYPES})(?:\\([^)]*\\))?!?:\\s`, 'i')

/** Maximum number of issues. A message with more lists the contents of a release or a merge. */
const MAX_ISSUES = 5

/** Parses and classifies a commit message. `parents`: the number of the commit's parents. */
export function readMessage(message: string, parents = 1): CommitMessage {
  const parsed = parseMessage(message)
  const { subject, blocks, merge, links } = parsed
  const hasProse = blocks.some(({ kind }) => kind === 'paragraph' || kind === 'bullet')
  const usual = boilerplateOf(subject)
  const type = CONVENTIONAL.exec(subject)?.[1]?.toLowerCase()
  const boilerplate =
    parents > 1 || (merge && (!hasProse || /^Merged revisions\b/.test(subject)))
      ? 'its message is that of a merge'
      : ((usual === MOVES_DEPENDENCY && saysWhy(message, parsed) ? undefined : usual) ??
        (/^revert\b/i.test(subject) && !hasProse ? 'it takes another commit back and does not say why' : undefined))
  return {
    ...parsed,
    issues: links.issues.filter(({ repository }) => repository === undefined).slice(0, MAX_ISSUES),
    ...omitUndefined({ type, boilerplate }),
  }
}

/** Whether a person gives the reason for a dependency update in a sentence of its own. */
function saysWhy(message: string, parsed: ParsedMessage): boolean {
  if (isByProgram(message)) return false
  return argues(parsed) || groupSentences(parsed.blocks).some((passage) => !passage.bullet && givesReason(passage))
}
