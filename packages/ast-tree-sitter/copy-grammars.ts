import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename } from 'node:path'
import { LANGUAGES } from './src/languages.ts'

/*
 * Copies the vendored grammars of `src/languages.ts`, with their licences, into `grammars/`, which is published. Users
 * then need not install the original packages, which contain native builds, tools and grammars that are not used here.
 * This script runs after each installation of the workspace and before packing. If a package does not contain its
 * licence, the licence is in `copying/`; pnpm packs our own licence only where no other file is called a licence.
 */
const here = (path: string): URL => new URL(path, import.meta.url)

function readOptional(file: URL): Buffer | undefined {
  try {
    return readFileSync(file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

const wanted = new Map<string, Buffer>()
for (const { grammar, copyOf } of Object.values(LANGUAGES)) {
  if (grammar === undefined || copyOf === undefined) continue
  const name = basename(grammar.path, '.wasm')
  const from = `node_modules/${copyOf.package}`
  const licence = readOptional(here(`copying/${name}.COPYING`)) ?? readFileSync(here(`${from}/LICENSE`))
  wanted.set(`${name}.wasm`, readFileSync(here(`${from}/${copyOf.path}`)))
  wanted.set(`${name}.COPYING`, licence)
}

mkdirSync(here('grammars'), { recursive: true })
for (const [file, bytes] of wanted) {
  if (readOptional(here(`grammars/${file}`))?.equals(bytes) === true) continue
  // Programs that read the file at this moment see the old or the new version, never half of one.
  writeFileSync(here(`grammars/.${process.pid}-${file}`), bytes)
  renameSync(here(`grammars/.${process.pid}-${file}`), here(`grammars/${file}`))
}
for (const file of readdirSync(here('grammars'))) if (!wanted.has(file)) rmSync(here(`grammars/${file}`))
