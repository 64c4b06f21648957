import { createFixtureRepository } from '@chronicle/testing'
import { afterAll, expect, test, vi } from 'vitest'
import { openChronicle } from '../src/index.ts'

const repository = await createFixtureRepository()
afterAll(() => repository.dispose())

test('stores an annotation whose advice takes too long, and says so', async () => {
  await repository.commitFiles('Add', { 'a.ts': 'export function one() {\n  return 1\n}\n' })
  await using chronicle = openChronicle({ dir: repository.dir, env: { PATH: process.env['PATH'] } })
  const limit = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(AbortSignal.abort())
  const regions = [{ file: 'a.ts', anchor: 'one', intent: 'Callers count from one' }]
  const receipt = (await chronicle.annotate({ summary: 'Count from one', regions }))._unsafeUnwrap()
  limit.mockRestore()
  expect(receipt.warnings).toMatchObject([
    {
      code: 'advice_failed',
      message: 'What was recorded could not be compared with what was there: it took more than 10 seconds.',
    },
  ])
  const answer = (await chronicle.read({ files: ['a.ts'], anchor: 'one' }))._unsafeUnwrap()
  expect(answer.regions).toMatchObject([{ intent: 'Callers count from one' }])
})
