import { createFixtureRepository, type FixtureRepository } from '@chronicle/testing'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { explain } from './explain.ts'

let repository: FixtureRepository

beforeAll(async () => {
  repository = await createFixtureRepository()
  await repository.write({
    'src/retry.ts': 'export function retry(attempt: number): number {\n  return 2 ** attempt\n}\n',
  })
  const commit = await repository.commit('Back off exponentially')
  await repository.note(commit, {
    $schema: 'chronicle/v1',
    commit,
    timestamp: '2024-01-01T00:00:00Z',
    summary: 'Back off',
    context_level: 'enhanced',
    regions: [
      {
        file: 'src/retry.ts',
        ast_anchor: { type: 'function', name: 'retry' },
        lines: { start: 1, end: 3 },
        intent: 'Leave the server time to recover.',
        constraints: [{ text: 'Grows at least by a factor of two.', source: 'author' }],
      },
    ],
    provenance: { operation: 'initial' },
  })
})

afterAll(() => repository.dispose())

it('gives the recorded reasoning as text', async () => {
  const text = await explain(repository.dir, 'src/retry.ts', 'retry')
  expect(text).toContain('Leave the server time to recover.')
  expect(text).toContain('Grows at least by a factor of two.')
})

it('gives a coded error as text', async () => {
  expect(await explain(repository.dir, 'src/absent.ts', 'retry')).toMatch(/^file_not_found: .*src\/absent\.ts/)
})
