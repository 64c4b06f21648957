import { parseMessage, type MessageBlock } from '@chronicle/core/prose'

const ISSUE_URL =
  /<?https?:\/\/\S+\/(?:issues?|pulls?|merge_requests|commits?|compare|discussions|bugs?)\/[^\s)>\]]*[^\s)>\].,;:]>?/gi
const ISSUE_NUMBER =
  /\s*[([]?\b(?:(?:fix(?:es|ed)?|close[sd]?|resolve[sd]?|refs?|see|issues?|bug|pr|re)[:\s]+)?(?:\b[\w.-]+\/[\w.-]+#|(?<!\w)#|\bgh-)\d+\b[)\]]?/gi

/**
 * The message of a commit as a task: subject and body in their author's words, without trailers, check lists, and the
 * addresses and numbers of issues, which name the solution to whoever can look them up. Paths and names that the message
 * mentions stay, since people who report a problem mention them as well; the numbers of an evaluation over such tasks
 * are those of people who knew the solution, and are reported apart.
 */
export function taskText(message: string): string {
  const { subject, blocks } = parseMessage(message)
  const body = blocks.map((block, index) => separator(block, blocks[index - 1]) + blockText(block)).join('')
  return (
    `${subject}${body}`
      .replace(ISSUE_URL, '')
      .replace(ISSUE_NUMBER, '')
      .replace(/[ \t]+$/gm, '')
      // What stood between the number at the beginning and the subject.
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
