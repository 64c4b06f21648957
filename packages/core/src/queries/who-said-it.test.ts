import { describe, expect, it } from 'vitest'
import { readInMemory } from '../../test/read-in-memory.ts'
import { renderAnswer } from './render-answer.ts'
import { createQueries } from './create-queries.ts'

const FILE = 'src/a.ts'
/** The author of the commits of a repository in memory. */
const AUTHOR = 'Ada Fixture'
const rule = (text: string, by: string): object => ({
  file: FILE,
  ast_anchor: { type: 'function', name: 'take' },
  lines: { start: 1, end: 2 },
  intent: '',
  recorded: { by, email: `${by}@example.com`, at: '2025-01-01T00:00:00Z', with: 'git-chronicle 1.0' },
  constraints: [{ text, source: 'author' }],
})

describe('a rule that somebody stated about a commit of another person', () => {
  const said = async (...regions: readonly object[]): Promise<readonly string[]> => {
    const files = { [FILE]: 'function take()\n  x()\n' }
    const { git, ast } = readInMemory({ commits: [{ files }], recorded: [[0, { regions }]] })
    const { grep, history, log, read, show } = createQueries({ git, ast })
    const answers = [
      await read({ files: [FILE] }),
      await history({ file: FILE }),
      await log({}),
      await show(),
      await grep({ kinds: ['constraint'] }),
    ]
    return answers.map((answer) => renderAnswer(answer._unsafeUnwrap(), 'markdown'))
  }

  it('carries the name of who stated it in each answer', async () => {
    for (const text of await said(rule('Keep the order.', AUTHOR), rule('Never wait.', 'Bob'))) {
      expect(text).toContain('[author] Keep the order.')
      expect(text).toContain('[Bob] Never wait.')
    }
  })

  it.each([
    { said: AUTHOR, corrected: 'Bob <b@example.com>', who: 'Bob' },
    { said: AUTHOR, corrected: `${AUTHOR} <a@example.com>`, who: 'author' },
    { said: 'Bob', corrected: `${AUTHOR} <a@example.com>`, who: 'author' },
    { said: 'Bob', corrected: 'Bob <b@example.com>', who: 'Bob' },
  ])('said by $said and corrected by $corrected is of $who', async ({ said: by, corrected: author, who }) => {
    const correction = {
      ...{ correction_type: 'amend', field: 'constraints', reason: 'It moved.', author },
      ...{ target_value: 'Keep the order.', replacement: 'Keep the last.', timestamp: '2025-01-02T00:00:00Z' },
      // What a note claims about the author counts for nothing.
      by_author: true,
    }
    const corrected = { ...rule('Keep the order.', by), corrections: [correction] }
    for (const text of await said(corrected)) expect(text).toContain(`[${who}] Keep the last.`)
  })
})
