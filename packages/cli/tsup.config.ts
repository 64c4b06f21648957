import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import type { Options } from 'tsup'
import { packageBuild } from '../workspace/src/build/package-build.ts'

/*
 * The library is built like any package. The programs are bundled from sources and start in a third of the time,
 * because finding and opening forty small files in ten packages takes longer than most reads. The command line is one
 * file, a read is a second one, and code that few reads need is loaded later. All are CommonJS, the only format whose
 * compiled code Node 20 can cache.
 */

/** Dynamic imports that stay imports, by the end of their specifier, with the module that each one loads. */
const own: Readonly<Record<string, string>> = {
  '/run-mcp-http.ts': 'src/start/mcp-servers.ts',
  '/run-mcp-stdio.ts': 'src/start/mcp-servers.ts',
  '/tool-names.ts': 'src/start/mcp-servers.ts',
  '/run-read.ts': 'src/read/run-read.ts',
  '/run-query.ts': 'src/queries/run-query.ts',
  '/run-retrieve.ts': 'src/retrieve/run-retrieve.ts',
  '/run-check.ts': 'src/queries/run-check.ts',
  '/run-questions.ts': 'src/questions/run-questions.ts',
  '/run-commit.ts': 'src/commit/run-commit.ts',
  '/run-hook.ts': 'src/hook/run-hook.ts',
  '/run-git-hook.ts': 'src/git-hooks/run-git-hook.ts',
  '/page-text.ts': 'src/host/page-text.ts',
  '/complete-words.ts': 'src/completion/complete-words.ts',
  '/completion-script.ts': 'src/completion/completion-script.ts',
  '@chronicle/core/annotate': '../core/src/annotate/index.ts',
  '@chronicle/context': '../context/src/index.ts',
  '@chronicle/writer': '../writer/src/index.ts',
  '@chronicle/writer/history': '../writer/src/source/index.ts',
  '@chronicle/redact-secretlint': '../redact-secretlint/src/index.ts',
  '@chronicle/llm-ai-sdk': '../llm-ai-sdk/src/index.ts',
  '@chronicle/forge': '../forge/src/index.ts',
  '/read-commit-map.ts': '../node/src/read-commit-map.ts',
  '/import-transcripts.ts': '../node/src/import-transcripts.ts',
  '@chronicle/core/reconcile': '../core/src/reconcile/index.ts',
  '/create-carrier.ts': '../core/src/rewrites/create-carrier.ts',
  '/lost-units.ts': '../core/src/read/lost-units.ts',
  '/search-notes.ts': '../core/src/queries/grep/search-notes.ts',
  '/missing-file-error.ts': '../core/src/read/missing-file-error.ts',
  '/fetch-notes.ts': '../git-cli/src/sharing/fetch-notes.ts',
  '/push-notes.ts': '../git-cli/src/sharing/push-notes.ts',
  '@chronicle/core/share': '../core/src/share/index.ts',
  '@chronicle/core/review': '../core/src/review/index.ts',
  '@chronicle/core/rewrites': '../core/src/rewrites/index.ts',
  '@chronicle/core/corrections': '../core/src/corrections/index.ts',
  '@chronicle/schema/validate': '../schema/src/validate/inputs.ts',
  '@chronicle/source': '../source/src/index.ts',
  '@chronicle/schema/json': '../schema/src/json/index.ts',
  '@chronicle/git-isomorphic': '../git-isomorphic/src/index.ts',
  '@chronicle/store-sqlite': '../store-sqlite/src/index.ts',
  '@chronicle/blame': '../blame/src/index.ts',
  '/outline-tree.ts': '../ast-tree-sitter/src/tree/outline-tree.ts',
  '/outline-config.ts': '../ast-tree-sitter/src/config/outline-config.ts',
  'smol-toml': 'node_modules/smol-toml/dist/index.js',
}

/** Modules of this folder are shared: whatever loads one loads the same file. */
const SHARED = 'src/start/'
/** All other commands share this file; otherwise each would contain a copy of the same parts. */
const RARE = `${SHARED}infrequent-commands.ts`

