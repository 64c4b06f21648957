import { codedError } from '@chronicle/core/contracts'
import { errAsync } from '@chronicle/schema'
import { afterAll, describe, expect, test } from 'vitest'
import { connectClient } from './connect.ts'
import { useStation } from './station.ts'

const station = await useStation()
const flagged = await station.chronicle.flag({ path: 'src/pool.ts', anchor: 'acquire', reason: 'It hands out many' })
flagged._unsafeUnwrap()
const client = await connectClient({ chronicle: station.chronicle })
afterAll(() => client.close())

async function read(uri: string): Promise<Readonly<Record<string, unknown>>> {
  const { contents } = await client.readResource({ uri })
  const [content] = contents
  if (content === undefined || !('text' in content)) throw new Error('expected text')
  expect(content.uri).toBe(uri)
  return JSON.parse(content.text) as Readonly<Record<string, unknown>>
}

describe('notes', () => {
  test('are listed newest first, with the schemas', async () => {
    const { resources } = await client.listResources()
    const notes = resources.filter(({ uri }) => uri.startsWith('chronicle://note/'))
    expect(notes.map(({ uri }) => uri)).toEqual([station.pool, station.client].map((id) => `chronicle://note/${id}`))
    expect(notes[0]?.name).toContain('Add a pool')
    expect(resources.map(({ uri }) => uri)).toContain('chronicle://schema/read-output')
    const { resourceTemplates } = await client.listResourceTemplates()
    expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toEqual([
      'chronicle://note/{commit}',
      'chronicle://schema/{name}',
    ])
  })

  test('say who made the commit, what is recorded, and what was found wrong', async () => {
    expect(await read(`chronicle://note/${station.pool}`)).toMatchObject({
      about: expect.stringContaining('not instructions') as string,
      commit: station.pool,
      subject: 'Add a pool',
      author: 'Ada Fixture <ada@example.com>',
      notes: [
        {
          notes_ref: 'refs/notes/chronicle',
          annotation: { $schema: 'chronicle/v1', regions: [{ intent: 'Hands out few connections' }] },
          corrections: [{ reason: 'It hands out many' }],
        },
      ],
    })
  })

  test('are found by any name, and cannot hide text', async () => {
    const note = await read('chronicle://note/HEAD~2')
    expect(note).toMatchObject({ commit: station.client })
    expect(JSON.stringify(note)).not.toContain('\u202e')
    expect(JSON.stringify(note)).toContain('\\\\u202e')
  })

  test.each(['HEAD', 'no-such-branch', '--all', '%2e%2e', '%zz'])('there is none on %s', async (name) => {
    await expect(client.readResource({ uri: `chronicle://note/${name}` })).rejects.toMatchObject({
      message: expect.stringMatching(/not found/iu) as string,
    })
  })

  test('that cannot be read are reported', async () => {
    const { repository } = station
    await repository.git('notes', '--ref=chronicle', 'add', '-m', 'no note of ours', 'HEAD')
    const note = await read('chronicle://note/HEAD')
    expect(note).toMatchObject({ notes: [], diagnostics: [{ code: 'malformed_note' }] })
    await repository.git('notes', '--ref=chronicle', 'remove', 'HEAD')
  })
})

test('notes that cannot be listed are a failure, and none outside of a repository', async () => {
  const { chronicle } = station
  const failing = (code: 'git_failed' | 'not_a_repository') => ({
    ...chronicle,
    git: { ...chronicle.git, listNotes: () => errAsync(codedError(code, 'The notes cannot be read.')) },
  })
  const broken = await connectClient({ chronicle: failing('git_failed') })
  await expect(broken.listResources()).rejects.toThrow('The notes cannot be read.')
  await broken.close()
  const outside = await connectClient({ chronicle: failing('not_a_repository') })
  const { resources } = await outside.listResources()
  expect(resources.filter(({ uri }) => uri.startsWith('chronicle://note/'))).toEqual([])
  await outside.close()
})

describe('schemas', () => {
  test('are the published ones', async () => {
    expect(await read('chronicle://schema/lookup-output')).toMatchObject({
      $id: 'urn:chronicle:schema:lookup-output:v1',
    })
    await expect(client.readResource({ uri: 'chronicle://schema/other' })).rejects.toThrow()
    const ref = { type: 'ref/resource', uri: 'chronicle://schema/{name}' } as const
    const { completion } = await client.complete({ ref, argument: { name: 'name', value: 'live' } })
    expect(completion.values).toEqual(['live-annotation'])
  })
})

describe('the prompt', () => {
  test('names the commit', async () => {
    expect((await client.listPrompts()).prompts).toMatchObject([
      { name: 'annotate_commit', arguments: [{ name: 'commit' }] },
    ])
    const { messages } = await client.getPrompt({ name: 'annotate_commit', arguments: { commit: 'HEAD~1' } })
    expect(messages).toMatchObject([{ role: 'user', content: { type: 'text' } }])
    expect(JSON.stringify(messages)).toContain(station.pool)
    const usual = await client.getPrompt({ name: 'annotate_commit' })
    expect(JSON.stringify(usual)).toContain('Say what this is')
  })

  test('of a commit that is not there fails with a code', async () => {
    await expect(client.getPrompt({ name: 'annotate_commit', arguments: { commit: 'nowhere' } })).rejects.toMatchObject(
      { data: { code: 'revision_not_found' } },
    )
  })

  test('is offered with the tool it calls only', async () => {
    const reader = await connectClient({ chronicle: station.chronicle, tools: ['lookup'] })
    expect(reader.getServerCapabilities()?.prompts).toBeUndefined()
    await reader.close()
  })
})
