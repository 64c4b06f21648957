import { expect, it } from 'vitest'
import { isProgramName } from './program-accounts.ts'

it.each([
  ...['renovate[bot]', 'dependabot[bot]', 'k8s-ci-robot', 'my-org-bot', 'codecov-commenter', 'googlebot', 'rustbot'],
  ...['project_1_bot', 'group_22_bot_ab12', 'gitlab-bot', 'service_account_9', 'acme-ci', 'Copilot', 'pr_bot_2'],
  ...['copilot-reviewer', 'ai-pair', 'acme-ai', 'claude-code', 'gemini-assistant', 'gpt4-reviews'],
])('%s is a program', (name) => {
  expect(isProgramName(name)).toBe(true)
})

it.each([
  'octocat',
  'ana',
  'abbott',
  'talbot',
  'cimarron',
  'robotics-fan',
  'lucia',
  'botond',
  'ghost',
  'Jörg',
  'claude',
  'claude-d',
  'gemini',
  'aida',
  'mai',
])('%s is a person', (name) => {
  expect(isProgramName(name)).toBe(false)
})
