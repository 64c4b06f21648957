import type { CommitId } from '@chronicle/schema'
import { describe, expect, it } from 'vitest'
import { parseCommit, parseTree } from './parse-objects.ts'

const id = 'c'.repeat(40) as CommitId

describe('parseTree', () => {
  it('knows the modes that old tools wrote', () => {
    const entry = (mode: string, name: string): Buffer =>
      Buffer.concat([Buffer.from(`${mode} ${name}\0`), Buffer.alloc(20, 7)])
    const modes = ['040000', '40000', '100644', '100664', '100755', '100775', '120000', '160000']
    const tree = parseTree(Buffer.concat(modes.map((mode) => entry(mode, mode))))
    expect(tree.map(({ kind }) => kind)).toEqual([
      ...['tree', 'tree', 'file', 'file', 'executable', 'executable', 'symlink', 'submodule'],
    ])
    expect(tree[0]).toEqual({ name: '040000', kind: 'tree', id: '07'.repeat(20) })
  })

  it('keeps the order and odd names', () => {
    const bytes = Buffer.concat([
      Buffer.from('100644 b\\ c\0'),
      Buffer.alloc(20),
      Buffer.from('100644 .git\0'),
      Buffer.alloc(20),
    ])
    expect(parseTree(bytes).map(({ name }) => name)).toEqual(['b\\ c', '.git'])
    expect(parseTree(new Uint8Array())).toEqual([])
  })

  it.each(['100644', '100644 a', `100644 a\0${'1'.repeat(19)}`])('fails where it ends in an entry: %j', (text) => {
    expect(() => parseTree(Buffer.from(text))).toThrow('malformed')
  })
})

describe('parseCommit', () => {
  it('takes parents only where git takes them', () => {
    const who = 'A <a@example.com> 5 -0130'
    const text = `tree ${'1'.repeat(40)}\nparent ${'2'.repeat(40)}\nauthor ${who}\ncommitter ${who}\nparent ${'3'.repeat(40)}\n\nsubject\n`
    const commit = parseCommit(id, Buffer.from(text))
    expect(commit.parents).toEqual(['2'.repeat(40)])
    expect(commit.author).toEqual({ name: 'A', email: 'a@example.com', time: 5, zone: -90 })
  })

  it.each([
    ['no message', `tree ${'1'.repeat(40)}\nauthor A <a> 1 +0000\ncommitter A <a> 1 +0000\n`, ''],
    [
      'a message of blank lines',
      `tree ${'1'.repeat(40)}\nauthor A <a> 1 +0000\ncommitter A <a> 1 +0000\n\n\n\n`,
      '\n\n',
    ],
  ])('reads a commit with %s', (_, text, message) => {
    expect(parseCommit(id, Buffer.from(text)).message).toBe(message)
  })

  it('reads a damaged signature as far as it goes', () => {
    const commit = parseCommit(id, Buffer.from(`tree ${'1'.repeat(40)}\nauthor nobody\ncommitter A B <> x\n\n`))
    expect(commit.author).toEqual({ name: '', email: '', time: 0, zone: 0 })
    expect(commit.committer).toEqual({ name: 'A B', email: '', time: 0, zone: 0 })
  })
})
