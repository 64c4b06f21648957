import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { deadLinks } from './dead-links.ts'

let folder: string | undefined
afterEach(() => (folder === undefined ? undefined : rm(folder, { recursive: true })))

it('finds links to files and anchors that are not there, and no others', async () => {
  folder = await mkdtemp(join(tmpdir(), 'chronicle-links-'))
  await mkdir(join(folder, 'docs'))
  await writeFile(join(folder, 'icons.svg'), '<svg><g id="icon"></g></svg>')
  await writeFile(
    join(folder, 'docs/a.html'),
    '<h2 id="a&amp;b">A</h2><a href="#a&amp;b"></a><a href="#gone"></a><a href="../index.html#top"></a><a href="../"></a><a href="./"></a><script>x = \' href="no"\'</script>',
  )
  await writeFile(
    join(folder, 'index.html'),
    '<p id="top"></p><a href="docs/a.html#a%26b"></a><a href="docs/b.html"></a><a href="docs/a.html#nowhere"></a>' +
      '<use href="icons.svg#icon"/><a href="https://example.com/x"></a><img src="missing.png">',
  )
  expect([...(await deadLinks(folder))].sort()).toEqual([
    'docs/a.html: #gone',
    'docs/a.html: ./',
    'index.html: docs/a.html#nowhere',
    'index.html: docs/b.html',
    'index.html: missing.png',
  ])
})
