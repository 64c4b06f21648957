import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'

/*
 * Copies the grammars of `vendored-grammars.json`, with their licences, into `grammars/`, which is published. The
 * packages they come from bring native builds, tools, and grammars that nothing here uses, so that a user's
 * installation does without them. It runs after each installation of the workspace and before packing. A licence that
 * a package does not hold is in `copying/`; pnpm packs our own only where no other file is called a licence.
 */
const here = (path) => new URL(path, import.meta.url)

/** @param {URL} file */
function readOptional(file) {
  try {
    return readFileSync(file)
  } catch (error) {
    if (error.code === 'ENOENT') return undefined
    throw error
  }
}

/** @type {Readonly<Record<string, { readonly package: string, readonly path: string }>>} */
const grammars = JSON.parse(readFileSync(here('vendored-grammars.json'), 'utf8'))

const wanted = new Map()
for (const [name, { package: from, path }] of Object.entries(grammars)) {
  const licence = readOptional(here(`copying/${name}.COPYING`)) ?? readFileSync(here(`node_modules/${from}/LICENSE`))
  wanted.set(`${name}.wasm`, readFileSync(here(`node_modules/${from}/${path}`)))
  wanted.set(`${name}.COPYING`, licence)
}

mkdirSync(here('grammars'), { recursive: true })
for (const [file, bytes] of wanted) {
  if (readOptional(here(`grammars/${file}`))?.equals(bytes) === true) continue
  // Programs that use the file at this moment see the old one or the new one, and never half of one.
  writeFileSync(here(`grammars/.${process.pid}-${file}`), bytes)
  renameSync(here(`grammars/.${process.pid}-${file}`), here(`grammars/${file}`))
}
for (const file of readdirSync(here('grammars'))) if (!wanted.has(file)) rmSync(here(`grammars/${file}`))