/**
 * Returns the exports of that file: the modules that commands import when they are called, except those with files of
 * their own.
 */
function rareModules(): readonly string[] {
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'))
  const found = files.flatMap((file) => {
    const imports = readFileSync(join('src', file), 'utf8').matchAll(/\bimport\('(\.[^']*\/run-[\w-]+\.ts)'\)/g)
    return Array.from(imports, ([, specifier = '']) => join('..', dirname(file), specifier).replaceAll('\\', '/'))
  })
  return [...new Set(found)].filter((path) => own[`/${basename(path)}`] === undefined).sort()
}
const rare = rareModules()

const later: Readonly<Record<string, string>> = {
  ...Object.fromEntries(rare.map((path) => [`/${basename(path)}`, RARE])),
  ...own,
}

function fileOf(specifier: string): string {
  const target = later[specifier]
  return `bin-${basename(target?.startsWith(SHARED) === true ? target : specifier, '.ts')}`
}
const specifierOf = (path: string): string | undefined => Object.keys(later).find((each) => path.endsWith(each))

const OWN_SOURCES = resolve('src')

const leaveForLater: NonNullable<Options['esbuildPlugins']>[number] = {
  name: 'leave-for-later',
  setup(build) {
    build.onResolve({ filter: /./ }, ({ path, kind, importer }) => {
      const specifier = kind === 'dynamic-import' ? specifierOf(path) : undefined
      // If it were missing from the list, it would be inlined, and every start would load it.
      if (
        kind === 'dynamic-import' &&
        specifier === undefined &&
        path.startsWith('.') &&
        importer.startsWith(OWN_SOURCES)
      )
        return { errors: [{ text: `${path} is not in the list of imports that stay imports` }] }
      return specifier === undefined ? undefined : { path: `./${fileOf(specifier)}.cjs`, external: true }
    })
  },
}

/**
 * The code that parses messages. Reads, queries and the writer share its file, because compiling its patterns takes
 * longer than using them.
 */
const PROSE = './bin-prose.cjs'
const PROSE_SOURCE = '../core/src/prose/index.ts'
/** It exports more than the index, because the core also imports from its modules. */
const proseModules = readdirSync(dirname(PROSE_SOURCE))
  .filter((file) => /^(?!index\.).*(?<!\.test)\.ts$/.test(file))
  .sort()
  .map((file) => `./${file}`)

/** Leaves imports of the message parser to a file of its own, except within its own folder. */
const shareProse: NonNullable<Options['esbuildPlugins']>[number] = {
  name: 'share-prose',
  setup(build) {
    build.onResolve({ filter: /(?:^|\/)prose(?:\/[\w-]+\.ts)?$/ }, ({ kind }) =>
      kind === 'import-statement' ? { path: PROSE, external: true } : undefined,
    )
  },
}

/** Each of these loads a parser that few files need. */
const FOR_FEW_FILES = /-stanzas\.ts$/

/**
 * Turns the other dynamic imports into static ones. esbuild wraps a dynamically imported module, and all that it
 * imports, in functions: a tenth more text, and a call per module at every start.
 */
const inlineDynamicImports: NonNullable<Options['esbuildPlugins']>[number] = {
  name: 'import-at-once',
  setup(build) {
    build.onLoad({ filter: /[\\/]packages[\\/][^\\/]+[\\/]src[\\/].*\.ts$/ }, async ({ path }) => {
      const gathered = path === resolve(RARE) ? rare : path === resolve(PROSE_SOURCE) ? proseModules : undefined
      const text = gathered?.map((each) => `export * from '${each}'\n`).join('') ?? (await readFile(path, 'utf8'))
      const imports: string[] = []
      const contents = text.replace(/\bimport\('((?:\.|@chronicle\/)[^']+)'\)/g, (whole, specifier: string) => {
        if (specifierOf(specifier) !== undefined || FOR_FEW_FILES.test(specifier)) return whole
        const name = `_module${imports.length}`
        imports.push(`import * as ${name} from '${specifier}'`)
        return `Promise.resolve(${name})`
      })
      // The imports come last, so that lines keep their numbers.
      return { contents: [contents, ...imports].join('\n'), loader: 'ts' }
    })
  },
}

