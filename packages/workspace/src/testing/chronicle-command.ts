import { fileURLToPath } from 'node:url'

/** Node's arguments to run TypeScript with the packages resolved to their sources. */
export const fromSources: readonly string[] = ['--conditions=chronicle-source', '--import', import.meta.resolve('tsx')]

/**
 * Node's arguments to run the command, for tests that start it as a process: as it was built, which starts in a quarter
 * of the time, when `npm test` has just built it; else from its sources.
 */
export const chronicleCommand: readonly string[] =
  process.env['CHRONICLE_TEST_BUILT'] === '1'
    ? [fileURLToPath(new URL('../../../cli/bin/git-chronicle.cjs', import.meta.url))]
    : [...fromSources, fileURLToPath(new URL('../../../cli/src/bin.ts', import.meta.url))]
