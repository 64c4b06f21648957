/*
 * `npm run docs:check`: opens the pages of dist/site in a headless browser, in light and dark mode, and fails on any
 * violation of WCAG 2.1 A and AA that axe-core finds. The reference pages of a kind are all built alike, so only the
 * first few of each kind are opened; `-- --all` opens every page. Without a browser, it says so and exits with 0.
 */
import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import axe from 'axe-core'
import { chromium, type Page } from 'playwright-core'
import { repositoryRoot } from '../checks/workspace-packages.ts'
import { findBrowser } from './find-browser.ts'

const site = join(repositoryRoot, 'dist/site')
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa']
/** Number of pages to open of each kind: functions, interfaces, types, … */
const PAGES_OF_A_KIND = 8
const KINDS = new Set(['classes', 'functions', 'interfaces', 'types', 'variables'])

const executablePath = findBrowser(process.env)
if (executablePath === undefined) {
  console.log('Skipped: no Chromium or Chrome is installed. CHRONICLE_BROWSER names one.')
} else if (!existsSync(site)) {
  console.error('There is no site to check. `npm run docs` makes it.')
  process.exitCode = 1
} else {
  process.exitCode = (await checkSite(executablePath)) ? 0 : 1
}

async function checkSite(executablePath: string): Promise<boolean> {
  const started = performance.now()
  const every = (await readdir(site, { recursive: true, encoding: 'utf8' })).filter((file) => file.endsWith('.html'))
  const files = process.argv.includes('--all') ? every : firstOfEachKind(every.sort())
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--allow-file-access-from-files'] })
  try {
    const schemes = (['light', 'dark'] as const).map(async (colorScheme) =>
      checkPages(await browser.newPage({ colorScheme }), files),
    )
    const violations = (await Promise.all(schemes)).flat()
    const seconds = Math.round((performance.now() - started) / 1000)
    console.log(
      `${files.length} of ${every.length} pages, light and dark, WCAG 2.1 A and AA: ${violations.length} violations (${seconds} s)`,
    )
    return violations.length === 0
  } finally {
    await browser.close()
  }
}

async function checkPages(page: Page, files: readonly string[]): Promise<readonly string[]> {
  const violations: string[] = []
  for (const file of files) {
    await page.goto(pathToFileURL(join(site, file)).href)
    await page.evaluate(axe.source)
    const results = await page.evaluate<axe.AxeResults>(
      `axe.run(document, { runOnly: ${JSON.stringify(TAGS)}, resultTypes: ['violations'] })`,
    )
    for (const { id, help, nodes } of results.violations) {
      const violation = `${file}: ${id} (${help}), ${nodes.length} times, first: ${nodes[0]?.html.slice(0, 200) ?? ''}`
      console.error(violation)
      violations.push(violation)
    }
  }
  return violations
}

function firstOfEachKind(files: readonly string[]): readonly string[] {
  const seen = new Map<string, number>()
  return files.filter((file) => {
    const [folder = ''] = file.split(/[\\/]/)
    const count = (seen.get(folder) ?? 0) + 1
    seen.set(folder, count)
    return !KINDS.has(folder) || count <= PAGES_OF_A_KIND
  })
}
