#!/usr/bin/env node
/*
 * Prints each failed test with its message, then `N passed, N failed, N skipped`, for the JSON reports of one or more
 * vitest runs. A test that ran in several of them (on several versions of Node) counts once: failed if it failed
 * anywhere, passed if it passed anywhere.
 */
import { readFile } from 'node:fs/promises'

/** @typedef {'passed' | 'failed' | 'skipped'} Outcome */

/** Characters of the message of a failed test. */
const MAX_MESSAGE = 2000

/** @type {Map<string, Outcome>} */
const outcomes = new Map()

for (const file of process.argv.slice(2)) {
  for (const [test, outcome] of await outcomesOf(file)) outcomes.set(test, worse(outcomes.get(test), outcome))
}

const count = (/** @type {Outcome} */ wanted) => [...outcomes.values()].filter((outcome) => outcome === wanted).length
console.log(`${count('passed')} passed, ${count('failed')} failed, ${count('skipped')} skipped`)
if (count('failed') > 0 || count('passed') === 0) process.exitCode = 1

/**
 * @param {string} file
 * @returns {Promise<readonly [test: string, outcome: Outcome][]>}
 */
async function outcomesOf(file) {
  const { testResults } = JSON.parse(await readFile(file, 'utf8'))
  /** @type {[string, Outcome][]} */
  const found = []
  for (const { assertionResults, message, name, status } of testResults) {
    /** @type {Map<string, number>} */
    const seen = new Map()
    for (const { failureMessages = [], fullName, status: verdict } of assertionResults) {
      const nth = seen.get(fullName) ?? 0
      seen.set(fullName, nth + 1)
      const outcome = verdict === 'passed' || verdict === 'failed' ? verdict : 'skipped'
      found.push([`${name} > ${fullName} #${nth}`, outcome])
      if (outcome === 'failed') sayFailed(`${name} > ${fullName}`, failureMessages.join('\n'))
    }
    // A file that fails to load, or whose hooks fail, has no failed test to show for it.
    const explained = assertionResults.some((/** @type {{ status: string }} */ test) => test.status === 'failed')
    if (status !== 'failed' || explained) continue
    found.push([`${name} (the file itself)`, 'failed'])
    sayFailed(`${name} (the file itself)`, message ?? '')
  }
  return found
}

/**
 * @param {string} test
 * @param {string} message
 */
function sayFailed(test, message) {
  console.log(`Failed: ${test}\n${message.slice(0, MAX_MESSAGE).replace(/^/gmu, '    ')}\n`)
}

/**
 * @param {Outcome | undefined} before
 * @param {Outcome} now
 * @returns {Outcome}
 */
function worse(before, now) {
  if (before === 'failed' || now === 'failed') return 'failed'
  return before === 'passed' || now === 'passed' ? 'passed' : 'skipped'
}
