import { fileURLToPath } from 'node:url'
import { defineConfig, type ViteUserConfig } from 'vitest/config'

/** Packages resolve to their sources, so tests and examples need no build. */
const conditions = ['chronicle-source', 'module', 'import', 'default']

const SEED = fileURLToPath(new URL('packages/workspace/src/seed-properties.ts', import.meta.url))
const NO_NETWORK = fileURLToPath(new URL('packages/workspace/src/no-network.ts', import.meta.url))

/** What turns off the reports that agent frameworks send about runs. */
const noReports = {
  LANGSMITH_TRACING: 'false',
  LANGSMITH_TRACING_V2: 'false',
  LANGCHAIN_TRACING: 'false',
  LANGCHAIN_TRACING_V2: 'false',
  MASTRA_TELEMETRY_DISABLED: '1',
  OPENAI_AGENTS_DISABLE_TRACING: '1',
}

const shared: ViteUserConfig = {
  resolve: { conditions },
  ssr: { resolve: { conditions, externalConditions: conditions } },
  test: { testTimeout: 180_000, hookTimeout: 240_000, setupFiles: [SEED] },
}

/** `--project packages`: the tests of the packages. `workspace`: checks over all of them. `examples`: what users write. */
const config: ViteUserConfig = defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      project('packages', ['packages/*/src/**/*.test.ts', 'packages/*/test/**/*.test.ts'], ['packages/workspace/**']),
      project('workspace', ['packages/workspace/src/**/*.test.ts', 'packages/workspace/test/**/*.test.ts']),
      examples(),
    ],
  },
})

function project(name: string, include: string[], exclude: string[] = []): ViteUserConfig {
  return { ...shared, test: { ...shared.test, name, include, exclude: ['**/node_modules/**', ...exclude] } }
}

function examples(): ViteUserConfig {
  const { test, ...rest } = project('examples', ['examples/**/*.test.ts'])
  return { ...rest, test: { ...test, env: noReports, setupFiles: [SEED, NO_NETWORK] } }
}

export default config
