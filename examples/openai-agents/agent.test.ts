import { createSampleRepository, EXPECTED_ANSWER, nextTurn, QUESTION } from '@chronicle-examples/sample-repository'
import { chronicleTools } from '@chronicle/mcp/tools'
import { Usage, type Model } from '@openai/agents'
import { afterAll, expect, it } from 'vitest'
import { ask } from './agent.ts'

const sample = await createSampleRepository()
afterAll(() => sample.dispose())

const scripted: Model = {
  async getResponse({ input, tools }) {
    const items = typeof input === 'string' ? [] : input
    const received = items.flatMap((item) =>
      item.type === 'function_call_result' && typeof item.output === 'object' && 'text' in item.output
        ? [item.output.text]
        : [],
    )
    const offered = tools.flatMap((tool) => (tool.type === 'function' ? [tool.name] : []))
    const turn = nextTurn(offered, received)
    const usage = new Usage()
    if ('answer' in turn) {
      const content = [{ type: 'output_text' as const, text: turn.answer }]
      return { usage, output: [{ type: 'message', role: 'assistant', status: 'completed', content }] }
    }
    const callId = `call-${received.length}`
    const called = { name: turn.call, arguments: JSON.stringify(turn.input) }
    return { usage, output: [{ type: 'function_call', callId, status: 'completed', ...called }] }
  },
  getStreamedResponse() {
    throw new Error('The example does not stream.')
  },
}

it('answers from what is recorded, and records', async () => {
  expect(await ask(QUESTION, scripted, chronicleTools(sample.chronicle))).toBe(EXPECTED_ANSWER)
  expect(await sample.log()).toContain('Asked for half a second again')
})
