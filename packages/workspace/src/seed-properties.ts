import * as fc from 'fast-check'

/**
 * Runs before each test file. Property tests generate the same cases every time, so that runs are reproducible.
 * `CHRONICLE_SEED=<n>` or `CHRONICLE_SEED=random` generates others.
 */
const wanted = process.env['CHRONICLE_SEED'] ?? '20250610'
if (wanted !== 'random') fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(wanted) })
