import { createSampleRepository, EXPECTED_ANSWER, nextTurn, QUESTION } from '@chronicle-examples/sample-repository'
import { chronicleTools } from '@chronicle/mcp/tools'
import { afterAll, expect, it } from 'vitest'
import { ask, type Complete } from './agent.ts'

const sample = await createSampleRepository()
const tools = chronicleTools(sample.chronicle)
afterAll(() => sample.dispose())

/** A model endpoint that returns scripted answers. */
const scripted: Complete = async (request) => {
  const offered = (request.tools as { function: { name: string } }[]).map((tool) => tool.function.name)
  const received = request.messages.flatMap((message) => (message.role === 'tool' ? [message.content] : []))
  const turn = nextTurn(offered, received)
  if ('answer' in turn) return { role: 'assistant', content: turn.answer }
  const call = { id: `call-${received.length}`, function: { name: turn.call, arguments: JSON.stringify(turn.input) } }
  return { role: 'assistant', content: '', tool_calls: [call] }
}

it('answers from what is recorded, and records', async () => {
  expect(await ask(QUESTION, { complete: scripted, tools })).toBe(EXPECTED_ANSWER)
  expect(await sample.log()).toContain('Asked for half a second again')
})

it('tells a model what it did wrong', async () => {
  const replies: string[] = []
  const complete: Complete = async ({ messages }) => {
    const last = messages.at(-1)
    if (last?.role === 'tool') replies.push(last.content)
    const wrong = [
      { name: 'chronicle_lookup', arguments: '{"path": ' },
      { name: 'chronicle_remember', arguments: '{}' },
    ][replies.length]
    if (wrong === undefined) return { role: 'assistant', content: 'Sorry.' }
    return { role: 'assistant', content: '', tool_calls: [{ id: `call-${replies.length}`, function: wrong }] }
  }
  expect(await ask(QUESTION, { complete, tools })).toBe('Sorry.')
  expect(replies[0]).toMatch(/^invalid_query: Wrong arguments for chronicle_lookup/)
  expect(replies[1]).toBe('There is no tool chronicle_remember.')
})

it('stops', async () => {
  const call = { id: '1', function: { name: 'chronicle_summary', arguments: '{}' } }
  const complete: Complete = async () => ({ role: 'assistant', content: '', tool_calls: [call] })
  expect(await ask(QUESTION, { complete, tools, turns: 3 })).toBe('No answer in 3 turns.')
})

it.each([[[]], [null]])('takes %j for no call of a tool, as some endpoints write it', async (calls) => {
  const complete: Complete = async () => ({ role: 'assistant', content: 'Done.', tool_calls: calls })
  expect(await ask(QUESTION, { complete, tools })).toBe('Done.')
})
