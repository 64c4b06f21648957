import { omitEmpty, type HistoryReason } from '@chronicle/schema'
import type { Commit } from '../contracts/git-backend.ts'
import { isHousekeeping } from '../prose/housekeeping.ts'
import { isOnlyAboutForm } from '../prose/only-about-form.ts'
import { isOnlyAboutText } from '../prose/only-about-text.ts'
import { parseMessage, type ParsedMessage } from '../prose/parse-message.ts'
import { withoutSubjectPrefix } from '../prose/subject-prefix.ts'

const REPLACING: ReadonlySet<string> = new Set(['reverts', 'fixes'])

/**
 * Marks the reasons of commits that a newer one of `found` reverts or fixes, by the id or subject in its message. A
 * commit whose revert was itself reverted is not marked, nor one that was made again under the same subject. A reverted
 * commit with only a subject to quote is omitted, because the revert quotes that subject. Both lists are newest first.
 */
export function withReplacements(
  reasons: readonly HistoryReason[],
  found: readonly Pick<Commit, 'id' | 'message'>[],
): readonly HistoryReason[] {
  const commits = found.map(({ id, message }) => ({ id, ...parseMessage(message) }))
  const replaced = new Map<string, NonNullable<HistoryReason['replaced_by']>>()
  const earlier = earlierOfSubject(commits)
  for (const [position, { id, links }] of commits.entries()) {
    const replace = (target: string | undefined, relation: 'reverts' | 'fixes'): void => {
      if (target === undefined || replaced.has(target)) return
      replaced.set(target, { commit: id, relation })
    }
    for (const { commit, relation, subject: named = '' } of links.commits) {
      const title = relation === 'reapplies' ? revertOf(named) : named
      const target = commits.find(
        (other, at) =>
          at > position && (commit === undefined ? isTitled(other.subject, title) : other.id.startsWith(commit)),
      )
      if (relation === 'reapplies') replace(target?.id, 'reverts')
      else if (REPLACING.has(relation)) replace(target?.id, relation as 'reverts' | 'fixes')
    }
    const same = earlier[position] ?? position
    const undoing = commits.slice(position + 1, same).find((other) => reverts(other, commits[same]))
    replace(undoing?.id, 'reverts')
  }
  const isUndone = (commit: string): boolean => {
    const by = replaced.get(commit)
    return by?.relation === 'reverts' && !isUndone(by.commit)
  }
  const summaries = new Map<string, string | undefined>(reasons.map(({ commit, summary }) => [commit, summary]))
  const byId = new Map<string, NamedCommit>(commits.map((each) => [each.id, each]))
  return reasons
    .map((each) => ({ ...each, ...revertedBy(each, byId.get(each.commit), commits) }))
    .flatMap((reason) => {
      const by = replaced.get(reason.commit)
      if (by === undefined || isUndone(by.commit)) return [reason]
      const isQuoted = by.relation === 'reverts' && summaries.get(by.commit) === `Revert "${reason.summary ?? ''}"`
      return isQuoted && reason.passages.length === 0 ? [] : [{ ...reason, replaced_by: by }]
    })
}

/** Number of words and of characters below which unrelated commits may have the same subject. */
const SHORT = { words: 3, characters: 12 } as const

/** Whether unrelated commits may have this subject: `Fix tests`. */
function isGeneric(subject: string): boolean {
  const words = withoutSubjectPrefix(subject)
  // A language without spaces says much in one word.
  const isShort = words.split(' ').length < SHORT.words && words.length < SHORT.characters
  return isShort || isHousekeeping(words) || isOnlyAboutForm(subject) || isOnlyAboutText(subject)
}

/** Returns for each commit the position of the next older one with the same subject, unless that is generic. */
function earlierOfSubject(commits: readonly NamedCommit[]): readonly (number | undefined)[] {
  const positions = new Map<string, number>()
  const earlier = [...commits.entries()].reverse().map(([position, { subject }]) => {
    const known = isGeneric(subject) ? undefined : positions.get(subject)
    positions.set(subject, position)
    return known
  })
  return earlier.reverse()
}

type NamedCommit = Pick<ParsedMessage, 'links' | 'subject'> & { readonly id: string }

/** Returns the commits that a commit reverts by their ids, unless the reason quotes the ids. */
function revertedBy(
  { passages, summary = '' }: HistoryReason,
  own: NamedCommit | undefined,
  commits: readonly NamedCommit[],
): Pick<HistoryReason, 'reverts'> {
  const quoted = [summary, ...passages.map(({ text }) => text)].join('\n')
  const reverted = (own?.links.commits ?? []).flatMap(({ commit, relation, subject }) => {
    if (relation !== 'reverts' || commit === undefined || quoted.includes(commit.slice(0, 7))) return []
    const known = subject ?? commits.find(({ id }) => id.startsWith(commit))?.subject
    return [{ commit, ...(known !== undefined && !quoted.includes(known) && { subject: known }) }]
  })
  return omitEmpty({ reverts: reverted })
}

function reverts({ links }: NamedCommit, target: NamedCommit | undefined): boolean {
  return links.commits.some(
    ({ commit, relation, subject = '' }) =>
      target !== undefined &&
      relation === 'reverts' &&
      (commit === undefined ? isTitled(target.subject, subject) : target.id.startsWith(commit)),
  )
}

/** Whether a commit has the subject that another message quotes, perhaps with the number of a pull request. */
function isTitled(subject: string, quoted: string): boolean {
  return subject === quoted || subject === quoted.replace(/ \(#\d+\)$/u, '')
}

function revertOf(subject: string): string {
  return `Revert "${subject}"`
}
