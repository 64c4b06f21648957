import { describe, expect, it } from 'vitest'
import { createHeuristicWriter } from '../src/heuristic/create-heuristic-writer.ts'
import { messageReasons } from '../src/heuristic/message/message-reasons.ts'
import { readMessage } from '../src/heuristic/message/read-message.ts'
import { rejectedAlternatives } from '../src/heuristic/message/rejected-alternatives.ts'
import { isTellingSubject } from '../src/heuristic/message/telling-subject.ts'
import { commitContext } from './commit-context.ts'

const reasonsOf = (message: string): readonly string[] => messageReasons(readMessage(message))

describe('reasons in a commit message', () => {
  it.each<[string, string, readonly string[]]>([
    [
      'a paragraph that says because',
      'Keep the pool small\n\nA larger pool is slower, because\neach thread scans it.',
      ['A larger pool is slower, because each thread scans it.'],
    ],
    [
      'since as a reason',
      'Move the check\n\nThe check comes first since it needs no lock to be taken.',
      ['The check comes first since it needs no lock to be taken.'],
    ],
    [
      'instead of with what went wrong',
      'Read in blocks\n\nReading by line instead of by block was slow on pipes.',
      ['Reading by line instead of by block was slow on pipes.'],
    ],
    [
      'a sentence with the one it leans on, where the paragraph holds code',
      'Close sockets early\n\nThe peer keeps sockets open. This leads to leaks when it restarts.',
      ['The peer keeps sockets open. This leads to leaks when it restarts.'],
    ],
    [
      'a bullet of its own',
      'Rework the reader\n\n* rename a field\n* copy the buffer so that callers may keep the slice',
      ['copy the buffer so that callers may keep the slice'],
    ],
    [
      'the subject alone',
      'Copy the cookie jar to avoid sharing it between requests',
      ['Copy the cookie jar to avoid sharing it between requests'],
    ],
    [
      'a subject that its author wrapped',
      'Copy the cookie jar of a prepared request whenever it is sent, because\nothers may hold it',
      ['Copy the cookie jar of a prepared request whenever it is sent, because others may hold it'],
    ],
  ])('%s', (_, message, expected) => {
    expect(reasonsOf(message)).toEqual(expected)
  })

  it.each<[string, string]>([
    ['no reason', 'Add a flag\n\nThis adds a flag that lists all files.'],
    ['since a version', 'Drop a shim\n\nThe shim has been unused since the first release of the new parser.'],
    ['instead of without a reason', 'Use the module\n\nUse the native module instead of the package.'],
    ['otherwise noted', 'Update headers\n\nAll files are covered unless otherwise noted in them.'],
    ['a question', 'Guard the call\n\nIs it slow because of the lock that each thread takes?'],
    ['thanks', 'Fix the build\n\nThanks to a friend because he found what was broken in it.'],
    [
      'trailers',
      'Fix the build\n\nSigned-off-by: Someone Because <because@example.com>\nCo-authored-by: B <b@example.com>',
    ],
    ['quoted mail', 'Fix the build\n\n> It broke because the cache was stale on that machine.'],
    [
      'a stack trace',
      'Fix the build\n\nTraceback (most recent call last):\n  File "a.py", line 1, in because\nValueError: because of that it fails\n',
    ],
    ['a fenced block', 'Fix the build\n\n```\nit fails because the cache is stale on the machine\n```'],
    ['an indented block', 'Fix the build\n\nOutput:\n\n    it fails because the cache is stale on the machine\n'],
    ['words about tests', 'Fix the build\n\nThe tests failed because the fixture was removed too early.'],
    ['words about documents', 'Fix the build\n\nThe documentation was wrong because the option has moved.'],
    [
      'what goes on with a paragraph that is not there',
      'Fix it all\n\n* one bullet of several words\n\nOtherwise the reader would hang forever on it.',
    ],
    [
      'the rest of a sentence that begins in code',
      'Allow handlers\n\n    handler(1)\n... so that others may use it, because they\nneed to raise it',
    ],
    [
      'lines that are a list without bullets',
      'Edit messages\n\nserver does not print in grey\nrun uses a function because of it',
    ],
  ])('%s is none', (_, message) => {
    expect(reasonsOf(message)).toEqual([])
  })

  it('are cut at the ends of sentences', () => {
    const long = `It waits because the peer is slow. ${'The peer is slow on each of the many days of a year. '.repeat(30)}`
    const [reason = ''] = reasonsOf(`Wait for the peer\n\nFirst there is this. ${long}`)
    expect(reason.length).toBeLessThanOrEqual(600)
    expect(reason).toMatch(/\.$/)
  })
})

