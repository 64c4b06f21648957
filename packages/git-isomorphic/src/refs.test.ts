import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import { createFixtureRepository } from '@chronicle/testing'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isRefName, readRef } from './refs.ts'

describe('isRefName', () => {
  it('accepts what git accepts', () => {
    const part = fc.constantFrom(
      'a',
      'b.c',
      '.',
      '..',
      '/',
      '//',
      '@',
      '@{',
      '{',
      '~',
      '^',
      ':',
      '?',
      '*',
      '[',
      '\\',
      ' ',
      '.lock',
      '-',
      'é',
      '\t',
      '\x7f',
    )
    fc.assert(
      fc.property(fc.array(part, { minLength: 1, maxLength: 5 }), (parts) => {
        const name = `refs/${parts.join('')}`
        expect([name, isRefName(name)]).toEqual([name, spawnSync('git', ['check-ref-format', name]).status === 0])
      }),
      { numRuns: 300 },
    )
  })

  it.each(['', '@', 'a\0b', '/a', '../config'])('refuses %j', (name) => {
    expect(isRefName(name)).toBe(false)
  })
})

describe('readRef', () => {
  it('reads loose, packed and symbolic refs, and ends on loops', async () => {
    const repository = await createFixtureRepository()
    const first = await repository.commit('First')
    await repository.branch('packed')
    await repository.tag('tag', { message: 'annotated, so that packed-refs has a peeled line' })
    await repository.git('pack-refs', '--all')
    const second = await repository.commit('Second')
    const gitdir = `${repository.dir}/.git`
    await repository.git('symbolic-ref', 'refs/heads/alias', 'refs/heads/packed')
    await fs.promises.writeFile(`${gitdir}/refs/heads/loop`, 'ref: refs/heads/loop\n')
    await fs.promises.writeFile(`${gitdir}/refs/heads/escape`, 'ref: ../../../etc/passwd\n')
    await fs.promises.writeFile(`${gitdir}/refs/heads/junk`, 'not an id\n')
    const read = (name: string): Promise<string | undefined> => readRef(fs, gitdir, name)
    expect(await read('HEAD')).toBe(second)
    expect(await read('refs/heads/packed')).toBe(first)
    expect(await read('refs/heads/alias')).toBe(first)
    expect(await read('refs/tags/tag')).toBe(await repository.git('rev-parse', 'tag'))
    for (const name of [
      'refs/heads/loop',
      'refs/heads/escape',
      'refs/heads/junk',
      'refs/heads',
      'refs/heads/pack',
      'packed',
    ]) {
      expect([name, await read(name)]).toEqual([name, undefined])
    }
    await repository.dispose()
  })
})
