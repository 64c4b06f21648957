import { readFileSync } from 'node:fs'
import type { Options } from 'tsup'
import { emitDeclarations } from './emit-declarations.ts'
import { mapLinesOnly } from './map-lines-only.ts'

/**
 * Returns the build options that every package shares: ESM for the oldest supported Node, one file for each entry of
 * the package's `exports` plus shared chunks, source maps, and the declaration files that users of the entries need. Runs in the
 * package's folder.
 */
export function packageBuild(
  options: Omit<Options, 'entry'> & {
    /** Further entries: the name below `dist`, without extension, and the source file. */
    readonly entry?: Readonly<Record<string, string>>
  } = {},
): Options {
  return {
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    splitting: true,
    sourcemap: true,
    // Source maps refer to the sources, which are published beside them, so the code may be shortened.
    esbuildOptions: (build) => {
      build.sourcesContent = false
      build.minifySyntax = true
    },
    clean: true,
    silent: true,
    // `node:sqlite` can only be imported with its prefix.
    removeNodeProtocol: false,
    onSuccess: finishPackage,
    plugins: manifest().sideEffects === false ? [{ name: 'unused-chunks', renderChunk: withoutUnusedChunks }] : [],
    ...options,
    entry: { ...exportedEntries(), ...options.entry },
  }
}

/**
 * Reduces the source maps to lines, and writes the declaration files of the entries that `exports` declares, and of what
 * they import.
 */
export async function finishPackage(): Promise<void> {
  await mapLinesOnly('dist')
  await emitDeclarations({ sourceDir: 'src', outDir: 'dist', entries: Object.values(exportedEntries()) })
}

/**
 * Removes imports of chunks of which nothing is used. esbuild keeps them for what they may do when they are loaded, also
 * in a package without side effects. Their lines stay, because the source map counts them.
 */
function withoutUnusedChunks(code: string): { readonly code: string } {
  return { code: code.replaceAll(/^import "\.{1,2}\/chunk-[A-Z\d]+\.js";$/gmu, '') }
}

interface Manifest {
  readonly exports?: Readonly<Record<string, string | Readonly<Record<string, string>>>>
  readonly sideEffects?: boolean | readonly string[]
}

function manifest(): Manifest {
  return JSON.parse(readFileSync('package.json', 'utf8')) as Manifest
}

/** Returns the entries that `exports` declares: each target below `dist`, and its source file. */
function exportedEntries(): Record<string, string> {
  const entries: Record<string, string> = {}
  for (const target of Object.values(manifest().exports ?? {})) {
    if (typeof target === 'string') continue
    const source = target['chronicle-source']
    const output = target['default']?.match(/^\.\/dist\/(.*)\.js$/)?.[1]
    if (source !== undefined && output !== undefined) entries[output] = source
  }
  return entries
}
