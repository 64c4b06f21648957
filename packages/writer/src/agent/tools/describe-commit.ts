import { commitTime } from '@chronicle/core/contracts'
import type { AuthorContext } from '../../author-context/author-context.ts'
import type { CommitContext } from '../../commit-context.ts'
import { describeDiscussions } from '../prompts/describe-discussions.ts'

/** Returns what is known about a commit besides its changes, as lines. */
export function describeCommit({ commit, author, discussions }: CommitContext): readonly string[] {
  const { id, author: by, parents, message } = commit
  const time = commitTime(by.time)
  return [
    `commit ${id}`,
    `by ${by.name}${time === undefined ? '' : `, ${time}`}`,
    `parents: ${parents.length === 0 ? 'none' : parents.join(', ')}`,
    'message:',
    ...message.trimEnd().split('\n'),
    ...(author === undefined ? [] : ['author context:', ...describeAuthor(author)]),
    ...withHeading('discussion:', describeDiscussions(discussions)),
  ]
}

function withHeading(heading: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : [heading, ...lines]
}

/** Returns what the author said besides the message, as lines. */
export function describeAuthor(author: AuthorContext): readonly string[] {
  const { task, reasoning, dependencies, tags, rejected, notes, squashSources } = author
  return [
    ...(task === undefined ? [] : [`Task: ${task}`]),
    ...(reasoning === undefined ? [] : [`Reasoning: ${reasoning}`]),
    ...(dependencies === undefined ? [] : [`Dependencies: ${dependencies}`]),
    ...(tags.length === 0 ? [] : [`Tags: ${tags.join(', ')}`]),
    ...rejected.map(({ approach, reason }) => `Rejected: ${approach} (${reason})`),
    ...notes.map(({ text, place }) => `Note${place === undefined ? '' : ` on ${place}`}: ${text}`),
    ...(squashSources.length === 0 ? [] : [`Squashed from: ${squashSources.join(', ')}`]),
  ].flatMap((text) => text.split('\n'))
}
