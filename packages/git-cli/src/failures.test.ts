import { describe, expect, it } from 'vitest'
import { codedError, withoutCredentials, type GitError } from '@chronicle/core/contracts'
import { err, ok } from '@chronicle/schema'
import { checkAborted, failureFromStderr, guardCall, notARepository, toGitError } from './git-failure.ts'
import { identityFailure } from './read-identity.ts'
import { asMissingCommit, missingCommit } from './missing-commit.ts'
import type { Repository } from './open-repository.ts'
import { remoteFailure, summarise } from './sharing/remote-failure.ts'

const ID = 'a'.repeat(40)

describe('what git said', () => {
  const dir = '/some where'
  const ownership =
    'Git refuses to work in "/some where" because the repository belongs to another user. ' +
    'If you trust it, run: git config --global --add safe.directory <the folder git names>.'

  it.each<[string, string, string, string]>([
    ['of the owner', "fatal: detected dubious ownership in repository at '/x'", 'unsafe_repository', ownership],
    ['of the owner, once', "fatal: unsafe repository ('/x' is owned by someone else)", 'unsafe_repository', ownership],
    [
      'of a bare repository',
      "fatal: cannot use bare repository '/x' (safe.bareRepository is 'explicit')",
      'unsafe_repository',
      'Git refuses to work in the bare repository "/some where" because safe.bareRepository is "explicit". ' +
        'If you trust it, name it in the environment variable GIT_DIR.',
    ],
    [
      'of no repository',
      'fatal: Not a git repository (or any of the parent directories): .git',
      'not_a_repository',
      '"/some where" is not inside a git repository. Run the command in one, or make one with "git init".',
    ],
    [
      'of a partial clone',
      `fatal: could not fetch ${ID} from promisor remote`,
      'missing_object',
      `The object ${ID} is not in this partial clone and could not be fetched from its remote. ` +
        'Check the connection, or fetch the objects with "git fetch --refetch --no-filter".',
    ],
    [
      'of anything else',
      'fatal: bad\nhint: try\nmore\nlines\nthan three',
      'git_failed',
      '"git log" in "/some where" failed (exit 1): fatal: bad more lines',
    ],
    ['of nothing', ' \n', 'git_failed', '"git log" in "/some where" failed (exit 1): it said nothing.'],
    ['of hints alone', 'hint: try', 'git_failed', '"git log" in "/some where" failed (exit 1): it said nothing.'],
    [
      'of repositories',
      'error: an unsafe repository was meant',
      'git_failed',
      '"git log" in "/some where" failed (exit 1): error: an unsafe repository was meant',
    ],
  ])('%s', (_name, stderr, code, message) => {
    const failure = failureFromStderr('log', 'exit 1', stderr, dir)
    expect(failure).toMatchObject({ code, message })
    expect(failure.data).toMatchObject({ command: 'log', dir, stderr: stderr.trim() })
  })

  it('is told in 500 characters, and kept in 2,000', () => {
    const error = failureFromStderr('log', 'exit 1', 'x'.repeat(3000), dir)
    expect(error.message).toBe(`"git log" in "${dir}" failed (exit 1): ${'x'.repeat(500)}`)
    expect(error.data).toMatchObject({ stderr: 'x'.repeat(2000) })
  })

  it('of a partial clone names the object for programs', () => {
    const errorText = `fatal: could not fetch ${'b'.repeat(64)} from promisor remote`
    expect(failureFromStderr('log', 'exit 1', errorText, dir).data).toMatchObject({ id: 'b'.repeat(64) })
  })

  it('of no repository needs no words of git', () => {
    expect(notARepository('/x').data).toEqual({ dir: '/x' })
  })
})

describe('a call', () => {
  const aborted = { code: 'aborted', message: 'The call was aborted before git answered.' }

  it('gives its value', async () => {
    expect((await guardCall(undefined, async () => ok(7)))._unsafeUnwrap()).toBe(7)
    expect((await guardCall(new AbortController().signal, async () => ok(7)))._unsafeUnwrap()).toBe(7)
  })

  it('is not made when it is aborted', async () => {
    const result = await guardCall(AbortSignal.abort(), () => Promise.reject(new Error('called')))
    expect(result._unsafeUnwrapErr()).toMatchObject(aborted)
    expect(checkAborted(AbortSignal.abort())._unsafeUnwrapErr()).toMatchObject(aborted)
    expect(checkAborted(undefined).isOk()).toBe(true)
  })

  it('fails with its error, or with what is thrown in it, as a coded error', async () => {
    const failure = codedError('missing_object', 'Gone.', { data: { id: 'x' } })
    expect((await guardCall(undefined, async () => err(failure)))._unsafeUnwrapErr()).toBe(failure)
    const cause = new Error('disk')
    const told = { code: 'git_failed', message: 'Reading the repository failed: disk.', cause }
    expect((await guardCall(undefined, () => Promise.reject(cause)))._unsafeUnwrapErr()).toMatchObject(told)
    const throwing = guardCall(undefined, () => {
      throw cause
    })
    expect((await throwing)._unsafeUnwrapErr()).toMatchObject(told)
    expect(toGitError('text')).toMatchObject({ code: 'git_failed', message: 'Reading the repository failed: text.' })
    expect(toGitError(Object.assign(new Error('x'), { name: 'AbortError' }))).toMatchObject(aborted)
    expect(toGitError(Object.assign(new Error('spawn E2BIG'), { code: 'E2BIG' })).message).toMatch(/^A path, or all /)
  })
})

