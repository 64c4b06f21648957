import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { codedError } from '@chronicle/core/contracts'
import { errAsync, ResultAsync, type CommitId, type NotesRef } from '@chronicle/schema'
import { describe, expect, test } from 'vitest'
import { fetchMissingTrees } from '../src/fetch-missing-trees.ts'
import type { Repository } from '../src/open-repository.ts'
import { fetchNotes } from '../src/sharing/fetch-notes.ts'
import { pushNotes } from '../src/sharing/push-notes.ts'
import { readRemotes } from '../src/sharing/read-remotes.ts'
import { runRemote } from '../src/sharing/run-remote.ts'
import { errorOf, valueOf } from './results.ts'
import { useScope } from './scope.ts'
import { withRepository } from './opened-repository.ts'
import { createFakeGit, type AskedCommand, type GitAnswer } from './fake-git.ts'

const scope = useScope()
const [ONE, TWO] = ['1'.repeat(40), '2'.repeat(40)]
const REF = 'refs/notes/chronicle' as NotesRef
const TRACKING = 'refs/notes/origin/chronicle' as NotesRef

const isConfig = ({ args }: AskedCommand): boolean => args[0] === 'config'
const isFetch = ({ args }: AskedCommand): boolean => args.includes('fetch')

describe('the remotes', () => {
  const read = async (branch: GitAnswer, ...settings: readonly string[]) => {
    const config = settings.map((setting) => `${setting}\0`).join('')
    const { repository } = createFakeGit((command) => (isConfig(command) ? config : branch))
    return valueOf(readRemotes(repository))
  }
  const url = 'remote.origin.url\nhttps://me:secret@example.com/x.git'

  test('are those with a place or something to fetch, by the first URL of each', async () => {
    const { all } = await read(
      'main\n',
      ...[url, 'remote.origin.fetch\n+refs/heads/*:refs/remotes/origin/*', 'remote.origin.push\nrefs/heads/main'],
      ...['remote.a.b.url\nfirst', 'remote.a.b.url\nsecond', 'remote.to.pushurl\nhere', 'remote.settings.prune\ntrue'],
      ...['remote.pushdefault\norigin', 'branch.main.merge\nrefs/heads/main', 'branch.main.url\nno remote'],
      'remote.nowhere.fetch\nrefs/notes/*:refs/notes/*',
    )
    const nothing = { fetchRefspecs: [], pushRefspecs: [], mirror: false }
    expect(all).toEqual([
      {
        ...{ name: 'origin', url: 'https://example.com/x.git', mirror: false },
        ...{ fetchRefspecs: ['+refs/heads/*:refs/remotes/origin/*'], pushRefspecs: ['refs/heads/main'] },
      },
      { ...nothing, name: 'a.b', url: 'first' },
      { ...nothing, name: 'to', url: 'here' },
      { ...nothing, name: 'nowhere', fetchRefspecs: ['refs/notes/*:refs/notes/*'] },
    ])
  })

  test.each<[string, boolean]>([
    ['fetch\n+refs/*:refs/*', true],
    ['fetch\nrefs/*:refs/*', true],
    ['fetch\n+refs/*:refs/*/of-origin', false],
    ['fetch\n^refs/*:refs/*', false],
    ['mirror', true],
    ['mirror\ntrue', true],
    ['mirror\nYES', true],
    ['mirror\non', true],
    ['mirror\n1', true],
    ['mirror\npush', true],
    ['mirror\nfetch', false],
    ['mirror\nfalse', false],
    ['mirror\n10', false],
    ['prune', false],
  ])('with %j mirror another repository: %j', async (setting, mirror) => {
    expect((await read('main\n', url, `remote.origin.${setting}`)).all).toMatchObject([{ name: 'origin', mirror }])
  })

  test.each<[string, GitAnswer, readonly string[], string | undefined]>([
    ['is that of the branch', 'main\n', ['branch.main.remote\norigin', 'branch.other.remote\nto'], 'origin'],
    ['is that of a branch with points', 'a.b\n', ['branch.a.b.remote\norigin'], 'origin'],
    ['is not that of another branch', 'main\n', ['branch.main2.remote\norigin'], undefined],
    ['is not another setting', 'main\n', ['branch.main.pushremote\norigin'], undefined],
    ['is none that is not there', 'main\n', ['branch.main.remote\n.'], undefined],
    ['is none without a branch', { exitCode: 1 }, ['branch..remote\norigin', 'branch.main.remote\norigin'], undefined],
  ])('one of the branch %s', async (_name, branch, settings, upstream) => {
    const remotes = await read(branch, url, ...settings)
    expect('upstream' in remotes ? remotes.upstream : undefined).toBe(upstream)
  })
})

