// After a merge: carries what is recorded on the commits of the branch to those that took their place, and shares it.
import { addSummary, runStep } from './job.mjs'
import { chronicleCommand, mustRun } from './run-program.mjs'

await runStep(async () => {
  const { env } = process
  const branch = env['CHRONICLE_BRANCH']
  const command = chronicleCommand(env)
  const report = await mustRun([
    ...command,
    'reconcile',
    '--format',
    'markdown',
    ...(branch ? ['--branch', branch] : []),
  ])
  process.stdout.write(report)
  addSummary(report, env)
  await mustRun([...command, 'sync', 'push', env['CHRONICLE_REMOTE'] || 'origin'])
})
