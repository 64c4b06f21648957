import { dirname, posix } from 'node:path'

/** A page of the repository that goes into the site. */
export interface PageSource {
  /** Path relative to the repository, with slashes. */
  readonly path: string
  readonly text: string
  /** The navigation section. Absent when the page is shown inside another page. */
  readonly section?: string
}

/**
 * Maps a path of the repository to the path that the page links to, relative to the repository. `undefined` when the
 * site has no such page.
 */
export type LinkTarget = (path: string) => string | undefined

/**
 * Returns a page in the form that TypeDoc reads: with title and section as front matter or, when it is shown inside
 * another page, without its own title. Links are rewritten to lead to the site. A link to a source file keeps its text
 * and loses its target, because the site does not contain the sources.
 */
export function stagePage({ path, text, section }: PageSource, linkTarget: LinkTarget): string {
  const { title, body } = splitTitle(text)
  const linked = outsideOfCode(section === undefined ? body : text, (part) =>
    part.replaceAll(LINK, link(path, linkTarget)),
  )
  const front = section === undefined ? '' : `---\ntitle: ${JSON.stringify(title)}\ngroup: ${section}\n---\n`
  return `${front}${linked}`
}

/** Splits a page into the text of its first heading and the rest. */
function splitTitle(text: string): { readonly title: string; readonly body: string } {
  const [, title, body] = /^# (.+)\n([^]*)$/.exec(text) ?? []
  if (title === undefined || body === undefined)
    throw new Error(`A page begins with '# ' and its title: ${text.slice(0, 60)}`)
  return { title: title.replaceAll('`', ''), body }
}

const LINK = /\[((?:[^[\]]|\[[^\]]*\])*)\]\((?![a-z]+:|#)([^)#\s]+)(#[^)\s]*)?\)/g

function link(path: string, linkTarget: LinkTarget) {
  return (_: string, words: string, href: string, anchor = ''): string => {
    const target = linkTarget(posix.join(dirname(path), href).replace(/\/$/, ''))
    if (target === undefined) return words
    const up = '../'.repeat(path.split('/').length - 1)
    return `[${words}](${up}${target}${anchor})`
  }
}

/** Applies a change to the text of a page outside fenced blocks. */
function outsideOfCode(markdown: string, change: (text: string) => string): string {
  return markdown
    .split(/(^`{3,}.*\n[^]*?^`{3,}$)/m)
    .map((part, index) => (index % 2 === 1 ? part : change(part)))
    .join('')
}
