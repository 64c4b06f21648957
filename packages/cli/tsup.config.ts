import { rmSync } from 'node:fs'
import { basename } from 'node:path'
import type { Options } from 'tsup'
import { packageBuild } from '../workspace/src/build/package-build.ts'

/*
 * What programs import is built like any package. What people run is bundled from sources, and starts in a third of
 * the time: looking up and opening forty small files in ten packages takes longer than most reads. So the command line
 * is one file, a read is a second one, and what few reads need is left for when they do.
 */

/** Dynamic imports that stay imports, by the end of their specifier, and the module that each one means. */
const later: Readonly<Record<string, string>> = {
  '/run-read.ts': 'src/read/run-read.ts',
  '/run-annotate.ts': 'src/annotate/run-annotate.ts',
  '/complete-words.ts': 'src/completion/complete-words.ts',
  '/completion-script.ts': 'src/completion/completion-script.ts',
  '@chronicle/core/annotate': '../core/src/annotate/index.ts',
  '@chronicle/schema/json': '../schema/src/json/index.ts',
  '@chronicle/git-isomorphic': '../git-isomorphic/src/index.ts',
  '@chronicle/blame': '../blame/src/index.ts',
  '/outline-tree.ts': '../ast-tree-sitter/src/tree/outline-tree.ts',
  '/outline-config.ts': '../ast-tree-sitter/src/config/outline-config.ts',
  'smol-toml': 'node_modules/smol-toml/dist/index.js',
}

const fileOf = (specifier: string): string => `bin-${basename(specifier, '.ts')}`
const specifierOf = (path: string): string | undefined => Object.keys(later).find((each) => path.endsWith(each))

const leaveForLater: NonNullable<Options['esbuildPlugins']>[number] = {
  name: 'leave-for-later',
  setup(build) {
    build.onResolve({ filter: /./ }, ({ path, kind }) => {
      const specifier = kind === 'dynamic-import' ? specifierOf(path) : undefined
      return specifier === undefined ? undefined : { path: `./${fileOf(specifier)}.js`, external: true }
    })
  },
}

/** Everything inlined, from the sources of the workspace. */
const bundle: Options = {
  ...packageBuild({ clean: false }),
  noExternal: [/./],
  sourcemap: false,
  splitting: false,
  esbuildPlugins: [leaveForLater],
  // commander is CommonJS and requires Node's own modules.
  banner: {
    js: "import { createRequire as _createRequire } from 'node:module'; const require = _createRequire(import.meta.url);",
  },
  onSuccess: async () => undefined,
  esbuildOptions(options) {
    options.conditions = ['chronicle-source', 'module', 'import', 'default']
    options.chunkNames = 'bin-chunk-[hash]'
    // Half the text is half the time that compiling takes. Names stay, for the sake of stack traces.
    options.minifyWhitespace = true
    options.minifySyntax = true
  },
}

const { '/run-read.ts': read = '', ...rest } = later
const restEntries = Object.fromEntries(Object.entries(rest).map(([specifier, source]) => [fileOf(specifier), source]))

// The builds share the folder, so none may clear it while another writes.
rmSync('dist', { recursive: true, force: true })

const config: Options[] = [
  packageBuild({ clean: false }),
  { ...bundle, entry: { bin: 'src/bin.ts' } },
  { ...bundle, entry: { [fileOf('/run-read.ts')]: read } },
  { ...bundle, entry: restEntries, splitting: true },
]

export default config