describe('git that talks to a remote', () => {
  const answering = (ssh: GitAnswer = { exitCode: 1 }) => createFakeGit((asked) => (isConfig(asked) ? ssh : ''))
  const talk = async (git: ReturnType<typeof answering>, options: object, remote = 'origin') => {
    await valueOf(runRemote(git.repository, { remote, args: ['fetch'], ...options }))
    return git.asked.find(isFetch)
  }

  test('asks nobody, unless somebody is there', async () => {
    expect((await talk(answering(), {}))?.environment).toEqual({
      ...{ GIT_TERMINAL_PROMPT: '0', GCM_INTERACTIVE: 'never' },
      GIT_SSH_COMMAND: 'ssh -o BatchMode=yes',
    })
    expect((await talk(answering(), { mayAsk: false }))?.environment).toMatchObject({ GIT_TERMINAL_PROMPT: '0' })
    expect((await talk(answering(), { mayAsk: true }))?.environment).toEqual({ GIT_TERMINAL_PROMPT: '1' })
  })

  test.each<[string, object, GitAnswer]>([
    ['the configuration', {}, 'ssh -i key\n'],
    ['GIT_SSH_COMMAND', { GIT_SSH_COMMAND: 'my-ssh' }, { exitCode: 1 }],
    ['GIT_SSH', { GIT_SSH: 'my-ssh' }, { exitCode: 1 }],
  ])('leaves ssh as it is set in %s', async (_name, given, configured) => {
    const git = answering(configured)
    const runner = { ...git.repository.runner, baseEnvironment: given as Record<string, string> }
    await valueOf(runRemote({ ...git.repository, runner }, { remote: 'origin', args: ['fetch'] }))
    expect(git.asked.find(isFetch)?.environment).not.toHaveProperty('GIT_SSH_COMMAND')
  })

  test('is ended softly, so that it takes its locks away', async () => {
    expect((await talk(answering(), {}))?.stopSignal).toBe('SIGTERM')
  })

  test.each(['', '-o', '--upload-pack=x'])('does not take %j for a remote', async (remote) => {
    const talking = runRemote(answering().repository, { remote, args: ['fetch'] })
    expect(await errorOf(talking)).toMatchObject({ code: 'unsupported' })
  })

  test('tells no credentials when it fails', async () => {
    const said = 'https://me:secret@example.com is no place'
    const run = () => errAsync(codedError('git_failed', said, { data: { stderr: said, size: 7 } }))
    const { repository } = createFakeGit(undefined, { runner: { run } })
    const talking = runRemote(repository, { remote: 'origin', args: ['fetch'], mayAsk: true })
    expect(await errorOf(talking)).toMatchObject({
      code: 'git_failed',
      message: 'https://example.com is no place',
      data: { stderr: 'https://example.com is no place', size: 7 },
    })
  })
})

