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

it('is nothing where nothing is near, and the closest to the top of the same name in another case', () => {
  const files = ['.eslintrc.yml', 'test/res.attachment.js', 'examples/README.md', 'Readme.md', 'lib/public/style.css']
  for (const path of ['src/mqtt/client.rs', 'src/a.ts', 'src/mqtt', 'src', '--weird']) {
    expect(nearestPaths(path, files)).toEqual([])
  }
  expect(nearestPaths('README.md', files)).toEqual(['Readme.md', 'examples/README.md'])
})

it('is the file that is called like a unit, however its words are separated', () => {
  const files = ['src/run-cli.test.ts', 'src/run-cli.ts', 'lib/http_client.py', 'LICENSE.md']
  expect(nearestPaths('runCli', files)).toEqual(['src/run-cli.ts'])
  expect(nearestPaths('HttpClient', files)).toEqual(['lib/http_client.py'])
  expect(nearestPaths('LICENSE', files)).toEqual(['LICENSE.md'])
  expect(nearestPaths('lib/-', ['.gitignore'])).toEqual([])
})
