import type { CommitId, HistoryReason, Region, RepoPath } from '@chronicle/schema'
import { describe, expect, test } from 'vitest'
import type { SourcedCommit } from '../contracts/annotation-source.ts'
import type { Commit } from '../contracts/git-backend.ts'
import type { PlaceRevision } from './history-of-places.ts'
import { reasonOfCommit, type PlaceChange, type ReasonOfChange } from './reason-of-commit.ts'
import { quoteMessages } from './quote-messages.ts'

const WHY = 'The lock must be taken first, because the watcher reads the file at once.'
const id = 'a1'.repeat(20) as CommitId

/** Returns a revision of the queried unit, in a file of several lines. */
function revisionOf(name: string | undefined, text = 'save()\n', inLines = 1): PlaceRevision {
  const changes = { inLines, inFile: 10 }
  const lines = name === undefined ? {} : { lines: { lines: { start: 3, end: 9 }, name, changes } }
  const file = {
    scope: { path: 'a.ts', units: name === undefined ? undefined : [{ name }] },
    target: { text: { lines: () => text.split('\n') } },
  }
  return { commit: id, committedAt: 0, path: 'a.ts' as RepoPath, file, ...lines } as unknown as PlaceRevision
}

function regionOf(file: string, anchor: string | undefined, more: Partial<Region> = {}): Region {
  const named = anchor === undefined ? {} : { ast_anchor: { type: 'function', name: anchor } }
  const empty = { constraints: [], rejected_alternatives: [], semantic_dependencies: [] }
  const evidence = [{ kind: 'commit_message', quote: WHY }]
  return { file, ...named, intent: WHY, ...empty, evidence, ...more } as unknown as Region
}

/** Returns paths that no message names. */
function files(count: number): readonly RepoPath[] {
  return Array.from({ length: count }, (_, index) => `other/${index}` as RepoPath)
}

function reasonOf(message: string, revision: PlaceRevision, ...regions: readonly Region[]): HistoryReason | undefined {
  return reasonOfChange({ changed: files(2) }, message, revision, ...regions).reason
}

function reasonInCommit(
  filesChanged: number,
  message: string,
  revision: PlaceRevision,
  ...regions: readonly Region[]
): HistoryReason | undefined {
  return reasonOfChange({ changed: files(filesChanged) }, message, revision, ...regions).reason
}

function reasonOfChange(
  change: Omit<PlaceChange, 'revision'>,
  message: string,
  revision: PlaceRevision,
  ...regions: readonly Region[]
): ReasonOfChange {
  const commit = { id, message, author: { name: 'Ada' }, committer: { time: 0 } } as unknown as Commit
  const sourced = { annotation: { regions }, origin: 'history', diagnostics: [] } as unknown as SourcedCommit
  const [quotedMessage] = quoteMessages([message])
  return quotedMessage === undefined ? {} : reasonOfCommit(commit, quotedMessage, sourced, { revision, ...change })
}

test('a commit says its subject and the passages that argue', () => {
  expect(reasonOf(`Lock the file\n\n${WHY}`, revisionOf('save'), regionOf('a.ts', 'save'))).toEqual({
    origin: 'history',
    commit: id,
    timestamp: '1970-01-01T00:00:00Z',
    author: 'Ada',
    summary: 'Lock the file',
    files_changed: 2,
    passages: [{ text: WHY }],
  })
})

test('the title of a squashed commit that names the unit is told, where it says more than the name', () => {
  const passagesOf = (name: string, ...titles: readonly string[]) => {
    const body = titles.map((title) => `* ${title}`).join('\n\n')
    return reasonOf(`Read less (#12)\n\n${body}`, revisionOf(name))?.passages.map(({ text }) => text)
  }
  const title = 'perf: take the faster readAll for small files'
  expect(
    passagesOf(
      'readAll',
      'Read less',
      title,
      'add a test of readAll and more',
      'fix readAll',
      'add docs of readAll and more',
    ),
  ).toEqual([`* ${title}`])
  expect(passagesOf('save', title)).toBeUndefined()
  expect(passagesOf('take', title)).toBeUndefined()
  expect(passagesOf('take', 'let `take` hand out small files')).toEqual(['* let `take` hand out small files'])
})

