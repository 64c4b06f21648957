import type { CommitId } from '@chronicle/schema'
import { describe, expect, test } from 'vitest'
import { changeKeys } from '../src/change-keys.ts'
import { patchIds } from '../src/patch-ids.ts'
import { readTips } from '../src/read-tips.ts'
import { createAnsweringGit } from './fake-git.ts'
import { withRepository } from './opened-repository.ts'
import { valueOf } from './results.ts'
import { useScope } from './scope.ts'

const scope = useScope()
const [ONE, TWO] = ['1'.repeat(40), '2'.repeat(40)] as [CommitId, CommitId]

test('a submodule that git is told to ignore counts as a change', async () => {
  const repository = await scope.fixture()
  await repository.write({ '.gitmodules': '[submodule "lib"]\n\tpath = lib\n\turl = ./lib\n\tignore = all\n' })
  await repository.submodule('lib', ONE)
  const before = await repository.commit('Use it')
  await repository.git('update-index', '--cacheinfo', `160000,${TWO},lib`)
  await repository.git('commit', '--quiet', '--message', 'Move on')
  const commit = await repository.head()
  const git = scope.open({ dir: repository.dir })
  expect((await valueOf(git.changedPaths([commit]))).get(commit)).toEqual(['lib'])
  const [changes] = await valueOf(git.changesOf([commit]))
  expect(changes?.files).toMatchObject([{ newPath: 'lib', kind: 'submodule' }])
  const [key, none] = await withRepository(repository.dir, (each) =>
    changeKeys(each, [{ commit }, { commit: ONE, base: before }]),
  )
  expect(key?.files).toEqual([])
  expect(none).toBeUndefined()
})

test('a patch has the same id whatever way of comparing the attributes of a file ask for', async () => {
  const repository = await scope.fixture()
  const lines = (text: string): string => [...text].map((letter) => `${letter.repeat(9)}\n`).join('')
  await repository.commitFiles('First', { a: lines('xaaybbzcc') })
  const commit = await repository.commitFiles('Second', { a: lines('ccxbbyaaz') })
  const identify = () => withRepository(repository.dir, (each) => patchIds(each, [{ commit }]))
  const [id] = await identify()
  expect(id).toMatch(/^[0-9a-f]{40}$/)
  await repository.git('config', 'diff.other.algorithm', 'patience')
  await repository.git('config', 'diff.other.xfuncname', '^x')
  await repository.write({ '.git/info/attributes': 'a diff=other\n' })
  expect(await identify()).toEqual([id])
})

describe('what refs and working trees stand on', () => {
  const line = (...words: readonly string[]): string => `${words.join(' ')}\n`

  test('are commits, behind any number of tags', async () => {
    const git = createAnsweringGit(({ args }) => {
      if (args[0] === 'worktree') {
        return `worktree /a\n${line('HEAD', TWO)}\nworktree /b\n${line('HEAD', ZEROS)}\nworktree /c\n${line('HEAD', round)}\n`
      }
      return [
        line('commit', ONE, '', ''),
        line('tag', TAG, 'commit', '3'.repeat(40)),
        line('tag', TAG, 'tag', nested),
        line('tag', TAG, 'tree', '5'.repeat(40)),
        line('blob', '6'.repeat(40), '', ''),
      ].join('')
    })
    const ZEROS = '0'.repeat(40)
    const TAG = '4'.repeat(40)
    const nested = git.store('commit', `tree ${ONE}\n\nBehind two tags\n`)
    const round = `${'7'.repeat(38)}00`
    const stored = git.store('commit', `tree ${ONE}\n\nIn a working tree\n`)
    git.point(TWO, stored)
    git.point(round, git.store('commit', `tree ${ONE}\n\nWith an id that ends with zeros\n`))
    const others = [ONE, '3'.repeat(40), nested, stored]
    const tips = await valueOf(readTips(git.repository))
    expect(tips).toEqual(expect.arrayContaining(others))
    expect(tips).toHaveLength(others.length + 1)
    expect(tips).toEqual([...tips].sort())
  })

  test('are not paths that look like one', async () => {
    const git = createAnsweringGit(({ args }) =>
      args[0] === 'worktree' ? `worktree /a\nHEAD ${ONE}x\nworktree HEAD ${ONE}\n` : '',
    )
    git.point(ONE, git.store('commit', `tree ${TWO}\n\nFirst\n`))
    expect(await valueOf(readTips(git.repository))).toEqual([])
  })
})
