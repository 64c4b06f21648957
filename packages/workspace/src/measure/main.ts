/*
 * Prints the measures of a checkout: `npm run measure -- [--dir <checkout>] [--json] [--slow]`. The checkout may be
 * another state of this repository, so that one script measures both before and after a change. `--slow` adds what
 * needs a built checkout: install sizes, and the modules and time of a command start. `--test-time` runs all tests;
 * with CHRONICLE_THOROUGH=1, with their maximum number of repetitions.
 */
import { spawnSync } from 'node:child_process'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { repositoryRoot } from '../checks/workspace-packages.ts'
import { readCheckout } from './checkout-sources.ts'
import { countCodeLines } from './code-lines.ts'
import { measureStarts } from './command-start.ts'
import { countFailureStyles } from './failure-styles.ts'
import { formatMeasures, type Measures } from './format-measures.ts'
import { findImportCycles } from './import-cycles.ts'
import { measureInstallSizes } from './install-size.ts'
import { listOwnImplementations } from './own-implementations.ts'
import { listTouchedFiles } from './recipes.ts'
import { findRepeatedDeclarations } from './repeated-declarations.ts'
import { countWorstNames } from './worst-names.ts'

const { values } = parseArgs({
  options: {
    dir: { type: 'string', default: repositoryRoot },
    json: { type: 'boolean', default: false },
    slow: { type: 'boolean', default: false },
    'test-time': { type: 'boolean', default: false },
  },
})

const isThoroughAsked = process.env['CHRONICLE_THOROUGH'] === '1'
const checkout = readCheckout(resolve(process.env['INIT_CWD'] ?? '.', values.dir))
const measures: Measures = {
  lines: countCodeLines(checkout),
  cycles: findImportCycles(checkout),
  failures: countFailureStyles(checkout),
  repeated: findRepeatedDeclarations(checkout),
  touched: listTouchedFiles(checkout),
  own: listOwnImplementations(checkout),
  names: countWorstNames(checkout),
  ...(values.slow && {
    installs: measureInstallSizes(checkout),
    starts: measureStarts(join(checkout.dir, 'packages/cli'), { times: 9 }),
  }),
  ...(values['test-time'] && { tests: { seconds: timeTests(checkout.dir), isThorough: isThoroughAsked } }),
}
process.stdout.write(values.json ? `${JSON.stringify(measures, null, 2)}\n` : formatMeasures(measures))

/** Returns the seconds that all tests take on this machine, after building. */
function timeTests(dir: string): number {
  const run = (task: string): void => {
    const { status } = spawnSync(process.execPath, ['packages/workspace/src/run/run.mjs', task], {
      cwd: dir,
      stdio: ['ignore', 2, 2],
      env: { ...process.env, CHRONICLE_THOROUGH: isThoroughAsked ? '1' : '0' },
    })
    if (status !== 0) throw new Error(`${task} of ${dir} failed; its time says nothing`)
  }
  run('build')
  const started = performance.now()
  run('test')
  return Math.round((performance.now() - started) / 1000)
}
