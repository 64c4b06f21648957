/* Writes the files generated from the declarations of documents: `npm run documents`. */
import { writeFile } from 'node:fs/promises'
import { generateFiles } from './generated-files.ts'

for (const { path, text } of await generateFiles()) await writeFile(path, text)
