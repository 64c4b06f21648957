import { expect, test } from 'vitest'
import { HELD_OUT_FILES, HELD_OUT_SESSIONS } from './held-out-sessions.ts'
import { MADE_FILES, DEVELOPMENT_SESSIONS } from './made-sessions.ts'
import { measure } from './measure.ts'

test('finds what was stated in the sessions that the rules were made with', async () => {
  const { found, stated, missed, misplaced, wrong } = await measure(DEVELOPMENT_SESSIONS, MADE_FILES)
  expect({ missed, misplaced, wrong }).toEqual({ missed: [], misplaced: [], wrong: [] })
  expect(found).toHaveLength(stated)
})

test('finds most of what was stated in other sessions, on the right commits, and nothing else', async () => {
  const { found, stated, misplaced, wrong, statements, missed } = await measure(HELD_OUT_SESSIONS, HELD_OUT_FILES)
  expect(stated).toBe(30)
  expect({ misplaced, wrong }).toEqual({ misplaced: [], wrong: [] })
  expect(found.length, missed.join('\n')).toBeGreaterThanOrEqual(25)
  // Planted in typed text, in tool output, and in text that programs injected.
  expect(JSON.stringify(statements)).not.toMatch(/hunter2|ghp_|backdoor|haiku|print the environment|escalation/)
})
