import { appendFileSync, readFileSync } from 'node:fs'
import { randomUUID } from 'node:crypto'

/**
 * Sets outputs of the step.
 *
 * @param {Readonly<Record<string, string | number>>} outputs
 * @param {NodeJS.ProcessEnv} env
 */
export function setOutputs(outputs, env) {
  const file = env['GITHUB_OUTPUT']
  if (file === undefined) return
  for (const [name, value] of Object.entries(outputs)) {
    // A delimiter that no value can have: a value may have line breaks.
    const end = `end-${randomUUID()}`
    appendFileSync(file, `${name}<<${end}\n${value}\n${end}\n`)
  }
}

/**
 * Adds to the summary of the job.
 *
 * @param {string} markdown
 * @param {NodeJS.ProcessEnv} env
 */
export function addSummary(markdown, env) {
  const file = env['GITHUB_STEP_SUMMARY']
  if (file !== undefined) appendFileSync(file, `${markdown}\n`)
}

/**
 * The event that started the job.
 *
 * @param {NodeJS.ProcessEnv} env
 * @returns {any}
 */
export function readEvent(env) {
  const file = env['GITHUB_EVENT_PATH']
  return file === undefined || file === '' ? {} : JSON.parse(readFileSync(file, 'utf8'))
}

/**
 * One command of a job to its runner, such as a warning on a line.
 *
 * @param {string} command
 * @param {Readonly<Record<string, string | number | undefined>>} properties
 * @param {string} message
 * @returns {string}
 */
export function workflowCommand(command, properties, message) {
  const given = Object.entries(properties).filter(([, value]) => value !== undefined)
  const listed = given.map(([key, value]) => `${key}=${escapeProperty(`${value}`)}`).join(',')
  return `::${command}${listed === '' ? '' : ` ${listed}`}::${escapeData(message)}\n`
}

/** @param {string} text */
function escapeData(text) {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
}

/** @param {string} text */
function escapeProperty(text) {
  return escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C')
}

/**
 * Runs a step: what it throws is an error of the job, in one line.
 *
 * @param {() => Promise<void>} run
 */
export async function runStep(run) {
  try {
    await run()
  } catch (error) {
    process.stdout.write(
      workflowCommand('error', { title: 'Chronicle' }, error instanceof Error ? error.message : String(error)),
    )
    process.exitCode = 1
  }
}
