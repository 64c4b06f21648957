import { readdir, readFile } from 'node:fs/promises'
import { dirname, join, posix } from 'node:path'

/** Returns every link of the pages below a folder that leads to a missing file or anchor, as `page: link`. */
export async function deadLinks(folder: string): Promise<readonly string[]> {
  const names = await readdir(folder, { recursive: true, encoding: 'utf8' })
  const files = new Set(names.map((name) => name.replaceAll('\\', '/')))
  const pages = new Map<string, ParsedPage>()
  for (const file of files) {
    if (/\.(?:html|svg)$/.test(file)) pages.set(file, parsePage(await readFile(join(folder, file), 'utf8')))
  }
  return [...pages].flatMap(([page, { links }]) =>
    [...links].filter((link) => !isAlive(page, link, files, pages)).map((link) => `${page}: ${link}`),
  )
}

interface ParsedPage {
  readonly links: ReadonlySet<string>
  readonly anchors: ReadonlySet<string>
}

function parsePage(html: string): ParsedPage {
  // Scripts contain text that only looks like an attribute.
  const text = html.replaceAll(/<script[^]*?<\/script>/g, (script) => script.slice(0, script.indexOf('>') + 1))
  return {
    links: new Set([...text.matchAll(/\s(?:href|src)="([^"]*)"/g)].map(([, value = '']) => decodeEntities(value))),
    anchors: new Set([...text.matchAll(/\sid="([^"]*)"/g)].map(([, value = '']) => decodeEntities(value))),
  }
}

function isAlive(
  page: string,
  link: string,
  files: ReadonlySet<string>,
  pages: ReadonlyMap<string, ParsedPage>,
): boolean {
  if (/^(?:https?:|mailto:|data:)/.test(link)) return true
  const [path = '', anchor = ''] = link.split('#')
  const target = path === '' ? page : filePath(posix.join(dirname(page), decodeURIComponent(path)))
  if (!files.has(target)) return false
  return anchor === '' || pages.get(target)?.anchors.has(decodeURIComponent(anchor)) === true
}

/** A server answers a link to a folder with the folder's `index.html`. */
function filePath(target: string): string {
  return target.endsWith('/') ? posix.join(target, 'index.html') : target
}

function decodeEntities(text: string): string {
  return text
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
}
