import { expect, it } from 'vitest'
import { followTutorial, withoutIds } from './tutorial.ts'

// To update the page: `npm run docs:outputs`.
it('the tutorial can be followed word by word, and prints what the page shows', async () => {
  const steps = await followTutorial()
  const shown = steps.filter((step) => step.shown !== undefined)
  expect(shown.length).toBeGreaterThan(2)
  for (const step of shown) expect(withoutIds(step.printed)).toBe(withoutIds(step.shown?.text ?? ''))
  expect(steps.at(-1)?.printed).toContain('Never below one second')
})
