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
  it('carries the name of who stated it in each answer', async () => {
    const files = { [FILE]: 'function take()\n  x()\n' }
    const { git, ast } = readInMemory({
      commits: [{ files }],
      recorded: [[0, { regions: [rule('Keep the order.', AUTHOR), rule('Never wait.', 'Bob')] }]],
    })
    const { grep, history, log, read, show } = createQueries({ git, ast })
    const answers = [
      await read({ files: [FILE] }),
      await history({ file: FILE }),
      await log({}),
      await show(),
      await grep({ kinds: ['constraint'] }),
    ]
    for (const answer of answers) {
      const text = renderAnswer(answer._unsafeUnwrap(), 'markdown')
      expect(text).toContain('[author] Keep the order.')
      expect(text).toContain('[Bob] Never wait.')
    }
  })
})
