import { rmSync } from 'node:fs'
import type { Options } from 'tsup'
import { packageBuild } from '../workspace/src/build/package-build.ts'

// Two builds share the folder, so neither may clear it while the other writes.
rmSync('dist', { recursive: true, force: true })

/** What programs import: their copies of our dependencies, commander above all, are the ones to use. */
const library = packageBuild({ clean: false })

/**
 * What people run: everything in a few files, from sources, with what a subcommand does not need left for later.
 * Looking up and opening thirty small files in ten packages would take longer than the command itself.
 */
const command: Options = {
  ...packageBuild({ clean: false }),
  entry: { bin: 'src/bin.ts' },
  noExternal: [/.*/],
  // commander is CommonJS and requires Node's own modules.
  banner: {
    js: "import { createRequire as _createRequire } from 'node:module'; const require = _createRequire(import.meta.url);",
  },
  onSuccess: async () => undefined,
  esbuildOptions(options) {
    options.conditions = ['chronicle-source', 'module', 'import', 'default']
    options.chunkNames = 'bin-[name]-[hash]'
  },
}

const config: Options[] = [library, command]

export default config