test('items of a list that name other files of the commit are not told', () => {
  const changed = ['a.ts', 'b.ts', 'src/c.ts'] as RepoPath[]
  const itemsOf = (...items: readonly string[]): readonly string[] =>
    reasonOfChange(
      { changed },
      `Lock the file\n\n${items.map((item) => `- ${item}`).join('\n')}`,
      revisionOf(undefined),
    ).reason?.passages.map(({ text }) => text) ?? []
  const own = 'Lock it in `a.ts`, because the watcher reads the file at once'
  const both = 'Move the lock from src/c.ts to a.ts, because the watcher reads the file at once'
  const none = 'Lock it, because the watcher reads the file at once'
  const unchanged = 'Lock it like d.ts, because the watcher reads the file at once'
  const other = 'Count in `b.ts`, because nobody frees the slots'
  const otherPath = 'Count in `c.ts`, because nobody frees the slots'
  for (const item of [own, both, none, unchanged]) expect(itemsOf(item, other, otherPath)).toEqual([`- ${item}`])
  const named = 'Let `load` leave it to b.ts, because nobody frees the slots'
  const ofUnit = reasonOfChange({ changed }, `Lock the file\n\n- ${named}\n- ${other}\n`, revisionOf('load'))
  expect(ofUnit.reason?.passages.map(({ text }) => text)).toEqual([`- ${named}`])
  const { passages } = reasonOfChange({ changed }, `Lock the file\n\n${other}.`, revisionOf(undefined)).reason ?? {}
  expect(passages).toHaveLength(1)
})

test('a body that goes on in the sentence of its subject says so', () => {
  const passagesOf = (body: string) => reasonOf(`Lock the file\n\n${body}`, revisionOf('save'))?.passages
  expect(passagesOf('so that the watcher no longer reads it at once')).toEqual([
    { text: 'so that the watcher no longer reads it at once', continues: true },
  ])
  expect(passagesOf('if the watcher reads it at once, that fails')).toEqual([
    { text: 'if the watcher reads it at once, that fails' },
  ])
})

test('a change of comments alone says what gives a reason or mentions the place', () => {
  const subjectOf = (message: string) => {
    const { ofComments, reason } = reasonOfChange({ changed: files(2) }, message, revisionOf('load'))
    return (ofComments === undefined ? reason : ofComments.reason)?.summary
  }
  const subject = 'Never say "testsuite"'
  const words = 'Use "test suite", which is more prevailing in the source code.'
  expect(subjectOf(`${subject}\n\n${words}`)).toBeUndefined()
  expect(subjectOf(`${subject}\n\n${words}\n\n${WHY}`)).toBe(subject)
  expect(subjectOf(`${subject} of the load\n\n${words}`)).toBe(`${subject} of the load`)
})

test.each([
  ['Bump version', undefined],
  ['Lock the file', undefined],
  ['Lock the file, because the watcher reads it at once', []],
  ['docs: say that the file must be locked', undefined],
  ['Fix a typo: it must be locked', undefined],
  ['Never trim white space, because literals keep it', []],
  ['fix: the file must be locked', []],
  ['Store.save returns the lock', []],
  ['The lock lasts for the lifetime of the store', []],
  ['remove uses of the lock', undefined],
  ['Fix the syntax in a code comment', undefined],
  ['Update a comment that says the lock must be taken', undefined],
  ['Comments must not be locked', []],
  ['fix pyright type errors', undefined],
  ['Fix lint errors', undefined],
  ['fix: description error', undefined],
  ['Improve error handling', undefined],
  ['Fix ECONNRESET errors of the file store', []],
  ['Fix mypy violations (for mypy-0.520)', undefined],
  ['Hide errors that the lock gives', []],
  ['clean up error handler docs', undefined],
  ['Fix minor grammar issues in docs, so that all is never lost', undefined],
  ['store: correct the lock() documentation', undefined],
  ['store/doc: explain that `lock` must be taken first', undefined],
  ['refactor(doc): use a lock not a pool', undefined],
  ['store: document that the lock is taken by default', undefined],
  ['Lock each document by default', []],
  ['store: documents must be locked', []],
  ['Clarify that the lock must be taken in iter docstrings', undefined],
  ['updating docstring to match the lock that must be taken', undefined],
  ['fix errcheck warnings', undefined],
  ['Fix bugs, increase coverage, update benchmark results', undefined],
  ['Fix mypy plugin errors that hide the lock', []],
  ['Serve the docs without a lock', []],
  ['Store.save', undefined],
  ['fix(store): protect the table of readers', []],
  ['Fix the store', undefined],
  ['Fix nits of the last week', undefined],
  ['Remove store.save(path, lock) from the store', []],
  ['Remove unused store.save(path, lock) from the store', undefined],
  ['Remove the old store of readers', undefined],
  ['store: remove unnecessary mut', undefined],
  ['Fix gramma error of the lock that must be taken', undefined],
  ['Remove useless pass', undefined],
  ['Remove unnecessary type assertions (TS7)', undefined],
  ['Fix flake8 E231 reported linting failure', undefined],
  ['Fix flake8 warnings (E501)', undefined],
  ['Remove the unnecessary lock of the store', []],
  ['Remove stray comma (broke IE7)', []],
  ['Remove redundant optimizer pass', []],
  ['Fix compiler x86 failures', []],
  ['Now that readers wait it can go', []],
  ['Merge with default', undefined],
  ["Merge branch 'default'", undefined],
])('a subject alone counts where it says why: %s', (subject, passages) => {
  expect(reasonOf(subject, revisionOf('save'))?.passages).toEqual(passages)
})

