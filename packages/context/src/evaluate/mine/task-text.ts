import { parseMessage, type MessageBlock } from '@chronicle/core/prose'

const ISSUE_URL =
  /<?https?:\/\/\S+\/(?:issues?|pulls?|merge_requests|commits?|compare|discussions|bugs?)\/[^\s)>\]]*[^\s)>\].,;:]>?/gi
const ISSUE_NUMBER =
  /\s*[([]?\b(?:(?:fix(?:es|ed)?|close[sd]?|resolve[sd]?|refs?|see|issues?|bug|pr|re)[:\s]+)?(?:\b[\w.-]+\/[\w.-]+#|(?<!\w)#|\bgh-)\d+\b[)\]]?/gi

/**
 * Returns a commit message as a task: subject and body in their author's words, without trailers, check lists, and
 * issue URLs and numbers, with which the solution could be looked up. Paths and names in the message stay, because
 * people who report a problem mention them too. The author knew the solution, so results over such tasks are reported
 * separately.
 */
export function taskText(message: string): string {
  const { subject, blocks } = parseMessage(message)
  const body = blocks.map((block, index) => separator(block, blocks[index - 1]) + blockText(block)).join('')
  return (
    `${subject}${body}`
      .replace(ISSUE_URL, '')
      .replace(ISSUE_NUMBER, '')
      .replace(/[ \t]+$/gm, '')
      // This removes separators between the number at the beginning and the subject.
      .replace(/^[\s:,;.\])-]+/, '')
      .replace(/\n{3,}/g, '\n\n')
      .trim()
  )
}

function separator(block: MessageBlock, before: MessageBlock | undefined): string {
  return block.kind === 'bullet' && before?.kind === 'bullet' ? '\n' : '\n\n'
}

function blockText({ kind, mark = '', text }: MessageBlock): string {
  return kind === 'bullet' ? `${mark}${text}` : text
}
