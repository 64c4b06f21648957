/** Minimum number of words of a sentence. Shorter ones are headings or lists of names. */
const MIN_WORDS = 5

/**
 * Whether a message has at least two sentences of prose below its subject. The person who labels decides whether they
 * state a problem, a cause, a consequence or a choice.
 */
export function argues(message: string): boolean {
  const [, ...body] = message.split('\n')
  const prose = body.filter(
    (line) =>
      !/^(?:\s{4,}|\s*[*-] |[\w-]+(?:-by|-By): |Merge |git-svn-id|\s*(?:fixes|closes|refs?|pr)\b.{0,12}#\d+\W*$)/iu.test(
        line,
      ),
  )
  const sentences = prose
    .join('\n')
    .split(/(?<=[.!?:])\s+|\n\s*\n/u)
    .filter((sentence) => sentence.trim().split(/\s+/u).length >= MIN_WORDS)
  return sentences.length >= 2
}
