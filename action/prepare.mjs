// Says what the job is to do, and brings what that needs: the history of the change, and the notes.
import { readEvent, runStep, setOutputs } from './job.mjs'
import { chronicleCommand, mustRun, runProgram } from './run-program.mjs'

await runStep(async () => {
  const { env } = process
  const event = readEvent(env)
  const remote = env['CHRONICLE_REMOTE'] || 'origin'
  const mode = modeOf(env['CHRONICLE_MODE'] || 'auto', event)
  if ((await mustRun(['git', 'rev-parse', '--is-shallow-repository'])).trim() === 'true') {
    await mustRun(['git', 'fetch', '--quiet', '--no-tags', '--unshallow', '--', remote])
  }
  const pull = event.pull_request
  if (pull !== undefined) await fetchPull(pull, remote)
  await mustRun([...chronicleCommand(env), 'sync', 'pull', remote])
  setOutputs(
    {
      mode,
      range: pull === undefined ? '' : `${pull.base.sha}...${pull.head.sha}`,
      branch: pull?.merged === true ? pull.head.sha : '',
    },
    env,
  )
})

/**
 * @param {string} asked
 * @param {any} event
 */
function modeOf(asked, event) {
  if (asked === 'check' || asked === 'reconcile') return asked
  if (asked !== 'auto') throw new Error(`'${asked}' is no mode. Give check, reconcile or auto.`)
  const pull = event.pull_request
  if (pull === undefined) return 'reconcile'
  if (event.action !== 'closed') return 'check'
  return pull.merged === true ? 'reconcile' : 'none'
}

/**
 * The commits of a pull request, which no branch of this repository may have: it can come from a fork, and after a
 * squash its branch may be gone.
 *
 * @param {any} pull
 * @param {string} remote
 */
async function fetchPull(pull, remote) {
  for (const commit of [pull.base.sha, pull.head.sha]) {
    const there = await runProgram(['git', 'cat-file', '-e', `${commit}^{commit}`], { quiet: true })
    if (there.code === 0) continue
    const byId = await runProgram(['git', 'fetch', '--quiet', '--no-tags', '--', remote, commit], { quiet: true })
    if (byId.code === 0) continue
    await mustRun(['git', 'fetch', '--quiet', '--no-tags', '--', remote, `refs/pull/${Number(pull.number)}/head`])
  }
}
