import { createFixtureRepository, type FixtureRepository } from '@chronicle/testing'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { chronicle } from './run-chronicle.ts'

let repository: FixtureRepository
beforeEach(async () => {
  repository = await createFixtureRepository()
  await repository.commitFiles('Build', { Dockerfile: 'FROM base\nENV LEVEL=1\nENV KEEPALIVE=30\n' })
  await run('record', 'Dockerfile:3', '--constraint', RULE)
})
afterEach(() => repository.dispose())

const RULE = 'It equals the constant of the board.'

async function run(...args: readonly string[]): Promise<string> {
  const { code, stderr, stdout } = await chronicle(repository.dir, args)
  expect(code, stderr).toBe(0)
  return stdout
}

const questions = [
  ['read', 'Dockerfile:3'],
  ['lookup', 'Dockerfile:3'],
  ['history', 'Dockerfile:3'],
  ['summary', 'Dockerfile'],
  ['summary'],
] as const

describe('a rule about a line of a file without units', () => {
  test('is told by every question about the line while its value is edited, before and after the commit', async () => {
    for (const value of ['60', '90']) {
      await repository.write({ Dockerfile: `FROM base\nENV LEVEL=1\nENV KEEPALIVE=${value}\n` })
      for (const question of [...questions, ['check'] as const]) expect(await run(...question)).toContain(RULE)
      await repository.commit(value)
      for (const question of questions) expect(await run(...question)).toContain(RULE)
    }
    expect(await run('read', 'Dockerfile:2')).not.toContain(RULE)
  })

  test('is about no other code when the line is gone', async () => {
    await repository.commitFiles('Drop', { Dockerfile: 'FROM base\nENV LEVEL=1\nRUN true\n' })
    for (const question of ['read', 'summary']) expect(await run(question, 'Dockerfile')).not.toContain(RULE)
    expect(await run('summary')).not.toContain(RULE)
    for (const question of ['history', 'lookup']) expect(await run(question, 'Dockerfile')).toContain(RULE)
  })
})