describe('notes that are fetched', () => {
  const request = {
    remote: 'origin',
    prefix: 'refs/notes/' as NotesRef,
    trackingPrefix: 'refs/notes/origin/' as NotesRef,
  }
  const fetchWith = (answers: {
    partial: boolean
    refs?: string
    objects?: string
    fetched?: readonly GitAnswer[]
  }) => {
    const outcomes = [...(answers.fetched ?? [])]
    const git = createFakeGit((command) => {
      if (isFetch(command)) return outcomes.shift() ?? ''
      if (command.args[0] === 'for-each-ref') return answers.refs ?? ''
      if (command.args[0] === 'rev-list') return answers.objects ?? ''
      return command.args.includes('--get-regexp') && answers.partial
        ? 'remote.origin.promisor true\n'
        : { exitCode: 1 }
    })
    return fetchNotes(git.repository, request, {}).map(() =>
      git.asked.filter(({ args }) => isFetch({ args, text: '' }) || args[0] === 'rev-list'),
    )
  }

  test('come whole at one go', async () => {
    const [fetched, ...more] = await valueOf(fetchWith({ partial: false, refs: `${ONE}\n`, objects: `?${TWO}\n` }))
    expect(fetched?.args.slice(-3)).toEqual(['--', 'origin', '+refs/notes/*:refs/notes/origin/*'])
    expect(fetched?.args).not.toContain('--no-filter')
    expect(more).toEqual([])
  })

  test('come without tags, and leave no other traces, whatever is configured', async () => {
    const there = await scope.fixture()
    const commit = await there.commit('First')
    await there.tag('v1', { message: 'Version 1' })
    await there.note(commit, 'a note')
    const here = await scope.fixture({
      config: { 'fetch.writeCommitGraph': 'true', 'fetch.recurseSubmodules': 'true' },
    })
    await here.commit('Other')
    await here.git('remote', 'add', 'origin', there.dir)
    await here.git('config', 'remote.origin.tagOpt', '--tags')
    await here.git('config', '--add', 'remote.origin.fetch', '+refs/notes/*:refs/notes/by-configuration/*')
    await withRepository(here.dir, (repository) => fetchNotes(repository, request, {}))
    const refs = await here.git('for-each-ref', '--format=%(refname)')
    expect(refs.split('\n')).toEqual(['refs/heads/main', 'refs/notes/origin/chronicle'])
    expect(existsSync(join(here.dir, '.git', 'FETCH_HEAD'))).toBe(false)
    expect(existsSync(join(here.dir, '.git', 'objects', 'info', 'commit-graphs'))).toBe(false)
    expect(existsSync(join(here.dir, '.git', 'objects', 'info', 'commit-graph'))).toBe(false)
  })

  test('come with what a partial clone would leave out', async () => {
    const objects = `${ONE}\n${TWO} ab\n?${'3'.repeat(40)}\n?${'4'.repeat(40)}\n`
    const [fetched, listed, completed] = await valueOf(fetchWith({ partial: true, refs: `${ONE}\n${TWO}\n`, objects }))
    expect(fetched?.args).toContain('--no-filter')
    expect(listed?.text).toBe(`${ONE}\n${TWO}\n`)
    expect(completed?.text).toBe(`${'3'.repeat(40)}\n${'4'.repeat(40)}\n`)
  })

  test('are not asked for again where a partial clone has them all', async () => {
    expect(await valueOf(fetchWith({ partial: true }))).toHaveLength(1)
    const complete = fetchWith({ partial: true, refs: `${ONE}\n`, objects: `${ONE}\n` })
    expect(await valueOf(complete)).toHaveLength(2)
  })

  test.each<[string, readonly GitAnswer[]]>([
    ['at first', [{ exitCode: 128, stderr: 'fatal: no route' }]],
    ['when the rest is fetched', ['', { exitCode: 1, stderr: 'fatal: no route' }]],
  ])('fail where the remote does not answer %s', async (_name, fetched) => {
    const fetching = fetchWith({ partial: true, refs: `${ONE}\n`, objects: `?${TWO}\n`, fetched })
    expect(await errorOf(fetching)).toMatchObject({ code: 'remote_unreachable' })
  })
})

test('missing trees are fetched by one call at a time, and once for all', async () => {
  let running = 0
  const git = createFakeGit(({ args }) => (args[0] === 'rev-list' ? `?${TWO}\n` : ''))
  const { trees } = git.repository
  trees.remote = { name: 'origin' }
  const run: Repository['run'] = (command) =>
    ResultAsync.fromSafePromise(
      (async () => {
        expect(++running).toBe(1)
        await setTimeout(1)
        running--
      })(),
    ).andThen(() => git.repository.run(command))
  const repository: Repository = { ...git.repository, run, during: () => repository }
  const asked = [[ONE], [ONE], [ONE, TWO]].map((ids) => fetchMissingTrees(repository, ids as CommitId[]))
  await Promise.all(asked.map((each) => valueOf(each)))
  expect(git.asked.filter(({ args }) => args.includes('fetch'))).toHaveLength(2)
  expect([...trees.complete]).toEqual([ONE, TWO])
})

