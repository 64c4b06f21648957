import { fileURLToPath } from 'node:url'
import { defineConfig, type ViteUserConfig } from 'vitest/config'

/** Packages resolve to their sources, so tests and examples need no build. */
const conditions = ['chronicle-source', 'module', 'import', 'default']

const SEED = fileURLToPath(new URL('packages/workspace/src/seed-properties.ts', import.meta.url))

const shared: ViteUserConfig = {
  resolve: { conditions },
  ssr: { resolve: { conditions, externalConditions: conditions } },
  test: { testTimeout: 60_000, hookTimeout: 120_000, setupFiles: [SEED] },
}

/** `--project packages`: the tests of the packages. `workspace`: checks over all of them. `examples`: what users write. */
const config: ViteUserConfig = defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      project('packages', ['packages/*/src/**/*.test.ts', 'packages/*/test/**/*.test.ts'], ['packages/workspace/**']),
      project('workspace', ['packages/workspace/src/**/*.test.ts', 'packages/workspace/test/**/*.test.ts']),
      project('examples', ['examples/**/*.test.ts']),
    ],
  },
})

function project(name: string, include: string[], exclude: string[] = []): ViteUserConfig {
  return { ...shared, test: { ...shared.test, name, include, exclude: ['**/node_modules/**', ...exclude] } }
}

export default config
