import * as fc from 'fast-check'

/**
 * Runs before each test file. Property tests generate the same cases every time, so that a run can be trusted and
 * repeated; `CHRONICLE_SEED=<n>` or `CHRONICLE_SEED=random` looks at others.
 */
const wanted = process.env['CHRONICLE_SEED'] ?? '20250610'
if (wanted !== 'random') fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(wanted) })
