import fs from 'node:fs'
import { createFixtureRepository } from '@chronicle/testing'
import { describe, expect, it } from 'vitest'
import { readRef } from './refs.ts'

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