describe('a commit that is not there', () => {
  const failed = (errorText: string): GitError => failureFromStderr('rev-list', 'exit 128', errorText, '/x')

  it('is named', () => {
    expect(missingCommit(ID)).toMatchObject({
      code: 'missing_object',
      message: `The commit ${ID} is not in the repository, so there is no history to read from it.`,
      data: { id: ID },
    })
  })

  it.each([
    `fatal: bad object ${ID}`,
    `fatal: bad revision '${ID}'`,
    `fatal: bad revision '^${ID}'`,
    `error: Could not read ${ID}`,
  ])('is found in %j', (errorText) => {
    expect(asMissingCommit(failed(errorText))).toMatchObject({
      code: 'missing_object',
      data: { id: ID },
    })
  })

  it.each<[string, GitError]>([
    ['another failure of git', failed('fatal: bad object HEAD')],
    ['another code', codedError('aborted', `bad object ${ID}`)],
  ])('is not found in %s', (_name, error) => {
    expect(asMissingCommit(error)).toBe(error)
  })
})

describe('a user who is not known', () => {
  const failed = (stderr: string) =>
    identityFailure('commit-tree', 128, stderr, { runner: { dir: '/x' } } as Repository)

  it.each([
    'Author identity unknown',
    'fatal: empty ident name (for <a@b>) not allowed',
    'fatal: no email was given and auto-detection is disabled',
    'fatal: no name was given and auto-detection is disabled',
  ])('is told what git said and what to do: %s', (said) => {
    expect(failed(`*** Please tell me who you are.\n\n${said}\n`)).toMatchObject({
      code: 'identity_unknown',
      message:
        `Git does not know who you are, so the note was not written (${said}). ` +
        'Tell it: git config --global user.name "Your Name" and git config --global user.email you@example.com.',
    })
  })

  it('is not the matter of every failure', () => {
    expect(failed('fatal: disk full')).toMatchObject({
      code: 'git_failed',
      message: '"git commit-tree" in "/x" failed (exit 128): fatal: disk full',
    })
  })
})

describe('a remote', () => {
  it.each([
    ['https://me:secret@example.com/x.git', 'https://example.com/x.git'],
    ['https://token@example.com', 'https://example.com'],
    ['ssh+git://a@b@example.com/x', 'ssh+git://example.com/x'],
    ['git@example.com:x.git', 'git@example.com:x.git'],
    ['https://example.com/a@b', 'https://example.com/a@b'],
    ["unable to access 'https://a:b@c/': x, https://d:e@f/", "unable to access 'https://c/': x, https://f/"],
  ])('is named without credentials: %s', (text, expected) => {
    expect(withoutCredentials(text)).toBe(expected)
  })

  it('may say a lot', () => {
    const text = `${'a.'.repeat(500_000)}://a:b@c ${' '.repeat(500_000)}x`
    expect(withoutCredentials(text)).toBe(text.replace('a:b@', ''))
    expect(summarise(text)).toBe('a.'.repeat(200))
  })

  it.each([
    ['', 'git said nothing'],
    [
      'hint: x\nFrom https://x\nTo y\nwarning: redirecting to z\nPlease make sure\nand the repository exists.\n \n',
      'git said nothing',
    ],
    ['remote: fatal: one.\r\nerror: two.  \nthree', 'one. two. three'],
    ['fatal: one\nfatal: one\ntwo\nthree\nfour\nfive.', 'one two three four'],
    ['fatal: one.', 'one'],
    ['x'.repeat(500), 'x'.repeat(400)],
    ['Not From here', 'Not From here'],
  ])('said %j', (stderr, expected) => {
    expect(summarise(stderr)).toBe(expected)
  })

  it.each([
    'git@x: Permission denied (publickey).',
    'fatal: Authentication failed for x',
    'fatal: could not read Username for x',
    'fatal: could not read Password for x',
    'fatal: x: terminal prompts disabled',
    'remote: Access denied',
    'remote: not authorized',
    'remote: Not authorised',
    'Host key verification failed.',
    'The requested URL returned error: 401',
    'The requested URL returned error: 403',
    'fatal: unsafe repository',
    'fatal: detected dubious ownership in repository',
    'remote error: service not enabled',
  ])('lets nobody in that says %j', (stderr) => {
    expect(remoteFailure('fetch', 'origin', stderr).code).toBe('remote_denied')
  })

  it('is not to be reached otherwise', () => {
    expect(remoteFailure('fetch', 'origin', 'The requested URL returned error: 404').code).toBe('remote_unreachable')
    expect(remoteFailure('push', 'origin', 'fatal: https://a:b@c: no route.')).toMatchObject({
      code: 'remote_unreachable',
      message:
        'The remote origin cannot be written to now: https://c: no route. Try again when "git ls-remote origin" answers.',
      data: { remote: 'origin', stderr: 'fatal: https://c: no route.' },
    })
    expect(remoteFailure('fetch', 'up', 'x').message).toBe(
      'The remote up cannot be read now: x. Try again when "git ls-remote up" answers.',
    )
  })

  it('that denies is told with what to try', () => {
    const end = 'git was not allowed to ask for a password unless you are at a terminal.'
    expect(remoteFailure('fetch', 'up', 'fatal: access denied').message).toBe(
      `The remote up does not let you in, so its notes cannot be read: access denied. Check what "git ls-remote up" says; ${end}`,
    )
    expect(remoteFailure('push', 'up', `fatal: access denied ${'x'.repeat(3000)}`).data).toEqual({
      remote: 'up',
      stderr: `fatal: access denied ${'x'.repeat(3000)}`.slice(0, 2000),
    })
    expect(remoteFailure('push', 'up', 'fatal: access denied').message).toBe(
      `The remote up does not let you in, so its notes cannot be written to: access denied. Check what "git push --dry-run up" says; ${end}`,
    )
  })
})
