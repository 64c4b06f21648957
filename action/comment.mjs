// Keeps one comment of the pull request up to date with what the check found.
import { readFileSync } from 'node:fs'
import { commentBody, settledBody } from './describe-findings.mjs'
import { githubComments } from './github-comments.mjs'
import { addSummary, readEvent, runStep, setOutputs, workflowCommand } from './job.mjs'
import { keepComment } from './keep-comment.mjs'

await runStep(async () => {
  const { env } = process
  const pull = readEvent(env).pull_request
  if (pull === undefined) throw new Error('There is no pull request to comment on.')
  const report = JSON.parse(readFileSync(env['CHRONICLE_REPORT'] ?? '', 'utf8'))
  const repository = env['GITHUB_REPOSITORY'] ?? ''
  const server = env['GITHUB_SERVER_URL'] || 'https://github.com'
  const body = commentBody(report, {
    linkTo: ({ file, lines }) => {
      const path = file.split('/').map(encodeURIComponent).join('/').replace(/[()]/gu, escapeParenthesis)
      const fragment = lines === undefined ? '' : `#L${lines.start}-L${lines.end}`
      return `${server}/${repository}/blob/${pull.head.sha}/${path}${fragment}`
    },
  })
  addSummary(body ?? settledBody(), env)
  const token = env['CHRONICLE_TOKEN'] ?? ''
  const comments = githubComments({
    api: env['GITHUB_API_URL'] || 'https://api.github.com',
    token,
    repository,
    number: Number(pull.number),
  })
  const { done, url } = await keepComment(comments, { body, settled: settledBody() })
  if (done === 'refused') {
    const message =
      'The token may not comment here, as in a pull request from a fork. The summary of the job has the findings.'
    process.stdout.write(workflowCommand('warning', { title: 'Chronicle' }, message))
  }
  process.stdout.write(`Comment: ${done}${url === undefined ? '' : ` ${url}`}\n`)
  setOutputs({ 'comment-url': url ?? '' }, env)
})

/** @param {string} character */
function escapeParenthesis(character) {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`
}
