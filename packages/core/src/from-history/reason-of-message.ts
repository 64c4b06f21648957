import { omitEmpty, type HistoryPassage, type HistoryReason } from '@chronicle/schema'
import type { Commit } from '../contracts/git-backend.ts'
import { continuesSubject } from '../prose/continues-subject.ts'
import type { Passage } from '../prose/group-sentences.ts'
import { isArgument } from '../prose/is-argument.ts'
import { isOnlyAboutForm } from '../prose/only-about-form.ts'
import { isOnlyAboutText } from '../prose/only-about-text.ts'
import { sentenceRole } from '../prose/sentence-role.ts'
import { commitTime } from '../contracts/commit-time.ts'
import { isInformativeSubject } from './informative-subject.ts'
import type { QuotedMessage } from './quote-messages.ts'

/**
 * Returns the message of a commit as a reason, independent of the place, followed by `more` passages. Returns
 * `undefined` if no passage states something and the subject only names the change.
 */
export function reasonOfMessage(
  commit: Commit,
  { isBoilerplate, isRepeated, message: { subject }, passages }: QuotedMessage,
  more: readonly HistoryPassage[] = [],
): HistoryReason | undefined {
  const isAboutCode = !isOnlyAboutText(subject) && !isOnlyAboutForm(subject)
  const kept = isAboutCode ? passages : passages.filter(({ sentences }) => sentences.some(isArgument))
  const hasStatement = more.length > 0 || kept.some(({ sentences }) => sentences.some(isStatement))
  if (!hasStatement && (isBoilerplate || isRepeated || !isInformativeSubject(subject))) return undefined
  const continues = (each: Passage, before: Passage | undefined): boolean =>
    before === undefined ? !isRepeated && continuesSubject(subject, each) : continuesPassage(before, each)
  const quoted = kept.map((each, index): HistoryPassage => ({
    text: each.text,
    ...omitEmpty({ continues: continues(each, kept[index - 1]) }),
  }))
  return {
    origin: 'history',
    commit: commit.id,
    timestamp: commitTime(commit.committer.time) ?? '',
    ...omitEmpty({ author: commit.author.name }),
    ...(!isRepeated && { summary: subject }),
    passages: [...quoted, ...more],
  }
}

function isStatement(sentence: string): boolean {
  return sentenceRole(sentence) !== 'reference'
}

/** Whether a passage directly continues the one quoted before it, with none omitted in between. */
function continuesPassage(before: Passage, { continues, index }: Passage): boolean {
  return continues && before.index === index - 1
}
