import { jsonSchemas } from '@chronicle/schema/json'
import { readFile } from 'node:fs/promises'
import { relative } from 'node:path'
import { expect, it } from 'vitest'
import { repositoryRoot } from '../checks/workspace-packages.ts'
import { PUBLISHED_DOCUMENTS } from './document-list.ts'
import { generateFiles } from './generated-files.ts'

const files = (await generateFiles()).map(({ path, text }) => [relative(repositoryRoot, path), path, text] as const)

it.each(files)('%s is what the interfaces say (npm run documents writes it anew)', async (_name, path, text) => {
  expect(await readFile(path, 'utf8')).toBe(text)
})

it('is published: every JSON Schema that programs can import, and no other', () => {
  expect(PUBLISHED_DOCUMENTS.map(({ name }) => name).sort()).toEqual(Object.keys(jsonSchemas).sort())
})
