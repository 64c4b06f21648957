import { fileURLToPath } from 'node:url'

/** Node arguments that run TypeScript with the packages resolved to their sources. */
export const fromSources: readonly string[] = ['--conditions=chronicle-source', '--import', import.meta.resolve('tsx')]

/**
 * Node arguments that run the command, for tests that start it as a process. Uses the built command, which starts in a
 * quarter of the time, when `npm test` has just built it; otherwise the sources.
 */
export const chronicleCommand: readonly string[] =
  process.env['CHRONICLE_TEST_BUILT'] === '1'
    ? [fileURLToPath(new URL('../../../cli/bin/git-chronicle.cjs', import.meta.url))]
    : [...fromSources, fileURLToPath(new URL('../../../cli/src/bin.ts', import.meta.url))]
