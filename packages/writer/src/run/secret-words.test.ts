import { okAsync, type CommitId } from '@chronicle/schema'
import type { Redactor } from '@chronicle/core/contracts'
import { describe, expect, it } from 'vitest'
import type { AuthorContext } from '../author-context/author-context.ts'
import { redactAuthor } from './redact-author.ts'
import { findSecretWords, withSecretWords } from './secret-words.ts'

/** Detects a secret by the line before it. */
const redactor: Redactor = {
  name: 'after-begin',
  redact: (texts) =>
    okAsync(
      texts.map((text) => {
        const at = text.split('\n').findIndex((line) => line.includes('BEGIN'))
        if (at < 0 || text.endsWith('BEGIN')) return { text, secrets: [] }
        const lines = text.split('\n').with(at + 1, '[REDACTED:key]')
        return { text: lines.join('\n'), secrets: [{ rule: 'key', lines: { start: at + 1, end: at + 2 } }] }
      }),
    ),
}
const KEY = 'c2VjcmV0LWtleQ'
const SILENT: AuthorContext = { tags: [], rejected: [], notes: [], squashSources: [] }

async function clean(message: string, text: string): Promise<readonly [string, unknown]> {
  const commit = { id: 'c' as CommitId, tree: 't', parents: [], author: {}, committer: {}, message }
  const context = { commit, readFile: () => okAsync(undefined) } as unknown as Parameters<typeof findSecretWords>[0]
  const annotation = { regions: [] } as unknown as Parameters<typeof findSecretWords>[1]
  const words = (await findSecretWords(context, annotation, redactor, {}))._unsafeUnwrap()
  const [result] = (await withSecretWords(redactor, words).redact([text]))._unsafeUnwrap()
  return [result?.text ?? '', result?.secrets]
}

describe('secret words', () => {
  it('are taken out of a sentence that does not show what they are', async () => {
    expect(await clean(`Use it\n\nBEGIN\n${KEY}\n`, `One\nwith ${KEY} inside`)).toEqual([
      'One\nwith [REDACTED:key] inside',
      [{ rule: 'key', lines: { start: 2, end: 2 } }],
    ])
  })

  it('are no words that stand elsewhere, too, nor short ones', async () => {
    const [text] = await clean(`Harmless\nBEGIN\nHarmless abc ${KEY}`, `Harmless abc`)
    expect(text).toBe('Harmless abc')
  })

  it('leave everything as it is where there are none', async () => {
    expect(await clean('Use it', KEY)).toEqual([KEY, []])
  })
})

describe('what the author said', () => {
  it('loses a secret of which each line is a note', async () => {
    const authorContext = {
      ...SILENT,
      task: KEY,
      notes: [{ text: 'BEGIN', place: KEY }, { text: `a ${KEY}` }, { text: 'b' }],
    }
    const { author, secrets } = (await redactAuthor(authorContext, redactor, {}))._unsafeUnwrap()
    expect(author).toEqual({
      ...authorContext,
      task: '[REDACTED:key]',
      notes: [{ text: 'BEGIN', place: KEY }, { text: 'a [REDACTED:key]' }, { text: 'b' }],
    })
    expect(secrets.length).toBeGreaterThan(0)
  })

  it('stays as it is where there is none', async () => {
    const authorContext = { ...SILENT, reasoning: KEY, rejected: [{ approach: 'a', reason: 'b' }], tags: ['t'] }
    expect((await redactAuthor(authorContext, redactor, {}))._unsafeUnwrap()).toEqual({
      author: authorContext,
      secrets: [],
    })
  })

  it('counts a short secret that a redactor removes without listing it', async () => {
    const silent: Redactor = {
      name: 'silent',
      redact: (texts) => okAsync(texts.map((text) => ({ text: text.replace('pin1', '[REDACTED]'), secrets: [] }))),
    }
    const { author, secrets } = (await redactAuthor({ ...SILENT, task: 'Enter pin1' }, silent, {}))._unsafeUnwrap()
    expect(author?.task).toBe('Enter [REDACTED]')
    expect(secrets).toHaveLength(1)
  })
})
