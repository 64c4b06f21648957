import { okAsync, type CommitId } from '@chronicle/schema'
import type { Redactor } from '@chronicle/core/contracts'
import { describe, expect, it } from 'vitest'
import type { AuthorContext } from '../author-context/author-context.ts'
import { findSecretWords, withSecretWords } from './secret-words.ts'

/** Knows a secret by the line before it. */
const redactor: Redactor = {
  name: 'after-begin',
  redact: (texts) =>
    okAsync(
      texts.map((text) => {
        const at = text.split('\n').findIndex((line) => line.includes('BEGIN'))
        if (at < 0) return { text, secrets: [] }
        const lines = text.split('\n').with(at + 1, '[REDACTED:key]')
        return { text: lines.join('\n'), secrets: [{ rule: 'key', lines: { start: at + 1, end: at + 2 } }] }
      }),
    ),
}
const KEY = 'c2VjcmV0LWtleQ'
const SILENT: AuthorContext = { tags: [], rejected: [], notes: [], squashSources: [] }

async function clean(message: string, author: AuthorContext, text: string): Promise<readonly [string, unknown]> {
  const commit = { id: 'c' as CommitId, tree: 't', parents: [], author: {}, committer: {}, message }
  const context = { commit, author, readFile: () => okAsync(undefined) } as unknown as Parameters<
    typeof findSecretWords
  >[0]
  const annotation = { regions: [] } as unknown as Parameters<typeof findSecretWords>[1]
  const words = (await findSecretWords(context, annotation, redactor, {}))._unsafeUnwrap()
  const [result] = (await withSecretWords(redactor, words).redact([text]))._unsafeUnwrap()
  return [result?.text ?? '', result?.secrets]
}

describe('secret words', () => {
  it('are taken out of a sentence that does not show what they are', async () => {
    expect(await clean(`Use it\n\nBEGIN\n${KEY}\n`, SILENT, `One\nwith ${KEY} inside`)).toEqual([
      'One\nwith [REDACTED:key] inside',
      [{ rule: 'key', lines: { start: 2, end: 2 } }],
    ])
  })

  it('are known from lines of the author that came apart', async () => {
    const author = { ...SILENT, notes: [{ text: 'BEGIN' }, { text: KEY }] }
    expect((await clean('Use it', author, KEY))[0]).toBe('[REDACTED:key]')
  })

  it('are no words that stand elsewhere, too, nor short ones', async () => {
    const [text] = await clean(`Harmless\nBEGIN\nHarmless abc ${KEY}`, SILENT, `Harmless abc`)
    expect(text).toBe('Harmless abc')
  })

  it('leave everything as it is where there are none', async () => {
    expect(await clean('Use it', SILENT, KEY)).toEqual([KEY, []])
  })
})
