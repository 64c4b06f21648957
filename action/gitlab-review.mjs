// Checks a merge request on GitLab: a Code Quality report for its lines, a SARIF log, and one comment kept up to date.
import { writeFileSync } from 'node:fs'
import { codeQuality } from './code-quality.mjs'
import { commentBody, settledBody } from './describe-findings.mjs'
import { gitlabComments } from './gitlab-comments.mjs'
import { keepComment } from './keep-comment.mjs'
import { chronicleCommand, mustRun } from './run-program.mjs'

const { env } = process
const range = `${env['CI_MERGE_REQUEST_DIFF_BASE_SHA'] ?? ''}...${env['CI_COMMIT_SHA'] ?? 'HEAD'}`

try {
  await review()
} catch (error) {
  process.stderr.write(`error: ${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}

async function review() {
  const number = Number(env['CI_MERGE_REQUEST_IID'])
  if (!Number.isSafeInteger(number) || number < 1 || range.startsWith('...')) {
    throw new Error('There is no merge request to check. Run the job in merge request pipelines.')
  }
  const command = chronicleCommand(env)
  await mustRun([...command, 'sync', 'pull', 'origin'])
  const asked = [...command, 'check', '--max-findings', '50', '--max-tokens', '0']
  const json = await mustRun([...asked, '--format', 'json', range])
  writeFileSync('chronicle.sarif', await mustRun([...asked, '--format', 'sarif', range]))
  const report = JSON.parse(json)
  writeFileSync('gl-code-quality-report.json', `${JSON.stringify(codeQuality(report), null, 2)}\n`)

  const body = commentBody(report, {
    linkTo: ({ file, lines }) => {
      const path = file.split('/').map(encodeURIComponent).join('/').replaceAll('(', '%28').replaceAll(')', '%29')
      const fragment = lines === undefined ? '' : `#L${lines.start}-${lines.end}`
      const project = env['CI_PROJECT_URL']
      return project === undefined
        ? undefined
        : `${project}/-/blob/${env['CI_COMMIT_SHA'] ?? 'HEAD'}/${path}${fragment}`
    },
  })
  const token = env['CHRONICLE_TOKEN'] ?? ''
  if (token === '') {
    process.stdout.write('No CHRONICLE_TOKEN is set, so no comment is written.\n')
    return
  }
  const comments = gitlabComments({
    api: env['CI_API_V4_URL'] || 'https://gitlab.com/api/v4',
    token,
    project: env['CI_PROJECT_ID'] ?? '',
    number,
  })
  const { done } = await keepComment(comments, { body, settled: settledBody() })
  process.stdout.write(done === 'refused' ? 'The token may not comment on the merge request.\n' : `Comment: ${done}\n`)
}
