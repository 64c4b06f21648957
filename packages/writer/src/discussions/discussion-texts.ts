import type { CommitDiscussion } from './commit-discussion.ts'

/** Returns all texts that people wrote in discussions, verbatim, with URL and author. */
export function discussionTexts(
  discussions: readonly CommitDiscussion[],
): readonly { readonly text: string; readonly url: string; readonly author: string }[] {
  return discussions.flatMap(({ change, whole, threads }) => {
    const { title, description, url, author } = change
    const remarks = [...(whole?.remarks ?? []), ...threads.flatMap(({ thread }) => thread.remarks)]
    return [
      { text: `${title}\n\n${description}`, url, author: author.name },
      ...remarks.map((remark) => ({ text: remark.text, url: remark.url, author: remark.author.name })),
    ]
  })
}
