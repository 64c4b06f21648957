import { dirname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { defineConfig, type ViteUserConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { readPlan, SESSION_VARIABLE } from './session.ts'

/** Runs test files beside the mutated sources first, because most mutants need no others. */
class NearestFirst extends BaseSequencer {
  override sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const far = ({ moduleId }: TestSpecification) =>
      plan.chosenPaths.some((path) => moduleId.startsWith(path) || dirname(moduleId) === dirname(path)) ? 0 : 1
    return Promise.resolve(files.toSorted((a, b) => far(a) - far(b) || (a.moduleId < b.moduleId ? -1 : 1)))
  }
}

const root = fileURLToPath(new URL('../../../../', import.meta.url))
const plan = readPlan(process.env[SESSION_VARIABLE] ?? '')
const FEWER_CASES = fileURLToPath(new URL('fewer-cases.ts', import.meta.url))
const conditions = ['chronicle-source', 'module', 'import', 'default']

/** Configures the tests of one package, over sources in which every mutant is behind a switch. No file is changed. */
const config: ViteUserConfig = defineConfig({
  root,
  resolve: { conditions },
  ssr: { resolve: { conditions, externalConditions: conditions } },
  plugins: [
    {
      name: 'mutants',
      enforce: 'pre',
      resolveId: (id, importer) => (id === 'fast-check' && importer !== FEWER_CASES ? FEWER_CASES : undefined),
      load: (id) => plan.instrumented[id.replace(/\?.*$/, '')],
    },
  ],
  test: {
    include: [...plan.testFiles],
    exclude: ['**/node_modules/**'],
    setupFiles: [resolve(root, 'packages/workspace/src/seed-properties.ts')],
    runner: fileURLToPath(new URL('mutating-runner.ts', import.meta.url)),
    pool: 'forks',
    maxWorkers: 1,
    fileParallelism: false,
    sequence: { sequencer: NearestFirst },
    testTimeout: 180_000,
    hookTimeout: 240_000,
    silent: true,
    dangerouslyIgnoreUnhandledErrors: true,
    update: false,
    reporters: [],
  },
})

export default config
