import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { repositoryRoot } from '../checks/workspace-packages.ts'
import { siteSections } from './site-pages.ts'

const pages = siteSections().flatMap((section) => section.pages)

it('the site has every page of docs, and each once', () => {
  const docs = readdirSync(join(repositoryRoot, 'docs')).filter((name) => name.endsWith('.md'))
  expect(pages.filter((path) => path.startsWith('docs/')).sort()).toEqual(docs.sort().map((name) => `docs/${name}`))
})

it('each page is there', () => {
  expect(pages.filter((path) => !existsSync(join(repositoryRoot, path)))).toEqual([])
  expect(pages[0]).toBe('docs/tutorial.md')
})
