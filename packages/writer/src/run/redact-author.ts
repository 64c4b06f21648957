import { ok, safeTry, type ResultAsync } from '@chronicle/schema'
import type { CallOptions, FoundSecret, RedactError, Redactor } from '@chronicle/core/contracts'
import type { AuthorContext } from '../author-context/author-context.ts'
import { secretWordsIn, withSecretWords } from './secret-words.ts'

/** The author's statements without secrets. */
export interface RedactedAuthor {
  /** Absent if nothing was said. */
  readonly author?: AuthorContext
  readonly secrets: readonly FoundSecret[]
}

/**
 * Removes secrets from what the author said before it is parsed. Some of it was split already: `"key": "value"` became
 * an alternative and its reason, and each line of a private key a note. So the text is also checked as a whole.
 */
export function redactAuthor(
  author: AuthorContext | undefined,
  redactor: Redactor,
  call: CallOptions,
): ResultAsync<RedactedAuthor, RedactError> {
  return safeTry(async function* () {
    if (author === undefined) return ok({ secrets: [] })
    const words = yield* secretWordsIn([wholeOf(author)], redactor, call)
    const texts = new Set<string>()
    mapTexts(author, (text) => {
      texts.add(text)
      return text
    })
    const redacted = yield* withSecretWords(redactor, words).redact([...texts], call)
    const clean = new Map([...texts].map((text, index) => [text, redacted[index]?.text ?? '']))
    const secrets = redacted.flatMap((each) => each.secrets)
    return ok({ author: mapTexts(author, (text) => clean.get(text) ?? ''), secrets })
  })
}

/** Places and revisions are names, and are kept. */
function mapTexts(author: AuthorContext, change: (text: string) => string): AuthorContext {
  const { task, reasoning, dependencies, tags, rejected, notes } = author
  return {
    ...author,
    ...(task !== undefined && { task: change(task) }),
    ...(reasoning !== undefined && { reasoning: change(reasoning) }),
    ...(dependencies !== undefined && { dependencies: change(dependencies) }),
    tags: tags.map(change),
    rejected: rejected.map((each) => ({ ...each, approach: change(each.approach), reason: change(each.reason) })),
    notes: notes.map((note) => ({ ...note, text: change(note.text) })),
  }
}

/** Returns all texts in their original order, joined as they were before they were split. */
function wholeOf({ task = '', reasoning = '', dependencies = '', tags, rejected, notes }: AuthorContext): string {
  const alternatives = rejected.map(({ approach, reason }) => `${approach}: ${reason}`)
  return [task, reasoning, dependencies, tags.join(','), ...alternatives, ...notes.map(({ text }) => text)].join('\n')
}
