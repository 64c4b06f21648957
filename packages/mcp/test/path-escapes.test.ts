import { dirname, join } from 'node:path'
import { openChronicle } from '@chronicle/node'
import { afterAll, describe, expect, test } from 'vitest'
import { createEscapeFixture, ESCAPES, SECRET } from '../../source/test/escapes.ts'
import { call, connectClient, type CallResult } from './connect.ts'

const repository = await createEscapeFixture()
const chronicle = openChronicle({ dir: repository.dir })
const client = await connectClient({ chronicle, tools: ['default', 'legacy'], structured: true })
afterAll(async () => {
  await client.close()
  await chronicle.close()
  await repository.dispose()
})

/** Makes a call that must not reveal the secret, whatever it returns. */
async function tried(tool: string, input: Record<string, unknown>): Promise<CallResult & { readonly code: unknown }> {
  const called = await call(client, tool, input)
  expect(`${called.text}${JSON.stringify(called.document)}`).not.toContain(SECRET)
  const { code } = (called.document['error'] ?? {}) as { readonly code?: unknown }
  return { ...called, code }
}

describe('reads of source', () => {
  test.each(ESCAPES)('%j is refused', async (path, code) => {
    const refused = [
      await tried('read', { mode: 'file', target: path }),
      await tried('read', { mode: 'snippet', target: path, start_line: 1 }),
      await tried('read', { mode: 'diff_preview', target: path }),
      await tried('read', { mode: 'symbol', target: 'secret', path }),
      await tried('read_file', { path }),
      await tried('get_snippet', { path, start_line: 1 }),
      await tried('dry_run_diff', { path }),
      await tried('read_symbol', { symbol: 'secret', path }),
    ]
    expect(refused.map((each) => each.code)).toEqual(refused.map(() => code))
    expect(refused.every(({ isError }) => isError)).toBe(true)
  })

  test('absolute paths go no further than relative ones', async () => {
    const { dir } = repository
    const outside = dirname(dir)
    const escapes: readonly (readonly [string, string])[] = [
      [join(outside, 'outside.txt'), 'invalid_path'],
      [`${dir}/../outside.txt`, 'invalid_path'],
      [`${dir}/src/../../outside.txt`, 'invalid_path'],
      [`${dir}/..`, 'invalid_path'],
      [`${dir}-beside/a.ts`, 'invalid_path'],
      [`/proc/self/root${outside}/outside.txt`, 'invalid_path'],
      [`${dir}/.git/config`, 'invalid_path'],
      [`${dir}/.GIT/config`, 'invalid_path'],
      [`${dir}/\0/../../outside.txt`, 'invalid_path'],
      [`${dir}/..\\outside.txt`, 'invalid_path'],
      [`${dir}/link-out`, 'is_symlink'],
      [`${dir}/link-folder/inner.ts`, 'is_symlink'],
      [`${dir}/src/link-up/outside.txt`, 'is_symlink'],
      [`${dir}/sub/inside.ts`, 'is_submodule'],
      [dir, 'invalid_path'],
    ]
    for (const [path, code] of escapes) {
      expect([path, (await tried('read', { mode: 'file', target: path })).code]).toEqual([path, code])
      expect([path, (await tried('read_file', { path })).code]).toEqual([path, code])
    }
    const inside = await tried('read', { mode: 'file', target: `${dir}/src/../src/a.ts` })
    expect(inside.document).toMatchObject({ ok: true, target: 'src/a.ts' })
  })
})

describe('questions and annotations', () => {
  const leadingAway = ESCAPES.filter(([path]) => path.startsWith('/') || path.split('/').includes('..'))

  test('enough of them lead away', () => {
    expect(leadingAway.length).toBeGreaterThan(10)
  })

  test.each(ESCAPES)('%j gives nothing away', async (path) => {
    for (const tool of ['chronicle_lookup', 'chronicle_deps', 'chronicle_history', 'chronicle_summary']) {
      await tried(tool, { path })
    }
    await tried('chronicle_read', { paths: [path] })
    await tried('chronicle_annotate', { summary: 'x', regions: [{ file: path, intent: 'y' }], dry_run: true })
  })

  test.each(leadingAway)('%j is refused', async (path) => {
    for (const tool of ['chronicle_lookup', 'chronicle_deps', 'chronicle_history', 'chronicle_summary']) {
      expect([tool, (await tried(tool, { path })).code]).toEqual([tool, 'invalid_path'])
    }
    expect((await tried('chronicle_read', { paths: ['src/a.ts', path] })).code).toBe('invalid_path')
    const annotated = await tried('chronicle_annotate', { summary: 'x', regions: [{ file: path, intent: 'y' }] })
    expect(annotated.code).toBe('invalid_annotation')
  })

  test('nothing was recorded', async () => {
    expect(await repository.git('for-each-ref', 'refs/notes')).toBe('')
  })
})
