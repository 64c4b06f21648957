import { processorTime } from '@chronicle/testing'
import { expect, it } from 'vitest'
import { parseRemoteUrl, parseRepositoryPath } from './parse-remote-url.ts'

it.each([
  ['https://github.com/owner/name.git', 'github.com', 'owner/name'],
  ['https://github.com/owner/name/', 'github.com', 'owner/name'],
  ['https://user:secret@github.com:443/owner/name', 'github.com', 'owner/name'],
  ['https://git.example.org:8443/owner/name.git', 'git.example.org:8443', 'owner/name'],
  ['git@github.com:owner/name.git', 'github.com', 'owner/name'],
  ['org-123@github.com:owner/name', 'github.com', 'owner/name'],
  ['ssh://git@git.example.org:2222/owner/name.git', 'git.example.org', 'owner/name'],
  ['ssh://git@ssh.github.com:443/owner/name.git', 'github.com', 'owner/name'],
  ['ssh://git@altssh.gitlab.com:443/group/sub/name.git', 'gitlab.com', 'group/sub/name'],
  ['gitlab.com:group/sub group/name.git', 'gitlab.com', 'group/sub group/name'],
  ['git://github.com/owner/name.with.dots.git', 'github.com', 'owner/name.with.dots'],
  ['git+ssh://git@GitHub.com/Owner/Name', 'github.com', 'Owner/Name'],
])('%s', (url, host, path) => {
  expect(parseRemoteUrl(url)).toEqual({ host, path })
})

it.each([
  '/srv/git/name.git',
  '../name.git',
  './a:b/c',
  'file:///srv/git/owner/name.git',
  'C:\\git\\name',
  'https://github.com/name',
  'https://github.com/../name',
  'https://ex ample.org/owner/name',
  '',
])('%j names no host', (url) => {
  expect(parseRemoteUrl(url)).toBeUndefined()
})

it('reads a path', () => {
  expect(parseRepositoryPath('owner/name.git')).toBe('owner/name')
  expect(parseRepositoryPath('group/sub/name')).toBe('group/sub/name')
  expect(parseRepositoryPath('name')).toBeUndefined()
  expect(parseRepositoryPath('a/../../b')).toBeUndefined()
})

it('reads slashes of any number', () => {
  const slashes = '/'.repeat(100_000)
  expect(parseRepositoryPath(`owner/name${slashes}`)).toBe('owner/name')
  expect(processorTime(() => parseRepositoryPath(`owner${slashes}name`))).toBeLessThan(2_000)
})
