/*
 * Writes the manual pages of `git chronicle` into the folder given, from the commands as they are. `git chronicle
 * --help` is `man git-chronicle` to git, and npm installs the pages with a global install.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { manualPages } from './manual-pages.ts'

const [, , folder = 'man'] = process.argv
rmSync(folder, { recursive: true, force: true })
mkdirSync(folder, { recursive: true })
for (const [name, text] of manualPages()) writeFileSync(join(folder, name), text)
