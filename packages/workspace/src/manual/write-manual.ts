/*
 * Writes the manual pages of `git chronicle` to a folder of the package, from the current commands, and lists them in
 * its manifest. For `git chronicle --help`, git runs `man git-chronicle`, and npm installs the pages with a global
 * install.
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
// An unnecessary write would make the file look newer than what was built from it.
if (after !== before) writeFileSync('package.json', after)