describe('a message of boilerplate', () => {
  it.each([
    'Merge branch "main" into topic',
    'Merge pull request #12 from a/b\n\nWait, because it hangs otherwise, and nobody knows why.',
    'Revert "Add a cache"\n\nThis reverts commit 0123456789abcdef0123456789abcdef01234567.',
    'chore(deps): bump lodash from 1.0.0 to 1.0.1\n\nBumps it because of an advisory that was published.',
    'Bump actions/checkout from 3 to 4',
    'deps: send@0.18.0\n\n - Fix a leak because of which it crashed in the past',
    '4.17.1',
    'Release 2.0.0',
    'grep-0.2.3',
    '[pre-commit.ci] pre-commit autoupdate',
    'fixup! Add a cache\n\nBecause it would crash without one, as was found.',
  ])('%s', async (message) => {
    const context = commitContext({
      message,
      files: { 'src/a.ts': { before: 'a()\n', after: '// The lock must be held while this runs on.\na()\n' } },
    })
    const outcome = (await createHeuristicWriter().write(context))._unsafeUnwrap()
    expect(outcome.annotation).toBeUndefined()
    expect(outcome.nothing).toMatch(/^The commit says nothing to record: /)
  })

  it('is not one that says why it takes another back', () => {
    const message =
      'Revert "Add a cache"\n\nThis reverts commit 0123456789abcdef0123456789abcdef01234567.\n\nThe cache grows without bound, because nothing is ever taken out.'
    expect(readMessage(message).boilerplate).toBeUndefined()
    expect(reasonsOf(message)).toEqual(['The cache grows without bound, because nothing is ever taken out.'])
  })
})

describe('what a message refers to', () => {
  it.each<[string, readonly string[]]>([
    ['Fix it\n\nFixes #12', ['12']],
    ['Fix it (#34)\n\nCloses #12, closes #13', ['34', '12', '13']],
    ['Fix it\n\nSee: issue #7', ['7']],
    ['Number #1 in the list of things', []],
    ['Fix it\n\nhttps://example.com/issues/12', []],
  ])('%j', (message, numbers) => {
    expect(
      readMessage(message)
        .references.map(({ number }) => number)
        .sort(),
    ).toEqual([...numbers].sort())
  })

  it.each<[string, string | undefined]>([
    ['fix(router): keep the slash', 'fix'],
    ['feat!: drop the old form', 'feat'],
    ['router: keep the slash', undefined],
  ])('type of %s', (message, type) => {
    expect(readMessage(message).type).toBe(type)
  })
})

describe('rejected alternatives', () => {
  it.each<[string, string, string]>([
    [
      'We copy it instead of locking the list because the lock would be held for seconds.',
      'locking the list',
      'the lock would be held for seconds',
    ],
    [
      'I tried keeping one buffer, but it was written to by two threads.',
      'keeping one buffer',
      'it was written to by two threads',
    ],
    ["We can't just drop the header since proxies cache on it.", 'drop the header', 'proxies cache on it'],
  ])('%s', (text, approach, reason) => {
    const found = rejectedAlternatives(text)
    expect(found.map((each) => [each.approach, each.reason])).toEqual([[approach, reason]])
    for (const { quote } of found) expect(text).toContain(quote)
  })

  it.each([
    'Use the native form instead of the package.',
    'Fail early rather than failing because of a missing file at the end.',
    'It is slow because the lock is held.',
    'We tried, but it failed.',
  ])('none in: %s', (text) => {
    expect(rejectedAlternatives(text)).toEqual([])
  })
})

describe('a subject that tells something', () => {
  it.each(['Fix hang of streams without a body', 'perf(path): reuse the buffer of a path'])('%s', (subject) => {
    expect(isTellingSubject(subject)).toBe(true)
  })
  it.each(['wip', 'fix typo', 'Fix lint', 'Minor tweaks', 'address review comments', 'Update', 'Make it possible to…'])(
    'not: %s',
    (subject) => {
      expect(isTellingSubject(subject)).toBe(false)
    },
  )
})
