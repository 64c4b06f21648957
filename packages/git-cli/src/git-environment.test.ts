import { devNull } from 'node:os'
import { resolve } from 'node:path'
import { expect, it } from 'vitest'
import { gitEnvironment } from './git-environment.ts'

const pinned = {
  LC_ALL: 'C',
  GIT_OPTIONAL_LOCKS: '0',
  GIT_TERMINAL_PROMPT: '0',
  GIT_PAGER: 'cat',
  GIT_LITERAL_PATHSPECS: '1',
  GIT_NO_REPLACE_OBJECTS: '1',
  GIT_GRAFT_FILE: devNull,
}

it('sets for every call what its output depends on', () => {
  expect(gitEnvironment({}, 'given')).toEqual(pinned)
  expect(gitEnvironment({ PATH: '/bin', LC_ALL: 'de_DE', GIT_PAGER: 'less' }, 'folder')).toEqual({
    ...pinned,
    PATH: '/bin',
  })
})

it.each([
  ['GIT_EXTERNAL_DIFF', undefined, undefined, undefined],
  ['GIT_DIFF_OPTS', undefined, undefined, undefined],
  ['GIT_GLOB_PATHSPECS', undefined, undefined, undefined],
  ['GIT_NOGLOB_PATHSPECS', undefined, undefined, undefined],
  ['GIT_ICASE_PATHSPECS', undefined, undefined, undefined],
  ['GIT_REPLACE_REF_BASE', undefined, undefined, undefined],
  ['GIT_TRACE', undefined, undefined, undefined],
  ['GIT_DIR', undefined, undefined, resolve('x')],
  ['GIT_WORK_TREE', undefined, undefined, resolve('x')],
  ['GIT_COMMON_DIR', undefined, undefined, resolve('x')],
  ['GIT_IMPLICIT_WORK_TREE', undefined, undefined, 'x'],
  ['GIT_PREFIX', undefined, undefined, 'x'],
  ['GIT_INTERNAL_SUPER_PREFIX', undefined, undefined, 'x'],
  ['GIT_INDEX_FILE', undefined, resolve('x'), resolve('x')],
  ['GIT_OBJECT_DIRECTORY', undefined, resolve('x'), resolve('x')],
  ['GIT_ALTERNATE_OBJECT_DIRECTORIES', undefined, 'x', 'x'],
  ['GIT_QUARANTINE_PATH', undefined, 'x', 'x'],
  ['GIT_SHALLOW_FILE', undefined, 'x', 'x'],
  ['GIT_NAMESPACE', undefined, 'x', 'x'],
  ['GIT_SSH_COMMAND', 'x', 'x', 'x'],
])(
  '%s of the environment: in the folder %j, in the same repository %j, in the one it names %j',
  (name, folder, same, given) => {
    const value = (mode: 'folder' | 'same' | 'given') => gitEnvironment({ [name]: 'x' }, mode)[name]
    expect([value('folder'), value('same'), value('given')]).toEqual([folder, same, given])
  },
)

it('takes the path of an index from the top of the working tree', () => {
  const value = gitEnvironment({ GIT_INDEX_FILE: '.git/x', GIT_OBJECT_DIRECTORY: 'x' }, 'same', '/top')
  expect(value).toMatchObject({ GIT_INDEX_FILE: resolve('/top/.git/x'), GIT_OBJECT_DIRECTORY: resolve('x') })
})

it('leaves an empty path as it is', () => {
  expect(gitEnvironment({ GIT_DIR: '', GIT_INDEX_FILE: '' }, 'given')).toEqual({
    ...pinned,
    GIT_DIR: '',
    GIT_INDEX_FILE: '',
  })
})
