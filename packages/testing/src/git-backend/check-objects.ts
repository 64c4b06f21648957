import type { BlobId, CommitId, TreeId } from '@chronicle/schema'
import { expect } from 'vitest'
import { valueOf, type Check } from './contract-tools.ts'

/** Checks commits, trees and blobs by id. */
export function checkObjects(check: Check): void {
  check('reads commits', async ({ fixture, open }) => {
    const repository = await fixture()
    const root = await repository.commit('Root', { date: 1_600_000_000 })
    await repository.branch('topic')
    const message = 'Subject with ünïcode\n\nBody of\n  several lines\n\n\nand a last one without a newline'
    const ours = await repository.commit(message, { author: { name: 'Grace Höpper', email: 'grace@example.com' } })
    await repository.checkout('topic')
    await repository.gitBytes(['commit', '--quiet', '--allow-empty', '-m', 'Elsewhere'], {
      environment: { GIT_AUTHOR_DATE: '1700000000 -0330', GIT_COMMITTER_DATE: '1700000060 +1345' },
    })
    const theirs = await repository.head()
    await repository.checkout('main')
    const merge = await repository.merge('topic', 'Merge')
    const backend = await open(repository.dir)
    const commits = await valueOf(backend.readCommits([merge, root, ours, theirs, root]))
    expect([...commits.keys()].sort()).toEqual([merge, root, ours, theirs].sort())
    expect(commits.get(merge)?.parents).toEqual([ours, theirs])
    if (backend.commitTimes !== undefined) {
      const times = await valueOf(backend.commitTimes([merge, root, ours, theirs, root]))
      expect(times).toEqual(new Map([...commits].map(([id, { committer }]) => [id, committer.time])))
    }
    expect(commits.get(root)).toEqual({
      id: root,
      tree: await repository.git('rev-parse', `${root}^{tree}`),
      parents: [],
      author: { name: 'Ada Fixture', email: 'ada@example.com', time: 1_600_000_000, zone: 0 },
      committer: { name: 'Ada Fixture', email: 'ada@example.com', time: 1_600_000_000, zone: 0 },
      message: 'Root',
    })
    expect(commits.get(ours)).toMatchObject({ message, author: { name: 'Grace Höpper', email: 'grace@example.com' } })
    expect(commits.get(theirs)?.author).toMatchObject({ time: 1_700_000_000, zone: -210 })
    expect(commits.get(theirs)?.committer).toMatchObject({ time: 1_700_000_060, zone: 825 })
  })

  check('reads commits with odd headers', async ({ fixture, open }) => {
    const repository = await fixture()
    const tree = (await repository.git('mktree')) || (await repository.git('hash-object', '-t', 'tree', '/dev/null'))
    const store = async (text: string, encoding: BufferEncoding = 'utf8'): Promise<CommitId> => {
      const bytes = await repository.gitBytes(['hash-object', '-t', 'commit', '-w', '--stdin', '--literally'], {
        input: Buffer.from(text, encoding),
      })
      return bytes.toString('utf8').trim() as CommitId
    }
    const who = 'A <a@example.com> 1700000000 +0000'
    const signed = await store(
      `tree ${tree}\nauthor ${who}\ncommitter ${who}\ngpgsig -----BEGIN-----\n \n tree ${'1'.repeat(40)}\n -----END-----\n\nSigned\n`,
    )
    const head = `tree ${tree}\nauthor ${who}\ncommitter ${who}\n`
    const latin = await store(`${head}encoding ISO-8859-1\n\ncaf\xe9\n`, 'latin1')
    const undeclared = await store(`${head}\ncaf\xe9\n`, 'latin1')
    const unheard = await store(`${head}encoding x-unheard\n\ncaf\xe9\n`, 'latin1')
    const empty = await store(`tree ${tree}\nauthor  <> 0 +0000\ncommitter ${who}\n\n`)
    const backend = await open(repository.dir)
    const commits = await valueOf(backend.readCommits([signed, latin, undeclared, unheard, empty]))
    expect(commits.get(signed)).toMatchObject({ tree, parents: [], message: 'Signed\n' })
    expect(commits.get(latin)?.message).toBe('café\n')
    expect(commits.get(undeclared)?.message).toBe('caf\ufffd\n')
    expect(commits.get(unheard)?.message).toBe('caf\ufffd\n')
    expect(commits.get(empty)).toMatchObject({ message: '', author: { name: '', email: '', time: 0 } })
  })

  check('reads trees in git order, with every kind of entry', async ({ fixture, open }) => {
    const repository = await fixture()
    const other = await repository.commit('Empty')
    await repository.write({
      'a-b': '1\n',
      'a/b': '2\n',
      a0: '3\n',
      'odd "name"\n': '4\n',
      ünï: '5\n',
      run: { executable: '#!/bin/sh\n' },
      link: { symlink: 'nowhere' },
    })
    await repository.submodule('module', other)
    await repository.commit('Kinds')
    const root = (await repository.git('rev-parse', 'HEAD^{tree}')) as TreeId
    const inner = (await repository.git('rev-parse', 'HEAD:a')) as TreeId
    const empty = (await repository.git('rev-parse', `${other}^{tree}`)) as TreeId
    const backend = await open(repository.dir)
    const trees = await valueOf(backend.readTrees([root, inner, empty, root]))
    expect(trees.get(inner)?.map(({ name }) => name)).toEqual(['b'])
    expect(trees.get(empty)).toEqual([])
    const kinds = {
      '040000': 'tree',
      '100644': 'file',
      '100755': 'executable',
      '120000': 'symlink',
      '160000': 'submodule',
    }
    const expected = (await repository.git('ls-tree', '-z', root))
      .split('\0')
      .filter((line) => line !== '')
      .map((line) => {
        const [, mode, id, name] = /^(\d+) \w+ ([0-9a-f]+)\t([^]*)$/.exec(line) ?? []
        return { name, kind: kinds[mode as keyof typeof kinds], id }
      })
    expect(trees.get(root)).toEqual(expected)
  })

  check('reads blobs byte for byte', async ({ fixture, open }) => {
    const repository = await fixture()
    const every = Uint8Array.from({ length: 256 * 3 }, (_, index) => index)
    const large = new Uint8Array(3_000_000).map((_, index) => (index * 2654435761) >>> 13)
    const contents: Record<string, Uint8Array> = {
      empty: new Uint8Array(),
      newline: Buffer.from('\n'),
      'carriage-returns': Buffer.from('a\r\nb\r\n'),
      'looks-like-a-header': Buffer.from(`${'0'.repeat(40)} blob 5\nhello\n${'0'.repeat(40)} missing\n`),
      every,
      large,
    }
    await repository.commitFiles('Contents', contents)
    const backend = await open(repository.dir)
    const ids = new Map<string, BlobId>()
    for (const name of Object.keys(contents)) ids.set(name, await repository.blobId('HEAD', name))
    const blobs = await valueOf(backend.readBlobs([...ids.values()]))
    expect(blobs.size).toBe(ids.size)
    for (const [name, id] of ids) {
      expect([name, Buffer.compare(blobs.get(id) ?? Buffer.from('absent'), contents[name] ?? every)]).toEqual([name, 0])
    }
  })

  check('leaves out what does not exist or is of another type', async ({ fixture, open }) => {
    const repository = await fixture()
    const commit = await repository.commitFiles('First', { 'a.txt': 'a\n' })
    const tree = (await repository.git('rev-parse', 'HEAD^{tree}')) as TreeId
    const blob = await repository.blobId('HEAD', 'a.txt')
    await repository.tag('annotated', { message: 'Annotated' })
    const tag = await repository.git('rev-parse', 'annotated')
    const unknown = 'd'.repeat(40)
    const all = [commit, tree, blob, tag, unknown, '0'.repeat(40)]
    const backend = await open(repository.dir)
    const commits = await valueOf(backend.readCommits(all as CommitId[]))
    expect([...commits.keys()]).toEqual([commit])
    if (backend.commitTimes !== undefined) {
      const times = await valueOf(backend.commitTimes(all as CommitId[]))
      expect([...times]).toEqual([[commit, commits.get(commit)?.committer.time]])
      expect(await valueOf(backend.commitTimes([]))).toEqual(new Map())
    }
    if (backend.blobSizes !== undefined) {
      expect([...(await valueOf(backend.blobSizes(all as BlobId[])))]).toEqual([[blob, 2]])
      expect(await valueOf(backend.blobSizes([]))).toEqual(new Map())
    }
    expect([...(await valueOf(backend.readTrees(all as TreeId[]))).keys()]).toEqual([tree])
    expect([...(await valueOf(backend.readBlobs(all as BlobId[]))).keys()]).toEqual([blob])
    expect(await valueOf(backend.readBlobs([]))).toEqual(new Map())
  })

  check('sees objects that are made while it is open', async ({ fixture, open, requiresSharedRepository }) => {
    requiresSharedRepository()
    const repository = await fixture()
    const backend = await open(repository.dir)
    expect(await valueOf(backend.readBlobs(['d'.repeat(40) as BlobId]))).toEqual(new Map())
    const commit = await repository.commitFiles('First', { 'a.txt': 'a\n' })
    expect((await valueOf(backend.readCommits([commit]))).size).toBe(1)
    await repository.git('repack', '-a', '-d', '--quiet')
    const second = await repository.commitFiles('Second', { 'b.txt': 'b\n' })
    expect((await valueOf(backend.readCommits([commit, second]))).size).toBe(2)
  })

  check('answers many calls at once', async ({ fixture, open }) => {
    const repository = await fixture()
    const files = Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`f${index}`, `content ${index}\n`]))
    await repository.commitFiles('Files', files)
    const lines = (await repository.git('ls-tree', 'HEAD')).split('\n')
    const ids = new Map(lines.map((line) => [line.slice(line.indexOf('\t') + 1), line.slice(12, 52) as BlobId]))
    const backend = await open(repository.dir)
    await Promise.all(
      [...ids, ...ids, ...ids].map(async ([name, id]) => {
        const blob = (await valueOf(backend.readBlobs([id]))).get(id)
        expect(Buffer.from(blob ?? []).toString()).toBe(files[name])
      }),
    )
  })
}