test.each(['chore(deps): bump the actions group across 1 directory', 'deps: lock@1.0.2', 'Release 2.0.0'])(
  '%s says nothing, whatever its body quotes',
  (subject) => {
    expect(reasonOf(`${subject}\n\n${WHY}`, revisionOf('save'))).toBeUndefined()
  },
)

test.each<[string, string | undefined]>([
  ['This change is in response to issue #879.', undefined],
  [
    'This commit follows a discussion on IRC. For more information, see the Pull Request associated with it.',
    undefined,
  ],
  [
    'This is in response to #879: the watcher must not wait.',
    'This is in response to #879: the watcher must not wait.',
  ],
])('what only points somewhere else is no reason: %s', (body, passage) => {
  expect(reasonOf(`Lock the file\n\n${body}`, revisionOf('save'))?.passages[0]?.text).toBe(passage)
})

test('of a commit about text, only what gives a ground counts', () => {
  const body = `- Update the version of the linter\n- Disable the cache of the workflow\n\n${WHY}`
  expect(reasonOf(`ci(lint): update the tools\n\n${body}`, revisionOf('save'))?.passages).toEqual([{ text: WHY }])
})

test('of a list of tasks in many files, what is used instead of something else is no ground', () => {
  const list = [
    '- Use the print function instead of print',
    '- Do not use tuples',
    '- Drop the pool, because it is never asked',
  ]
  const reason = reasonInCommit(9, `Lock the file\n\n${list.join('\n')}`, revisionOf('save'))
  expect(reason?.passages.map(({ text }) => text)).toEqual(list.slice(2))
})

test('of a list of tasks in many files, those count that give a ground or name the place', () => {
  const tasks = ['- Add a builder of changes. It is small.', '- Let save() wait for the watcher']
  const [add = '', wait = ''] = tasks
  const ground = '- Drop the old reader, because it went stale'
  const body = `${add}\n${wait}\n${ground}\n\nA cache holds what the reader gave.`
  const told = (files: number): readonly string[] | undefined =>
    reasonInCommit(files, `More refactoring\n\n${body}`, revisionOf('save'))?.passages.map(({ text }) => text)
  expect(told(4)).toEqual([...tasks, ground, 'A cache holds what the reader gave.'])
  expect(told(5)).toEqual([wait, ground, 'A cache holds what the reader gave.'])
})

