import { openChronicle } from '@chronicle/node'
import { checkOutputSchema } from '@chronicle/schema/validate'
import type { CheckOutput, CommitId } from '@chronicle/schema'
import { createFixtureRepository, type FixtureRepository } from '@chronicle/testing'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { chronicle } from '../run-chronicle.ts'

const REASON = 'Slow links need it'
const OLD = 'src/a client.ts'
const NEW = 'src/ein anschluß.ts'
const client = (name: string, timeout: number): string =>
  `export function ${name}(host: string): void {\n  const timeout = ${timeout}\n  open(host, timeout)\n  retry(host)\n}\n\nexport function other(): number {\n  return 1\n}\n`

let repository: FixtureRepository
let root: CommitId
let annotated: CommitId
let checked: CommitId
let rewritten: readonly (readonly [CommitId, CommitId])[]
beforeEach(async () => {
  repository = await createFixtureRepository()
  root = await repository.commitFiles('Begin', { 'src/one.ts': 'export const one = 1\n' })
  annotated = await repository.commitFiles('Add the client', { [OLD]: client('connect', 3) })
  await run('record', `${OLD}:connect`, '--constraint', 'The timeout must stay below ten seconds')
  checked = await repository.commitFiles('Wait longer', { [OLD]: client('connect', 5) })
})
afterEach(() => repository.dispose())

async function run(...args: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await chronicle(repository.dir, args)
  expect([code, stderr]).toEqual([0, ''])
  return stdout
}

async function check(): Promise<CheckOutput> {
  return checkOutputSchema.parse(JSON.parse(await run('check', 'HEAD~1..HEAD', '--format', 'json')))
}

/** Rewrites both commits, with other names for the file and its unit from the first one on. */
async function rewrite(message: string): Promise<void> {
  await repository.git('checkout', '--quiet', '--detach', root)
  const first = await repository.commitFiles('Add the client', { [NEW]: client('connectTo', 3) })
  const second = await repository.commitFiles(message, { [NEW]: client('connectTo', 5) })
  await repository.git('branch', '--quiet', '--force', 'main', second)
  await repository.git('checkout', '--quiet', 'main')
  rewritten = [
    [annotated, first],
    [checked, second],
  ]
}

async function reconcile(): Promise<string> {
  await repository.write({ map: rewritten.map((pair) => `${pair.join(' ')}\n`).join('') })
  return run('reconcile', '--commit-map', 'map')
}

/** Carries annotations over as the hooks do. */
async function carry(): Promise<void> {
  await using opened = openChronicle({ dir: repository.dir })
  const rewrites = rewritten.map(([from, to]) => ({ from: [from], to, operation: 'amend' as const }))
  expect((await opened.carry(rewrites)).isOk()).toBe(true)
}

const findingOf = async (): Promise<string> => (await check()).findings[0]?.id ?? ''

test('an answer in a note is found under the names that a rewrite gave file and unit', async () => {
  const finding = await findingOf()
  await run('check', 'HEAD~1..HEAD', '--ack', finding, '--reason', REASON)
  await rewrite('Wait longer')
  await reconcile()
  const { acknowledged, findings } = await check()
  expect(findings).toEqual([])
  expect(acknowledged).toMatchObject([
    { file: NEW, anchor: 'connectTo', acknowledged: { reason: REASON, where: 'note' } },
  ])
  // Another name gives another id.
  expect(acknowledged[0]?.id).not.toBe(finding)
  const notes = await repository.git('rev-parse', 'refs/notes/chronicle-acks')
  expect(await reconcile()).toBe('Nothing to carry.\n')
  expect(await repository.git('rev-parse', 'refs/notes/chronicle-acks')).toBe(notes)
})

test('an answer in a message is found, too, though no message can be changed', async () => {
  const message = `Wait longer\n\nChronicle-Ack: ${await findingOf()} ${REASON}`
  await repository.git('commit', '--quiet', '--amend', '--message', message)
  checked = await repository.head()
  expect((await check()).acknowledged).toMatchObject([{ acknowledged: { where: 'trailer' } }])
  await rewrite(message)
  await carry()
  const { acknowledged, findings } = await check()
  expect(findings).toEqual([])
  expect(acknowledged).toMatchObject([
    {
      file: NEW,
      anchor: 'connectTo',
      acknowledged: { reason: REASON, author: expect.stringContaining('<') as string },
    },
  ])
})

test('a finding that nobody answered stays open', async () => {
  await rewrite('Wait longer')
  await reconcile()
  expect(await check()).toMatchObject({ findings: [{ file: NEW, anchor: 'connectTo' }], acknowledged: [] })
})
