/** Words that a sentence has at least; fewer are a heading or a list of names. */
const MIN_WORDS = 5

/**
 * Tells whether a message has at least two sentences of prose below its subject. Whether they give a problem, a cause,
 * a consequence or a choice is judged by the one who labels.
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