describe('a change that is spread over many files', () => {
  const summaryOf = (message: string, files: number, name = 'save', text?: string): string | undefined =>
    reasonInCommit(files, message, revisionOf(name, text), regionOf('b.ts', 'load'))?.summary
  const readers = 'Open files once\n\nReaders are easier to use with them. The hints are from Ana.'

  test('tells nothing to a place on which it has no word, and argues nothing', () => {
    expect(summaryOf(readers, 4)).toBe('Open files once')
    expect(summaryOf(readers, 5)).toBeUndefined()
    expect(summaryOf('Remove unneeded brackets', 5)).toBeUndefined()
  })

  test.each([
    ['has a word of the name of the unit', 'No longer wait for saved text', 'saveAll', undefined],
    ['has a word that stands in the code', 'Always ask `askFirst` for the lock', 'save', 'askFirst()'],
    ['takes another one back', 'Revert "Lock everything"', 'save', undefined],
  ])('is told where it %s', (_, message, name, text) => {
    expect(summaryOf(message, 60, name, text)).toBe(message.split('\n')[0])
  })

  test('is told for what it argues, unless it is one of the widest: then for its words on the place alone', () => {
    const message = `Lock everything\n\n${WHY} A reader waits for what is saved, as nothing else can tell it.`
    const passagesOf = (files: number, name: string) =>
      reasonInCommit(files, message, revisionOf(name), regionOf('b.ts', 'load'))?.passages.map(({ text }) => text)
    expect(passagesOf(20, 'open')).toHaveLength(2)
    expect(passagesOf(21, 'open')).toBeUndefined()
    expect(passagesOf(21, 'save')).toEqual(['A reader waits for what is saved, as nothing else can tell it.'])
  })

  test.each([
    ['the part of the project before its subject', 'save: always wait for the lock', 'save'],
    ['a word that any text has', 'Always get along with the lock', 'getWith'],
  ])('is not told for %s', (_, message, name) => {
    expect(summaryOf(message, 60, name)).toBeUndefined()
  })

  test('is not told for the file, or a short name, where it is one of the widest', () => {
    const message = 'Never wait in `ask`, nor for tables'
    const revision = { ...revisionOf('save', 'ask()'), path: 'tables.ts' as RepoPath }
    const of = (files: number) => reasonInCommit(files, message, revision, regionOf('b.ts', 'load'))?.summary
    expect(of(20)).toBe(message)
    expect(of(21)).toBeUndefined()
  })

  test('is not told for a word that many a message has, where it is one of the widest', () => {
    const message = 'Never wait, since it is a lot of work'
    const of = (files: number) =>
      reasonInCommit(files, message, revisionOf('Worker'), regionOf('b.ts', 'load'))?.summary
    expect(of(20)).toBe(message)
    expect(of(21)).toBeUndefined()
  })

  test('is not told for a word in code that is not in the place', () => {
    expect(summaryOf('Always ask `askFirst` for the lock', 60, 'save', 'askFirstly()')).toBeUndefined()
  })

  test('is told with a rule of a comment that is gone', () => {
    const rule = 'Never unlock twice.'
    const comment = regionOf('a.ts', 'save', {
      intent: rule,
      constraints: [{ text: rule, source: 'inferred' }],
      evidence: [{ kind: 'file_lines', quote: rule }] as unknown as Region['evidence'],
    })
    const reason = reasonInCommit(60, readers, revisionOf('save'), regionOf('b.ts', 'load'), comment)
    expect(reason?.passages.at(-1)).toEqual({ text: rule, source: 'comment' })
  })
})

test.each([
  ['Add initial type hints', undefined],
  ['fix some wrong type annotations', undefined],
  ['globset: polishing', undefined],
  ['small cleanups', undefined],
  ['Improved error message for configuration files', undefined],
  ['Fixed various issues on the Python 3 port', undefined],
  ['Fix some readers that wait for ever', 1],
  ['Add a warning where readers wait', 1],
  ['Improve decorator typing', 1],
  ['Clean up after a failed save', 1],
])('a subject about the form of code alone has no sentence that does not argue: %s', (subject, passages) => {
  const told = reasonOf(`${subject}\n\nReaders are easier to use.`, revisionOf('save'), regionOf('a.ts', 'save'))
  expect(told?.passages.length).toBe(passages)
})

test.each([
  'Preserve the ends of lines',
  'fix preserving the `prefix` of readers',
  'store: Ensure that it is saved',
  'Stop changing it',
])('a subject that says what holds from now on is told: %s', (subject) => {
  expect(reasonOf(subject, revisionOf('save'), regionOf('a.ts', 'save'))?.summary).toBe(subject)
})

test('of a long list, tasks that do not name the unit are not told', () => {
  const list = ['Take the lock first', 'Write the tables once', 'Number the rows', 'Use `save` for both'].map(
    (each) => `- ${each}`,
  )
  const passagesOf = (count: number) =>
    reasonOf(`Lock\n\n${list.slice(-count).join('\n')}`, revisionOf('save'))?.passages.map(({ text }) => text)
  expect(passagesOf(3)).toEqual(list.slice(1))
  expect(passagesOf(4)).toEqual(list.slice(3))
})

