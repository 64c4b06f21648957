import { createSampleRepository, EXPECTED_ANSWER, QUESTION } from '@chronicle-examples/sample-repository'
import { scriptedAiSdkModel } from '@chronicle-examples/sample-repository/ai-sdk'
import { chronicleTools } from '@chronicle/mcp/tools'
import { afterAll, expect, it } from 'vitest'
import { ask } from './agent.ts'

const sample = await createSampleRepository()
afterAll(() => sample.dispose())

it('answers from what is recorded, and records', async () => {
  expect(await ask(QUESTION, scriptedAiSdkModel(), chronicleTools(sample.chronicle))).toBe(EXPECTED_ANSWER)
  expect(await sample.log()).toContain('Asked for half a second again')
})
