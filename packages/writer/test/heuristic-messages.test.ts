import { describe, expect, it } from 'vitest'
import { createHeuristicWriter } from '../src/heuristic/create-heuristic-writer.ts'
import { isAboutText, passagesText } from '@chronicle/core/prose'
import { messageReason } from '../src/heuristic/message/message-reason.ts'
import { messageRules } from '../src/heuristic/message/message-rules.ts'
import { readMessage } from '../src/heuristic/message/read-message.ts'
import { rejectedAlternatives } from '../src/heuristic/message/rejected-alternatives.ts'
import { isInformativeSubject } from '../src/heuristic/message/informative-subject.ts'
import { commitContext } from './commit-context.ts'
import { annotate } from './heuristic-annotation.ts'

/** Returns the intent, and the argument as it is stored. */
const reasonOf = (message: string): readonly string[] => {
  const reason = messageReason(readMessage(message))
  if (reason === undefined) return []
  return [reason.intent, ...(reason.argument.length === 0 ? [] : [passagesText(reason.argument)])]
}

describe('the reason in a commit message', () => {
  it.each<[string, string, readonly string[]]>([
    [
      'the argument, for the subject',
      'Keep the pool small\n\nA larger pool is slower, because\neach thread scans it.',
      ['Keep the pool small', 'A larger pool is slower, because each thread scans it.'],
    ],
    [
      'the subject, and the problem with the argument after it',
      'Read in blocks\n\nReading by line hangs on pipes.\n\nUse blocks instead. They must be filled before they are handed on.',
      [
        'Read in blocks',
        'Reading by line hangs on pipes.\n\nUse blocks instead. They must be filled before they are handed on.',
      ],
    ],
    [
      'a subject of two words',
      'Remove darwin.\n\nThe last of these machines are gone, because nobody mends them.',
      ['Remove darwin.', 'The last of these machines are gone, because nobody mends them.'],
    ],
    [
      'what leans on the subject, for the subject',
      'Close sockets early\n\nThis leads to fewer leaks. The peer keeps sockets open when it restarts, because it polls.',
      [
        'Close sockets early',
        'This leads to fewer leaks. The peer keeps sockets open when it restarts, because it polls.',
      ],
    ],
    [
      'the bullet that says why, not the one that lists a change',
      'Rework the reader\n\n* rename a field\n* copy the buffer so that callers may keep the slice',
      ['Rework the reader', 'copy the buffer so that callers may keep the slice'],
    ],
    [
      'code inside the argument as it stands',
      'Keep the order\n\nCalls such as\n\n    a(b)\n\nlost the order, because a map has none.\n\nUse a list instead.',
      ['Keep the order', 'Calls such as\n\n    a(b)\n\nlost the order, because a map has none.\n\nUse a list instead.'],
    ],
    [
      'sentences that speak of CI and calls in tests',
      'Keep the state\n\nCI failed because `.test()` keeps the last index of a match.',
      ['Keep the state', 'CI failed because `.test()` keeps the last index of a match.'],
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
    [
      'a subject whose second sentence ends in the body',
      'The index reads names from a map. If a name is a number, then this\nleads to an error because maps have none.',
      ['The index reads names from a map. If a name is a number, then this leads to an error because maps have none.'],
    ],
    [
      'a subject and the ground that goes on from it',
      'Keep the names apart\n\nsince the reader of them may be another one tomorrow',
      ['Keep the names apart since the reader of them may be another one tomorrow'],
    ],
    [
      'a subject and what goes on from it after dots',
      'Keep the names apart\n\n... namely where the reader of them is another one, because nobody owns it.',
      ['Keep the names apart ... namely where the reader of them is another one, because nobody owns it.'],
    ],
    [
      'a subject that names an issue, and what stands below it',
      'Keep the names apart. Closes #12\n\nthe reader of them may be another one, because nobody owns it',
      ['Keep the names apart. Closes #12', 'the reader of them may be another one, because nobody owns it'],
    ],
    [
      'no check list, trailer or thanks',
      'Keep the pool small\n\nThanks to Ada for the report.\n\nA larger pool is slower. Each thread scans it, so it must stay small.\n\n- [x] I ran the tests\n\nSigned-off-by: A <a@example.org>',
      ['Keep the pool small', 'A larger pool is slower. Each thread scans it, so it must stay small.'],
    ],
  ])('is %s', (_, message, expected) => {
    expect(reasonOf(message)).toEqual(expected)
  })

  it.each<[string, string]>([
    ['no reason', 'Add a flag\n\nThis adds a flag that lists all files.'],
    ['otherwise noted', 'Update headers\n\nAll files are covered unless otherwise noted in them.'],
    ['a question', 'Guard the call\n\nIs it slow because of the lock that each thread takes?'],
    ['thanks', 'Fix the build\n\nThanks to a friend because he found what was broken in it.'],
    ['unfinished work', 'Fix the build\n\nTODO: the lock must be taken here because readers wait.'],
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
  ])('%s is none', (_, message) => {
    expect(reasonOf(message)).toEqual([])
  })

  it('is cut between paragraphs, what comes last left out', () => {
    const filler = 'The peer is one of the many peers of the net. '.repeat(12).trim()
    const long = `It must wait because the peer is slow.\n\n${Array.from({ length: 9 }, (_, i) => `${filler} ${i}.`).join('\n\n')}`
    const [, argument = ''] = reasonOf(`Wait for the peer\n\n${long}`)
    expect(argument.length).toBeLessThanOrEqual(3000)
    expect(long.startsWith(argument)).toBe(true)
    expect(argument).toMatch(/\.$/)
  })

  it.each([
    ['a word that leads to a list', 'If:\n\n- it is not defined, since others set it\n- the body is no stream'],
    [
      'figures',
      'It is faster, because it reads at once, as in my folder:\n\n| Command | Mean |\n|:--|--:|\n| `read` | 3 ms |',
    ],
    ['the rest of a sentence', 'preventing relative names because they break.'],
    [
      'what points to a list left out',
      'The reason for all of them, because there are many, can be found below:\n\nCloses #1',
    ],
  ])('is not %s', (_, body) => {
    expect(reasonOf(`Wait for the peer\n\n${body}`)).toEqual([])
  })

  it('keeps a word between two pieces of code, whatever the subject says', () => {
    const body = 'The type changes, because it must be sent, from\n\n    a()\n\nto\n\n    b()\n\nwhich fails now.'
    const [, argument = ''] = reasonOf(`Upgrade to walk\n\n${body}`)
    expect(argument.replace(/\s+/g, ' ')).toBe(body.replace(/\s+/g, ' '))
  })
})

describe('rules in a message', () => {
  it.each([
    'The lock must be held while the list is read.',
    'If the reader is shared, callers must never keep the slice.',
    'Callers must never close the pool from the watchdog.',
  ])('%s', (sentence) => {
    expect(messageRules([sentence])).toEqual([sentence])
  })

  it.each([
    'Previously, callers must never keep the slice.',
    'The reader will assume the extension, which is wrong for some.',
    'In XHTML, the tag must be closed as others are.',
    'The current key only cancels runs of one branch, and must be unique.',
    'It must be held while the list is read.',
    'This implements a way to find out which errors must be raised again.',
    'Where a break is not allowed, the reader will now suggest the flag.',
    'Users had to restart because names must be unique.',
    'The reader is now faster.',
    'Never close the pool from the watchdog.',
    'Using more threads can only improve the speed because it waits less.',
    'Apparently, globs are not allowed in names.',
    'This commit updates the pages of names, which must be read before use.',
  ])('none in: %s', (sentence) => {
    expect(messageRules([sentence])).toEqual([])
  })
})

describe('a subject about texts', () => {
  it.each([
    'docs: say why',
    'Fix typo in the reader',
    'Add more tests for the pool',
    'Fix CI',
    'test: keep the order',
    'Improve documentation of names',
    'middleware tests',
    'Reformat the reader for flake8',
    'fix: Correct typos, improve clarity of names',
    'update helpers.send_file docstring',
  ])('%s', (subject) => {
    expect(isAboutText(subject)).toBe(true)
  })
  it.each([
    'Keep the state of .test() calls',
    'Format dates as the server does',
    'autodoc: Fix documented attributes',
    'Parse comments in lists',
    'removed use of the pool and added test coverage',
    'Add a style option',
  ])('not: %s', (subject) => {
    expect(isAboutText(subject)).toBe(false)
  })
})

describe('a message about texts or checks', () => {
  const intentOf = async (message: string): Promise<string | undefined> => {
    const files = { 'src/a.ts': { before: 'a()\n', after: 'b()\n' } }
    return (await annotate({ message, files }))?.regions[0]?.intent
  }

  it.each([
    'doc: shorten the help\n\nIt has grown too long. We tried to keep a long one beside it, but the parser cannot tell them apart.',
    'doc: name the default of the separator\n\nThe page did not follow the code any more. It is likely a mistake from copying it.',
    'tests: make them shorter\n\nEach of them hid what is passed, and that made them hard to read and to write.',
    'ci: run the checks on version 2\n\nThis mends an annoying bug that was causing builds to fail if they were run again.',
  ])('is told where it says what was given up or what went wrong: %j', async (message) => {
    expect(await intentOf(message)).toBe(message.split('\n')[0])
  })

  it.each([
    'doc: name the default of the separator\n\nThis makes clear what is put between two names, where nobody says so.',
    'docs: fix a typo\n\nIt is a mistake from copying it, because the page did not follow the code.',
    'Add tests for the reader\n\nThis tests that each of the names is read with a space, and with a comma at its end.',
  ])('is not told otherwise: %j', async (message) => {
    expect(await intentOf(message)).toBeUndefined()
  })
})

describe('a message of boilerplate', () => {
  it.each([
    'Merge branch "main" into topic',
    'Merge pull request #12 from a/b\n\nWait for the peer',
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

  it.each([
    'Merge commit from fork\n\nNames must be checked, because a link may leave the folder. Readers follow it otherwise.',
    'merge-ort: keep the order\n\nThe order was lost, because a map has none. Use a list instead.',
    'Bump the limit of open files\n\nThe server hangs, because it runs out of files. Allow more of them.',
    'Upgrade checkout to v2\n\nBuilds of forks failed, because the first version fetches by name.',
    'fix(deps): bump text to a patched version\n\nThe scan fails on each request, because of CVE-2026-46600. Take the first version without it.',
    'Update names to avoid a clash\n\nTwo modules had one name, so imports failed. Prefix both.',
  ])('is not %j', (message) => {
    expect(readMessage(message).boilerplate).toBeUndefined()
    expect(reasonOf(message)).not.toEqual([])
  })

  it('is every message of a commit with two parents', () => {
    expect(readMessage('Take it in\n\nIt must hold, because it is slow.', 2).boilerplate).toBeDefined()
  })

  it('is not one that says why it takes another back', () => {
    const message =
      'Revert "Add a cache"\n\nThis reverts commit 0123456789abcdef0123456789abcdef01234567.\n\nThe cache grows without bound, because nothing is ever taken out.'
    expect(readMessage(message).boilerplate).toBeUndefined()
    expect(reasonOf(message)).toEqual([
      'Revert "Add a cache"',
      'The cache grows without bound, because nothing is ever taken out.',
    ])
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
        .issues.map(({ number }) => String(number))
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

it('a reason that speaks for what was done is none against the other way', () => {
  const text = 'This extends the test, instead of making a new module, because the guide recommends it.'
  expect(rejectedAlternatives([text])).toEqual([])
})

it.each([
  ['src/a.js', "  , utils = require('../lib/queue')", 'lib/queue.js'],
  ['src/a.ts', "import { queue } from '../lib/queue.ts'", 'lib/queue.ts'],
  ['src/deep/a.py', 'from ...lib.queue import queue', 'lib/queue.py'],
])('an import of %s is no dependency to tell of', async (path, line, target) => {
  const message = 'Send later\n\nThe queue is needed because the broker drops bursts.'
  const files = { [path]: { before: 'first\nsecond\n', after: `${line}\nfirst\nchanged()\n` } }
  const annotation = await annotate({ message, files, others: { [target]: 'queue\n' } })
  expect(annotation?.regions.map(({ semantic_dependencies: dependencies }) => dependencies)).toEqual([[]])
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
    ["We can't just drop the header either, because proxies cache on it.", 'drop the header', 'proxies cache on it'],
  ])('%s', (text, approach, reason) => {
    const found = rejectedAlternatives([text])
    expect(found.map((each) => [each.approach, each.reason])).toEqual([[approach, reason]])
    for (const { quote } of found) expect(text).toContain(quote)
  })

  it.each([
    'Use the native form instead of the package.',
    'There is more we could move into the crate, but what remains is about flags.',
    'If an option is not a switch then nothing is suggested for `-C`, but `-i` is completed.',
    'Fail early rather than failing because of a missing file at the end.',
    'It is slow because the lock is held.',
    'We tried, but it failed.',
  ])('none in: %s', (text) => {
    expect(rejectedAlternatives([text])).toEqual([])
  })
})

describe('a subject that tells something', () => {
  it.each(['Fix hang of streams without a body', 'perf(path): reuse the buffer of a path'])('%s', (subject) => {
    expect(isInformativeSubject(subject)).toBe(true)
  })
  it.each(['wip', 'fix typo', 'Fix lint', 'Minor tweaks', 'address review comments', 'Update', 'Make it possible to…'])(
    'not: %s',
    (subject) => {
      expect(isInformativeSubject(subject)).toBe(false)
    },
  )
})
