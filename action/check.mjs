// Checks the change against what is recorded: a report, a SARIF log, and annotations of the job where asked for.
import { writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runStep, setOutputs, workflowCommand } from './job.mjs'
import { chronicleCommand, mustRun } from './run-program.mjs'
import { findingTitle, findingText } from './describe-findings.mjs'

/** @type {Readonly<Record<string, string>>} */
const LEVELS = { high: 'error', medium: 'warning', low: 'notice' }

await runStep(async () => {
  const { env } = process
  const range = env['CHRONICLE_RANGE']
  if (!range) throw new Error('There is no pull request to check. Run on pull_request events, or set mode: reconcile.')
  const asked = ['check', '--max-findings', env['CHRONICLE_MAX_FINDINGS'] || '50', '--max-tokens', '0']
  const command = chronicleCommand(env)
  const json = await mustRun([...command, ...asked, '--format', 'json', range])
  const sarif = await mustRun([...command, ...asked, '--format', 'sarif', range])
  const report = join(env['RUNNER_TEMP'] || tmpdir(), `chronicle-check-${process.pid}.json`)
  writeFileSync(report, json)
  writeFileSync(env['CHRONICLE_SARIF_FILE'] || 'chronicle.sarif', sarif)
  const { acknowledged, findings, stats } = JSON.parse(json)
  if (env['CHRONICLE_ANNOTATIONS'] === 'commands') {
    for (const finding of findings) {
      const { end, start } = finding.lines ?? {}
      const where = { file: finding.file, line: start, endLine: end, title: findingTitle(finding) }
      process.stdout.write(workflowCommand(LEVELS[finding.risk] ?? 'notice', where, findingText(finding)))
    }
  }
  setOutputs(
    {
      report,
      findings: stats.findings_found,
      acknowledged: acknowledged.length,
      'highest-risk': stats.highest_risk ?? 'none',
    },
    env,
  )
})
