import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { repositoryPath, repositoryRoot } from '../checks/workspace-packages.ts'
import { pages } from './pages.ts'

it.each(pages())('every link of $path leads somewhere', ({ path, text }) => {
  const targets = [...text.matchAll(/\]\(([^)\s]+)\)/g)].flatMap(([, target]) => (target === undefined ? [] : [target]))
  const local = targets.filter((target) => !/^[a-z]+:/.test(target))
  const broken = local.filter((target) => {
    const [file = '', anchor] = target.split('#')
    const absolute = file === '' ? join(repositoryRoot, path) : join(repositoryRoot, dirname(path), file)
    if (!existsSync(absolute)) return true
    const page = pages().find((p) => p.path === repositoryPath(absolute))
    return anchor !== undefined && page !== undefined && !headingAnchors(page.text).has(anchor)
  })
  expect(broken).toEqual([])
})

/** Returns the anchors that GitHub generates for headings. */
function headingAnchors(markdown: string): ReadonlySet<string> {
  const headings = [...markdown.matchAll(/^#+ (.+)$/gm)].map(([, title]) => title ?? '')
  return new Set(
    headings.map((title) =>
      title
        .toLowerCase()
        .replace(/[^\p{L}\p{N} _-]/gu, '')
        .replaceAll(' ', '-'),
    ),
  )
}
