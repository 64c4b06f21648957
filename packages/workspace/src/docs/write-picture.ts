/* Writes the diagram of the packages' dependencies to docs/architecture.md. */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { repositoryRoot } from '../checks/workspace-packages.ts'
import { drawDependencies } from './draw-dependencies.ts'
import { replaceGeneratedSection } from './generated-section.ts'

const file = join(repositoryRoot, 'docs/architecture.md')
await writeFile(file, replaceGeneratedSection(await readFile(file, 'utf8'), 'dependencies', drawDependencies()))
