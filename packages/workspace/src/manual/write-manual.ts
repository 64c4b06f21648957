/*
 * Writes the manual pages of `git chronicle` into a folder of the package, from the commands as they are, and lists them
 * in its manifest. `git chronicle --help` is `man git-chronicle` to git, and npm installs the pages with a global install.
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { manualPages } from './manual-pages.ts'

const [, , folder = 'man'] = process.argv
rmSync(folder, { recursive: true, force: true })
mkdirSync(folder, { recursive: true })
const pages = manualPages()
for (const [name, text] of pages) writeFileSync(join(folder, name), text)

const before = readFileSync('package.json', 'utf8')
const man = [...pages.keys()].map((name) => `./${folder}/${name}`)
const after = `${JSON.stringify({ ...(JSON.parse(before) as object), man }, null, 2)}\n`
// Written for nothing, it would look newer than what was built of it.
if (after !== before) writeFileSync('package.json', after)
