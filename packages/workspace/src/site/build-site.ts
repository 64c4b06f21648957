/*
 * `npm run docs`: builds the documentation site in dist/site from the README, docs, the READMEs of packages and
 * examples, and the TSDoc of every public entry point. Fails on a dead link and on any TypeDoc warning.
 */
import { omitUndefined } from '@chronicle/schema'
import { existsSync } from 'node:fs'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Application, MarkdownEvent, OptionDefaults } from 'typedoc'
import { entrySources, publishedPackages, repositoryRoot } from '../checks/workspace-packages.ts'
import { deadLinks } from './dead-links.ts'
import { drawDiagrams } from './draw-diagrams.ts'
import { describeModules } from './describe-modules.ts'
import { HOME_CARDS } from './home-cards.ts'
import { MODULES_GROUP, MODULES_TITLE, sectionOrder, siteSections } from './site-pages.ts'
import { SiteTheme } from './site-theme.ts'
import { stagePage, type PageSource } from './stage-page.ts'
import { weighSearch } from './weigh-search.ts'

const here = fileURLToPath(new URL('.', import.meta.url))
const output = join(repositoryRoot, 'dist/site')
const staging = join(repositoryRoot, 'node_modules/.cache/chronicle/site')
const started = performance.now()

const sections = siteSections()
const packagePages = publishedPackages().map(({ shortName }) => `packages/${shortName}/README.md`)
const pages = new Set(['README.md', ...packagePages, ...sections.flatMap((section) => section.pages)])
const entries = publishedPackages().flatMap((pkg) => [...entrySources(pkg).values()])
const entryPaths = new Set(entries.map((file) => relativePath(file)))

await rm(staging, { recursive: true, force: true })
await stage({ path: 'README.md' }, (text) => text.replace('\n```', `\n${HOME_CARDS}\n\`\`\``))
for (const path of packagePages) await stage({ path })
for (const { title, pages } of sections) for (const path of pages) await stage({ path, section: title })

const app = await Application.bootstrap({
  name: 'Chronicle',
  entryPoints: entries,
  tsconfig: join(repositoryRoot, 'tsconfig.json'),
  // `npm run typecheck` checks for errors.
  skipErrorChecking: true,
  excludeInternal: true,
  excludePrivate: true,
  disableGit: true,
  disableSources: true,
  // Tags for the limits of a document's fields: see src/documents.
  blockTags: [...OptionDefaults.blockTags, '@minimum', '@maximum', '@minLength', '@pattern', '@decimals'],
  modifierTags: [...OptionDefaults.modifierTags, '@integer', '@ending'],
  excludeTags: [...OptionDefaults.excludeTags, '@ending'],
  readme: join(staging, 'README.md'),
  projectDocuments: sections.flatMap((section) => section.pages.map((path) => join(staging, path))),
  sortEntryPoints: false,
  alwaysCreateEntryPointModule: true,
  groupOrder: [...sectionOrder(), '*'],
  navigation: { includeGroups: true, includeFolders: false },
  includeHierarchySummary: false,
  searchInDocuments: true,
  lightHighlightTheme: 'github-light-high-contrast',
  darkHighlightTheme: 'github-dark-high-contrast',
  highlightLanguages: ['ts', 'sh', 'json', 'jsonc', 'toml', 'yaml', 'text', 'markdown'],
  customCss: join(here, 'site.css'),
  hideGenerator: true,
  treatWarningsAsErrors: true,
  cleanOutputDir: true,
})
app.renderer.defineTheme('chronicle', SiteTheme)
app.options.setValue('theme', 'chronicle')
weighSearch(app)
describeModules(app, (shortName) => join(staging, `packages/${shortName}/README.md`))
app.renderer.on(MarkdownEvent.PARSE, (event) => void (event.parsedText = drawDiagrams(event.parsedText)), 100)

const project = await app.convert()
if (project === undefined) throw new Error('TypeDoc could not read the sources')
// TypeDoc names a group after the kind of its members, so it is renamed here.
const modules = project.groups?.find(({ title }) => title === MODULES_GROUP)
if (modules !== undefined) modules.title = MODULES_TITLE
app.validate(project)
await app.generateDocs(project, output)

const dead = await deadLinks(output)
for (const entry of dead) console.error(`Dead link: ${entry}`)
if (dead.length > 0 || app.logger.hasErrors() || app.logger.hasWarnings()) process.exitCode = 1
else console.log(`${relativePath(output)}: made in ${Math.round((performance.now() - started) / 1000)} s`)

async function stage(
  { path, section }: Omit<PageSource, 'text'>,
  change: (text: string) => string = (text) => text,
): Promise<void> {
  const text = change(await readFile(join(repositoryRoot, path), 'utf8'))
  const file = join(staging, path)
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, stagePage({ path, text, ...omitUndefined({ section }) }, linkTarget))
}

/** Returns the site's path for the target of a link. */
function linkTarget(path: string): string | undefined {
  if (pages.has(path) && !packagePages.includes(path)) return path
  const folder = path.replace(/\/README\.md$/, '')
  if (pages.has(`${folder}/README.md`) && folder.startsWith('examples/')) return `${folder}/README.md`
  const entry = [path, `${folder}/index.ts`, `${folder}/src/index.ts`].find((file) => entryPaths.has(file))
  if (entry !== undefined) return relativePath(join(repositoryRoot, entry), staging)
  const absolute = join(repositoryRoot, path)
  return path.endsWith('.json') && existsSync(absolute) ? relativePath(absolute, staging) : undefined
}

function relativePath(file: string, from: string = repositoryRoot): string {
  return relative(from, file).replaceAll('\\', '/')
}
