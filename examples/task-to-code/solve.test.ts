import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openChronicle, type Chronicle } from '@chronicle/node'
import { createFixtureRepository, type FixtureRepository } from '@chronicle/testing'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { solve, type Message, type Workshop } from './solve.ts'

const TASK = 'retry should wait two seconds before the first attempt'
let repository: FixtureRepository
let chronicle: Chronicle

beforeAll(async () => {
  repository = await createFixtureRepository()
  chronicle = openChronicle({ dir: repository.dir })
  await repository.write({
    'src/retry.ts': 'export function retry(attempt: number): number {\n  return 1000 * 2 ** attempt\n}\n',
    'src/client.ts': "import { retry } from './retry'\n\nexport function connect(): number {\n  return retry(0)\n}\n",
    'src/unrelated.ts': 'export function paint(colour: string): string {\n  return colour\n}\n',
  })
  await repository.commit('Back off exponentially')
  const stored = await chronicle.annotate({
    summary: 'Leave the broker time',
    regions: [
      {
        file: 'src/retry.ts',
        anchor: 'retry',
        intent: 'Spare the broker',
        constraints: ['Never below one second: the broker bans.'],
      },
    ],
  })
  if (stored.isErr()) throw new Error(stored.error.message)
})
afterAll(async () => {
  await chronicle.close()
  await repository.dispose()
})

const edit: Workshop['edit'] = async ({ path, old, new: replacement }) => {
  const file = join(repository.dir, path)
  const text = await readFile(file, 'utf8')
  if (!text.includes(old)) return `${path} has no such text.`
  await writeFile(file, text.replace(old, replacement))
  return `Changed ${path}.`
}

/** A scripted model. It uses only the messages it receives, so a lost message fails the test. */
function scripted(seen: Message[]): Workshop['complete'] {
  return async (messages) => {
    seen.splice(0, seen.length, ...messages)
    const replies = messages.filter(({ role }) => role === 'tool').map(({ content }) => content)
    const task = messages[0]?.content ?? ''
    const line = /return (\d+) \* 2 \*\* attempt/.exec(task)?.[0] ?? 'not told'
    if (replies.length === 0)
      return {
        role: 'assistant',
        content: '',
        calls: [{ id: '1', tool: 'edit', path: 'src/retry.ts', old: line, new: line.replace(/\d+/, '2000') }],
      }
    if (replies.length === 1)
      return { role: 'assistant', content: '', calls: [{ id: '2', tool: 'find_code', task: 'What calls retry?' }] }
    const caller = /export function (\w+)\(\): number/.exec(replies[1] ?? '')?.[1] ?? 'nobody'
    return { role: 'assistant', content: `${replies[0]} ${caller} calls it.` }
  }
}

it('starts from the code and what is recorded about it, edits, and asks for more', async () => {
  const seen: Message[] = []
  expect(await solve(TASK, { retrieval: chronicle, complete: scripted(seen), edit })).toBe(
    'Changed src/retry.ts. connect calls it.',
  )
  expect(await readFile(join(repository.dir, 'src/retry.ts'), 'utf8')).toContain('2000 * 2 ** attempt')
  const [context, task, , , , more] = seen
  expect(context?.content).toContain('Never below one second: the broker bans.')
  expect(task).toEqual({ role: 'user', content: TASK })
  // The second question is about the edited code.
  expect(more?.content).toContain('2000 * 2 ** attempt')
})

it('tells the model what went wrong, and stops', async () => {
  const seen: Message[] = []
  const complete: Workshop['complete'] = async (messages) => {
    seen.splice(0, seen.length, ...messages)
    return { role: 'assistant', content: '', calls: [{ id: '1', tool: 'find_code', task: ' ' }] }
  }
  expect(await solve('zyxwv', { retrieval: chronicle, complete, edit, turns: 2 })).toBe('Not solved in 2 turns.')
  expect(seen[0]?.content).toContain('No word of the task occurs in the repository.')
  expect(seen.at(-1)?.content).toMatch(/^task_empty: /)
})
