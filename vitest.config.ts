import { defineConfig, type ViteUserConfig } from 'vitest/config'

/** Packages resolve to their sources, so tests and examples need no build. */
const conditions = ['chronicle-source', 'module', 'import', 'default']

const config: ViteUserConfig = defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions, externalConditions: conditions } },
  test: {
    include: ['packages/*/src/**/*.test.ts', 'packages/*/test/**/*.test.ts', 'examples/**/*.test.ts'],
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
})

export default config
