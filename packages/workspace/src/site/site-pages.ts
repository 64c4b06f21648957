import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { repositoryRoot } from '../checks/workspace-packages.ts'

/** A group of pages in the navigation of the site. */
export interface SiteSection {
  readonly title: string
  /** Paths relative to the repository, in reading order. */
  readonly pages: readonly string[]
}

/** TypeDoc's title for the group of all modules, and its title in the navigation. */
export const MODULES_GROUP = 'Modules'
export const MODULES_TITLE = 'Packages and API'

const docs = (...names: readonly string[]): readonly string[] => names.map((name) => `docs/${name}.md`)

/**
 * Returns every page of the site except the home page and the package pages, in order. A test compares it with the
 * folders.
 */
export function siteSections(): readonly SiteSection[] {
  return [
    { title: 'Start', pages: docs('tutorial') },
    {
      title: 'Guides',
      pages: docs('guide', 'writing', 'queries', 'retrieval', 'review', 'discussions', 'agents', 'mcp', 'frameworks'),
    },
    { title: 'Reference', pages: docs('output-formats', 'errors', 'confidence', 'packages', 'glossary') },
    { title: 'Extending', pages: docs('extending', 'architecture', 'contributing', 'mutation') },
    { title: 'Measured', pages: docs('agent-cost', 'benchmarks') },
    { title: 'Examples', pages: examplePages() },
  ]
}

/**
 * Returns the titles of all groups in the order of the navigation: the sections, with the modules after the reference.
 */
export function sectionOrder(): readonly string[] {
  const titles = siteSections().map(({ title }) => title)
  const reference = titles.indexOf('Reference')
  return [...titles.slice(0, reference + 1), MODULES_GROUP, ...titles.slice(reference + 1)]
}

function examplePages(): readonly string[] {
  return readdirSync(join(repositoryRoot, 'examples'))
    .sort()
    .map((name) => `examples/${name}/README.md`)
    .filter((path) => existsSync(join(repositoryRoot, path)))
}
