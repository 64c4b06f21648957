import { neutralise } from '@chronicle/core/text'
import type { Remark } from '@chronicle/core/contracts'
import type { CommitDiscussion } from '../../discussions/commit-discussion.ts'

/**
 * Returns the review discussions of a commit as lines. Each remark has its URL and author, so that it can be cited.
 * With `files`, only threads in these files are included; remarks about the whole change always are.
 */
export function describeDiscussions(
  discussions: readonly CommitDiscussion[] | undefined,
  files?: ReadonlySet<string>,
): readonly string[] {
  return (discussions ?? []).flatMap(({ change, whole, threads }) => {
    const { author, description, label, title, url } = change
    const here = threads.filter(({ path }) => files === undefined || files.has(path))
    const remarks = whole?.remarks ?? []
    if (description === '' && remarks.length + here.length === 0) return []
    return [
      title === '' ? `${oneLine(label)}:` : `${oneLine(label)}: ${oneLine(title)}`,
      ...(description === '' ? [] : describeRemark({ url, text: description, author })),
      ...remarks.flatMap(describeRemark),
      ...here.flatMap(({ lines, near, path, thread }) => [
        `on ${path}${lines === undefined ? '' : `:${lines.start}-${lines.end}`}${near === true ? ', near these lines' : ''}${thread.resolved === true ? ', resolved' : ''}:`,
        ...thread.remarks.flatMap(describeRemark),
      ]),
    ]
  })
}

function describeRemark({ author, text, url }: Pick<Remark, 'author' | 'text' | 'url'>): readonly string[] {
  return [`${oneLine(author.name)} at ${oneLine(url)}:`, ...text.split('\n').flatMap(indentedLine)]
}

function indentedLine(line: string): readonly string[] {
  return line.trim() === '' ? [] : [`  ${neutralise(line)}`]
}

function oneLine(text: string): string {
  return neutralise(text.replace(/\s+/g, ' '))
}
