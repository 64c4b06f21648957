import { omitUndefined, type RejectedAlternative } from '@chronicle/schema'
import type { AuthorContext, AuthorNote } from './author-context.ts'

/**
 * Reads the author context from environment variables; `undefined` if none is set.
 *
 * - `CHRONICLE_TASK`, `CHRONICLE_REASONING`, `CHRONICLE_DEPENDENCIES`: texts.
 * - `CHRONICLE_TAGS`: separated by commas. `CHRONICLE_SQUASH_SOURCES`: revisions separated by commas or white space.
 * - `CHRONICLE_REJECTED`: one alternative per line, `approach: reason`. A line without a reason is kept as a note.
 */
export function authorContextFromEnvironment(
  environment: Readonly<Record<string, string | undefined>>,
): AuthorContext | undefined {
  const text = (name: string): string | undefined => {
    const value = environment[`CHRONICLE_${name}`]?.trim()
    return value === '' ? undefined : value
  }
  const words = (name: string, divider: RegExp): readonly string[] => [
    ...new Set((text(name) ?? '').split(divider).flatMap((word) => (word.trim() === '' ? [] : [word.trim()]))),
  ]
  const [task, reasoning, dependencies] = [text('TASK'), text('REASONING'), text('DEPENDENCIES')]
  const { rejected, notes } = parseRejected(words('REJECTED', /\r?\n/))
  const author: AuthorContext = {
    ...omitUndefined({ task, reasoning, dependencies }),
    tags: words('TAGS', /,/),
    rejected,
    notes,
    squashSources: words('SQUASH_SOURCES', /[\s,]+/),
  }
  return isSilent(author) ? undefined : author
}

/** Whether the author context is empty. */
export function isSilent(author: AuthorContext): boolean {
  const { task, reasoning, dependencies, tags, rejected, notes, squashSources } = author
  const texts = [task, reasoning, dependencies].filter((text) => text !== undefined)
  return [texts, tags, rejected, notes, squashSources].every((list) => list.length === 0)
}

function parseRejected(lines: readonly string[]): {
  readonly rejected: readonly RejectedAlternative[]
  readonly notes: readonly AuthorNote[]
} {
  const rejected: RejectedAlternative[] = []
  const notes: AuthorNote[] = []
  for (const line of lines) {
    const [, approach, reason] = /^(.+?):\s+(.+)$/.exec(line) ?? []
    if (approach === undefined || reason === undefined) notes.push({ text: line })
    else rejected.push({ approach: approach.trim(), reason: reason.trim() })
  }
  return { rejected, notes }
}
