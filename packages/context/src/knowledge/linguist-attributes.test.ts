import { describe, expect, it } from 'vitest'
import type { RepoPath } from '@chronicle/schema'
import { statedKinds } from './linguist-attributes.ts'

const kinds = (files: Readonly<Record<string, string>>): ((path: string) => string | undefined) => {
  const of = statedKinds(new Map(Object.entries(files) as [RepoPath, string][]))
  return (path) => of(path as RepoPath)
}

describe('what attributes say of files', () => {
  it('marks what is generated and vendored', () => {
    const of = kinds({ '.gitattributes': '*.pb.go linguist-generated\n/lib/** linguist-vendored=true\n*.md text\n' })
    expect([of('a/x.pb.go'), of('lib/a/b.js'), of('src/lib/b.js'), of('a.md')]).toEqual([
      'generated',
      'generated',
      undefined,
      undefined,
    ])
  })

  it('lets later lines and deeper files win', () => {
    const of = kinds({
      '.gitattributes': '*.js linguist-generated\nkeep.js -linguist-generated\n',
      'src/.gitattributes': '*.js linguist-generated=false\n',
    })
    expect([of('a.js'), of('keep.js'), of('src/a.js')]).toEqual(['generated', 'written', 'written'])
  })
})
