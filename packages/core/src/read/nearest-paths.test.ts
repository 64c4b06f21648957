import { expect, it } from 'vitest'
import { nearestPaths } from './nearest-paths.ts'

it('are files of the same name before those that are spelled alike, each once, five at most', () => {
  expect(nearestPaths('src/a.ts', ['lib/b.ts', 'lib/deep/down/a.ts', 'src/b.ts', 'src/a.js'])).toEqual([
    'lib/deep/down/a.ts',
    'src/b.ts',
    'src/a.js',
    'lib/b.ts',
  ])
  const same = ['one', 'two', 'three', 'four'].map((folder) => `${folder}/of/many/folders/a.ts`)
  expect(nearestPaths('a.ts', [...same, 'b.ts', 'c.ts', 'd.ts'])).toEqual([...same.slice(0, 3), 'b.ts', 'c.ts'])
  expect(nearestPaths('a.ts', [])).toEqual([])
  expect(nearestPaths('xa.ts', ['lib/a.ts'])).toEqual(['lib/a.ts'])
})
