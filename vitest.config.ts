import { fileURLToPath } from 'node:url'
import { defineConfig, type ViteUserConfig } from 'vitest/config'

/** Packages resolve to their sources, so tests and examples need no build. */
const conditions = ['chronicle-source', 'module', 'import', 'default']

const SEED = fileURLToPath(new URL('packages/workspace/src/seed-properties.ts', import.meta.url))
const SPAWN_APART = fileURLToPath(new URL('packages/workspace/src/spawn-apart/spawn-apart.ts', import.meta.url))
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

/**
 * Programs that tests start run TypeScript with tsx. Its esbuild has been seen to wait without end for its own worker
 * thread; without one, it asks its process directly.
 */
const programs = { ESBUILD_WORKER_THREADS: '0' }

/** They measure the process that they run in, which must have run nothing else. */
const ALONE = ['packages/mcp/test/endurance.test.ts']

const shared: ViteUserConfig = {
  resolve: { conditions },
  ssr: { resolve: { conditions, externalConditions: conditions } },
  test: { testTimeout: 600_000, hookTimeout: 600_000, env: programs, setupFiles: [SEED, SPAWN_APART] },
}

/**
 * `--project units`: the tests beside the sources of the packages. `packages`: those in their `test` folders,
 * but for `alone`, each of which has a process of its own. `workspace`: checks over all packages. `examples`: what
 * users write.
 */
const config: ViteUserConfig = defineConfig({
  test: {
    // One more than the two cores that CI has: tests wait for git a third of their time.
    maxWorkers: 3,
    projects: [
      sharing(project('units', ['packages/*/src/**/*.test.ts'], ['packages/workspace/**'])),
      sharing(project('packages', ['packages/*/test/**/*.test.ts'], ['packages/workspace/**', ...ALONE])),
      project('alone', ALONE),
      sharing(project('workspace', ['packages/workspace/src/**/*.test.ts', 'packages/workspace/test/**/*.test.ts'])),
      examples(),
    ],
  },
})

function project(name: string, include: string[], exclude: string[] = []): ViteUserConfig {
  return { ...shared, test: { ...shared.test, name, include, exclude: ['**/node_modules/**', ...exclude] } }
}

/**
 * They load the same modules, so a worker keeps them for the next file: loading them again takes longer than most
 * files. Such a test leaves nothing behind that another could see.
 */
function sharing({ test, ...rest }: ViteUserConfig): ViteUserConfig {
  return { ...rest, test: { ...test, isolate: false } }
}

function examples(): ViteUserConfig {
  const { test, ...rest } = project('examples', ['examples/**/*.test.ts'])
  return { ...rest, test: { ...test, env: { ...programs, ...noReports }, setupFiles: [SEED, NO_NETWORK] } }
}

export default config
