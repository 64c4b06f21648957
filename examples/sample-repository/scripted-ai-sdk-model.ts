import { MockLanguageModelV3 } from 'ai/test'
import { nextTurn } from './scripted-maintainer.ts'

const usage = {
  inputTokens: { total: 0, noCache: 0, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 0, text: 0, reasoning: 0 },
}

/** Wraps the scripted model as a Vercel AI SDK model, which other frameworks also accept. */
export function scriptedAiSdkModel(): MockLanguageModelV3 {
  return new MockLanguageModelV3({
    doGenerate: async ({ tools = [], prompt }) => {
      const replies = prompt.flatMap(({ role, content }) => (role === 'tool' ? content : []))
      const received = replies.flatMap((part) =>
        part.type === 'tool-result' && part.output.type === 'text' ? [part.output.value] : [],
      )
      const offered = tools.map(({ name }) => name)
      const turn = nextTurn(offered, received)
      if ('answer' in turn) {
        const content = [{ type: 'text' as const, text: turn.answer }]
        return { content, finishReason: { unified: 'stop', raw: undefined }, usage, warnings: [] }
      }
      const call = { toolCallId: `call-${received.length}`, toolName: turn.call, input: JSON.stringify(turn.input) }
      const content = [{ type: 'tool-call' as const, ...call }]
      return { content, finishReason: { unified: 'tool-calls', raw: undefined }, usage, warnings: [] }
    },
  })
}
