// Fails the job where a finding that nobody has answered is as risky as the job allows no more.
import { runStep } from './job.mjs'

const RISKS = ['low', 'medium', 'high']

await runStep(async () => {
  const { CHRONICLE_FAIL_ON: failOn = 'none', CHRONICLE_HIGHEST_RISK: highest = 'none' } = process.env
  if (failOn !== 'none' && !RISKS.includes(failOn)) {
    throw new Error(`'${failOn}' is no risk. Give none, low, medium or high as fail-on.`)
  }
  if (failOn === 'none' || !RISKS.includes(highest) || RISKS.indexOf(highest) < RISKS.indexOf(failOn)) return
  throw new Error(`A finding that nobody has answered is of ${highest} risk. Answer it, or change the code.`)
})
