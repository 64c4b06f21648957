import { codedError, requireKnownArguments } from '@chronicle/core/contracts'
import { err, ok, safeTry, type CodedError, type Result } from '@chronicle/schema'
import { NOTE_KINDS, type AuthorContext } from './author-context.ts'

type InvalidAuthor = CodedError<'invalid_pending_context'>

/**
 * Validates statements from an untyped caller, and fills in lists that are absent. A name that does not exist is an
 * error: what it says would be lost.
 */
export function requireAuthorContext(given: AuthorContext): Result<AuthorContext, InvalidAuthor> {
  return safeTry(function* () {
    const author = yield* requireKnownArguments(given, KINDS, 'invalid_pending_context', 'author.')
    const { tags = [], rejected = [], notes = [], squashSources = [] } = author as Partial<AuthorContext>
    for (const [index, entry] of rejected.entries()) {
      const kinds = { approach: 'text', reason: 'text' } as const
      yield* requireKnownArguments(entry, kinds, 'invalid_pending_context', `author.rejected[${index}].`)
    }
    for (const [index, note] of notes.entries()) {
      const within = `author.notes[${index}].`
      yield* requireKnownArguments(note, NOTE, 'invalid_pending_context', within)
      if (note.kind === undefined || NOTE_KINDS.includes(note.kind)) continue
      const message = `${JSON.stringify(note.kind)} is no value of ${within}kind. There are: ${NOTE_KINDS.join(', ')}.`
      return err(codedError('invalid_pending_context', message))
    }
    return ok({ ...author, tags, rejected, notes, squashSources })
  })
}

const KINDS = {
  ...({ task: 'text?', reasoning: 'text?', dependencies: 'text?' } as const),
  ...({ tags: 'texts?', rejected: 'list?', notes: 'list?', squashSources: 'texts?' } as const),
}
const NOTE = { text: 'text', place: 'text?', kind: 'text?', on: 'text?' } as const