test('a reference alone is not told', () => {
  expect(reasonOf(`Lock\n\n${WHY}\n\nThis fixes #759.`, revisionOf('save'))?.passages).toEqual([{ text: WHY }])
})

test('what goes on with a sentence that is not told stands for itself', () => {
  const body = 'Sorry for the noise here. A lock must be taken first. A watcher needs one.'
  const told = reasonOf(`Lock the file\n\n${body}`, revisionOf('save'))
  expect(told?.passages).toEqual([
    { text: 'A lock must be taken first.' },
    { text: 'A watcher needs one.', continues: true },
  ])
})

test('a person who moves a dependency may say why', () => {
  expect(reasonOf(`Pin lock to 1.0.1\n\n${WHY}`, revisionOf('save'))?.passages).toEqual([{ text: WHY }])
  expect(reasonOf('Pin lock to 1.0.1', revisionOf('save'))).toBeUndefined()
})

describe('what a commit is about', () => {
  test.each<[string, string, string | undefined, readonly Region[], HistoryReason['about']]>([
    ['its message names the unit', 'Lock in save()', 'save', [regionOf('b.ts', 'load')], undefined],
    ['its reason stands on the unit', 'Lock', 'save', [regionOf('a.ts', 'save')], undefined],
    ['its reason stands on a part of the unit', 'Lock', 'Store', [regionOf('a.ts', 'Store::save')], undefined],
    ['its reason stands on the file', 'Lock', 'save', [regionOf('a.ts', undefined)], 'file'],
    ['its reason stands on the unit around it', 'Lock', 'Store::save', [regionOf('a.ts', 'Store')], 'enclosing_unit'],
    ['its reason stands on another unit', 'Lock', 'save', [regionOf('a.ts', 'load')], 'change'],
    ['its reason stands on another file', 'Lock', 'save', [regionOf('b.ts', 'save')], 'change'],
    ['nothing is inferred from it', 'Lock', 'save', [], 'change'],
    ['a whole file was asked about, which it is about', 'Lock', undefined, [regionOf('a.ts', 'save')], undefined],
    ['a whole file was asked about, and it is about another', 'Lock', undefined, [regionOf('b.ts', 'x')], 'change'],
  ])('%s', (_, subject, name, regions, about) => {
    expect(reasonOf(`${subject}\n\n${WHY}`, revisionOf(name), ...regions)?.about).toBe(about)
  })
})

test.each([
  ['most of a small commit', 9, undefined],
  ['a part of it', 5, 'change'],
] as const)('where nothing is inferred, a place that is %s decides', (_, inLines, about) => {
  expect(reasonOf(`Lock\n\n${WHY}`, revisionOf('save', 'save()\n', inLines))?.about).toBe(about)
})

describe('a rule of a comment that the commit wrote', () => {
  const rule = 'Never unlock twice.'
  const comment = regionOf('a.ts', 'save', {
    intent: rule,
    constraints: [{ text: rule, source: 'inferred' }],
    evidence: [{ kind: 'file_lines', quote: rule }] as unknown as Region['evidence'],
  })

  test('is told once it is gone', () => {
    const reason = reasonOf(`Lock\n\n${WHY}`, revisionOf('save'), comment)
    expect(reason?.passages).toEqual([{ text: WHY }, { text: rule, source: 'comment' }])
  })

  test('is told where the same region says what the message says, too', () => {
    const both = { ...comment, intent: WHY, evidence: [...regionOf('a.ts', 'save').evidence, ...comment.evidence] }
    const reason = reasonOf(`Lock\n\n${WHY}`, revisionOf('save'), both)
    expect(reason?.passages).toEqual([{ text: WHY }, { text: rule, source: 'comment' }])
  })

  test('is not told while it stands: the reader sees it', () => {
    const reason = reasonOf(`Lock\n\n${WHY}`, revisionOf('save', `// never unlock twice\nsave()`), comment)
    expect(reason?.passages).toEqual([{ text: WHY }])
  })

  test('is not told of another unit', () => {
    const reason = reasonOf(`Lock\n\n${WHY}`, revisionOf('load'), comment)
    expect(reason?.passages).toEqual([{ text: WHY }])
  })
})