/** Modules that few queries need, and that take a millisecond or two to load. */
const LAZY_MODULES = /=require\("(node:(?:crypto|v8|zlib|(?:fs|stream|timers)\/promises)|\.\/bin-prose\.cjs)"\)/g

/** Loads a module when one of its exports is first used. */
const LAZY_REQUIRE =
  '"use strict"; const _later = (id) => { let loaded; return new Proxy({}, { get: (_, name) => (loaded ??= require(id))[name] }); };'

/** The file that Node itself loads. It loads the others, as functions. */
const START = 'start'

/**
 * Makes built programs start faster. Non-ASCII characters that esbuild leaves in regular expressions are escaped,
 * because a pure ASCII text is read in half the time and takes half the memory. Each module is wrapped in its function
 * here, because at the start that would copy its text.
 */
async function startSooner(files: readonly string[]): Promise<void> {
  for (const file of files) {
    const path = `dist/${file}.cjs`
    const text = await readFile(path, 'utf8')
    if (/String\.raw`[^`]*[^\0-\x7f]/.test(text)) throw new Error(`${path} has raw text that cannot be escaped`)
    const escaped = text.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    const lazy = escaped.replace(LAZY_MODULES, '=_later("$1")')
    await writeFile(
      path,
      file === START ? lazy : `(function (exports, require, module, __filename, __dirname) {${lazy}\n})\n`,
    )
  }
}

/** Grammars are located relative to `import.meta.url`, which becomes `_module.url`. */
const MODULE_URL = "const _module = { get url() { return require('node:url').pathToFileURL(__filename).href } };"

/** Bundles everything, from the sources of the workspace. */
const bundle: Options = {
  ...packageBuild({ clean: false }),
  format: 'cjs',
  banner: { js: LAZY_REQUIRE },
  noExternal: [/./],
  sourcemap: false,
  splitting: false,
  esbuildPlugins: [leaveForLater, shareProse, inlineDynamicImports],
  esbuildOptions(options) {
    options.conditions = ['chronicle-source', 'module', 'import', 'default']
    options.define = { ...options.define, 'import.meta.url': '_module.url' }
    options.supported = { 'dynamic-import': false }
    // Its ESM form creates its own `require`, after a dynamic import.
    options.alias = { 'web-tree-sitter': '../ast-tree-sitter/node_modules/web-tree-sitter/web-tree-sitter.cjs' }
    // Half the text compiles in half the time. Names stay, for stack traces.
    options.minifyWhitespace = true
    options.minifySyntax = true
  },
}

const { '/outline-tree.ts': outlineTree = '', ...others } = later
const entriesOf = (files: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(files).map(([specifier, source]) => [fileOf(specifier), source]))

// The builds share the folder, so none may clear it while another writes.
rmSync('dist', { recursive: true, force: true })

/**
 * Writes the manual from the sources, in a separate process, because dependencies of the commands may not be built yet.
 */
function writeManual(): void {
  const script = '../workspace/src/manual/write-manual.ts'
  execFileSync(process.execPath, ['--conditions=chronicle-source', '--import', 'tsx', script, 'man'], {
    stdio: 'inherit',
  })
}
writeManual()

const programs: readonly (Options & { readonly entry: Record<string, string> })[] = [
  { ...bundle, entry: { [START]: 'src/start/start.ts', bin: 'src/bin.ts' } },
  {
    ...bundle,
    entry: { ...entriesOf(others), 'bin-prose': PROSE_SOURCE },
    banner: { js: `${LAZY_REQUIRE} ${MODULE_URL}` },
  },
  {
    ...bundle,
    entry: entriesOf({ '/outline-tree.ts': outlineTree }),
    banner: { js: `${LAZY_REQUIRE} ${MODULE_URL}` },
    inject: ['src/start/leave-unoptimised.ts'],
  },
]

const config: Options[] = [
  packageBuild({ clean: false }),
  ...programs.map((program): Options => ({ ...program, onSuccess: () => startSooner(Object.keys(program.entry)) })),
]

export default config
