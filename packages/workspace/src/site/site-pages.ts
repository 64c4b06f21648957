import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { repositoryRoot } from '../checks/workspace-packages.ts'

/** Pages that stand together in the navigation of the site. */
export interface SiteSection {
  readonly title: string
  /** Relative to the repository, in the order of reading. */
  readonly pages: readonly string[]
}

/** What TypeDoc calls the group of all modules, and what the navigation calls it. */
export const MODULES_GROUP = 'Modules'
export const MODULES_TITLE = 'Packages and API'

const docs = (...names: readonly string[]): readonly string[] => names.map((name) => `docs/${name}.md`)

/** Every page of the site but the home page and those of the packages, in order. A test compares it with the folders. */
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

/** The names of all groups as the navigation lists them: the sections, and the modules behind the reference. */
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
