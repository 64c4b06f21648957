/* Writes the picture of the packages' dependencies into docs/architecture.md. */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { repositoryRoot } from '../checks/workspace-packages.ts'
import { withPicture } from './draw-dependencies.ts'

const file = join(repositoryRoot, 'docs/architecture.md')
await writeFile(file, withPicture(await readFile(file, 'utf8')))
