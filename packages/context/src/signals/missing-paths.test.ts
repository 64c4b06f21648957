import type { RepoPath } from '@chronicle/schema'
import { expect, it } from 'vitest'
import { missingPaths } from './missing-paths.ts'

const PATHS = ['src/requests/models.py', 'src/requests/sessions.py', 'docs/api.rst', 'tests/test_lowlevel.py']
const of = (title: string, ...hints: readonly string[]): readonly string[] =>
  missingPaths({ title, file_hints: hints }, PATHS as readonly string[] as readonly RepoPath[]).map(
    ({ message }) => message,
  )

it('names a file that does not exist, with the nearest ones', () => {
  expect(of('Fix crash in src/requests/session.py', 'src/requests/session.py')).toEqual([
    'There is no file src/requests/session.py, which the task names. The nearest: src/requests/sessions.py, src/requests/models.py.',
  ])
  expect(of('Fix @src/requests/session.py', '@src/requests/session.py')).toEqual(
    of('Fix src/requests/session.py', 'src/requests/session.py'),
  )
})

it('says nothing of a file that exists, perhaps in another checkout, nor of what is only like a path', () => {
  expect(of('Fix requests/models.py', 'requests/models.py')).toEqual([])
  expect(of('Fix repo/src/requests/models.py', 'repo/src/requests/models.py')).toEqual([])
  expect(of('Fix @src/requests/models.py', '@src/requests/models.py')).toEqual([])
  expect(of('Read and/or write', 'and/or')).toEqual([])
  expect(of('A title', 'src/in/its/body.py')).toEqual([])
})

it('shows the names of files on one line, whatever characters they have', () => {
  const paths = ['src/requests/sessions\n\u202e.py'] as readonly string[] as readonly RepoPath[]
  const [found] = missingPaths(
    { title: 'Fix src/requests/sessions.py', file_hints: ['src/requests/sessions.py'] },
    paths,
  )
  expect(found?.message).toContain('The nearest: src/requests/sessions\\n\\u202e.py.')
})