describe('notes that are pushed', () => {
  const refs = [{ ref: REF, tip: ONE as never, tracking: TRACKING }]
  const push = (said: GitAnswer) => {
    const git = createFakeGit((command) => {
      if (command.args.includes('push')) return said
      return isConfig(command) ? { exitCode: 1 } : ''
    })
    return pushNotes(git.repository, { remote: 'origin', refs }, {}).map(([pushed]) => ({
      pushed,
      recorded: git.asked.find(({ args }) => args[0] === 'update-ref')?.text,
    }))
  }
  const line = (flag: string, summary: string): string => `To x\n${flag}\t${ONE}:${REF}\t${summary}\nDone\n`

  test.each([
    [' ', '1..2', 'pushed'],
    ['*', '[new reference]', 'pushed'],
    ['+', '1...2 (forced update)', 'pushed'],
    ['=', '[up to date]', 'up_to_date'],
  ])('with the flag %j and the words %j are %s, which is recorded', async (flag, summary, outcome) => {
    expect(await valueOf(push(line(flag, summary)))).toEqual({
      pushed: { ref: REF, outcome },
      recorded: `update ${TRACKING}\0${ONE}\0\0`,
    })
  })

  test.each([
    ['[rejected] (fetch first)', 'behind', 'fetch first'],
    ['[rejected] (stale info)', 'behind', 'stale info'],
    ['[remote rejected] (failed to update ref)', 'behind', 'failed to update ref'],
    ['[remote rejected] (pre-receive hook declined)', 'refused', 'pre-receive hook declined'],
    ['[remote rejected] (https://a:b@c says no)', 'refused', 'https://c says no'],
    [' gone ', 'refused', 'gone'],
  ])('and rejected with %j are %s, which is not recorded', async (summary, outcome, reason) => {
    expect(await valueOf(push({ stdout: line('!', summary), exitCode: 1 }))).toEqual({
      pushed: { ref: REF, outcome, reason },
      recorded: undefined,
    })
  })

  test('and refused come with the words of the remote', async () => {
    const stderr = 'remote: not now\nfatal: something\nremote: come back later\nsaid the remote: no\n'
    const { pushed } = await valueOf(push({ stdout: line('!', '[remote rejected] (declined)'), stderr, exitCode: 1 }))
    expect(pushed?.reason).toBe('declined: not now come back later')
  })

  test('are pushed even if the tracking ref cannot be updated, and the reason is told', async () => {
    const git = createFakeGit((command) => {
      if (command.args.includes('push')) return line(' ', '1..2')
      if (command.args[0] === 'update-ref') return { exitCode: 128, stderr: 'fatal: cannot lock ref' }
      return { exitCode: 1 }
    })
    expect(await valueOf(pushNotes(git.repository, { remote: 'origin', refs }, {}))).toEqual([
      { ref: REF, outcome: 'pushed', trackingFailure: expect.stringContaining('cannot lock ref') as string },
    ])
  })

  test('may be at the remote although the push was aborted', async () => {
    const { repository } = createFakeGit(() => '')
    const run: Repository['run'] = () => errAsync(codedError('aborted', 'Aborted.'))
    const pushing = pushNotes({ ...repository, run }, { remote: 'origin', refs }, {})
    expect((await errorOf(pushing)).message).toBe(
      'The push was aborted. The remote may have the notes already; the next push finds out.',
    )
  })

  test('and rejected with a very long reason are refused', async () => {
    const reason = '('.repeat(1_000_000)
    const { pushed } = await valueOf(push({ stdout: line('!', reason), exitCode: 1 }))
    expect(pushed).toEqual({ ref: REF, outcome: 'refused', reason })
  })

  test('fail where nothing is said of them', async () => {
    const pushing = push({ stdout: 'Done\n', stderr: 'fatal: access denied', exitCode: 128 })
    expect(await errorOf(pushing)).toMatchObject({ code: 'remote_denied' })
  })
})
