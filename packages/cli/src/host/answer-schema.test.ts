import * as schema from '@chronicle/schema'
import { expect, test } from 'vitest'
import { answerSchema } from './answer-schema.ts'

const SCHEMAS = Object.entries(schema).flatMap(([name, value]) =>
  name.endsWith('_OUTPUT_SCHEMA') && typeof value === 'string' ? [value] : [],
)

test('the schemas of answers are those of the commands that answer', () => {
  const commands = ['read', 'lookup', 'deps', 'history', 'summary', 'check', 'show', 'log', 'grep', 'status']
  const named = [...commands, 'retrieve', 'evaluate'].map(answerSchema)
  expect(named.sort()).toEqual([...SCHEMAS].sort())
})

test.each(['record', 'commit', 'constructor', ''])('%j answers nothing', (command) => {
  expect(answerSchema(command)).toBeUndefined()
})
