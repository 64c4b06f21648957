import { createSampleRepository, EXPECTED_ANSWER, nextTurn, QUESTION } from '@chronicle-examples/sample-repository'
import { chronicleTools } from '@chronicle/mcp/tools'
import { AIMessage, ToolMessage, type BaseMessage } from '@langchain/core/messages'
import { fakeModel } from '@langchain/core/testing'
import { afterAll, expect, it } from 'vitest'
import { ask } from './agent.ts'

const sample = await createSampleRepository()
const tools = chronicleTools(sample.chronicle)
afterAll(() => sample.dispose())

function respond(messages: BaseMessage[]): AIMessage {
  const received = messages.filter((message) => ToolMessage.isInstance(message)).map(({ text }) => text)
  const turn = nextTurn(
    tools.map(({ name }) => name),
    received,
  )
  if ('answer' in turn) return new AIMessage(turn.answer)
  const call = { id: `call-${received.length}`, name: turn.call, args: turn.input, type: 'tool_call' } as const
  return new AIMessage({ content: '', tool_calls: [call] })
}

it('answers from what is recorded, and records', async () => {
  const scripted = fakeModel().respond(respond).respond(respond).respond(respond).respond(respond)
  expect(await ask(QUESTION, scripted, tools)).toBe(EXPECTED_ANSWER)
  expect(await sample.log()).toContain('Asked for half a second again')
})
