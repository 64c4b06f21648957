import { createMemoryStorage } from '@chronicle/core'
import { codedError, type CacheStorage, type GitBackend, type Redactor } from '@chronicle/core/contracts'
import {
  completeRegion,
  errAsync,
  formatTimestamp,
  okAsync,
  readNote,
  type Annotation,
  type CommitId,
  type Region,
  type RepoPath,
} from '@chronicle/schema'
import { createMemoryGit, type FixtureRepository } from '@chronicle/testing'
import { describe, expect, it } from 'vitest'
import {
  annotateCommits,
  selectCommits,
  type AnnotateEvent,
  type AnnotationWriter,
  type AuthorContext,
  type CommitReceipt,
  type RunOptions,
  type RunServices,
  type WriterOutcome,
} from '../src/index.ts'
import { useRepositories } from './gather-scope.ts'
import { PASSWORD_REDACTOR } from './password-redactor.ts'

const { fixture, open } = useRepositories()

/**
 * Creates a writer that uses each commit's message as the intent, and records nothing for messages that contain
 * `nothing`.
 */
function subjectWriter(seen: CommitId[] = []): AnnotationWriter {
  return {
    name: 'subject',
    write({ commit, files }) {
      seen.push(commit.id)
      const intent = commit.message.trim()
      if (intent.includes('nothing')) return okAsync({ nothing: 'It says so.', diagnostics: [] })
      if (intent.includes('fails')) return errAsync(codedError('model_failed', 'The model said no.'))
      if (intent.includes('refused')) return errAsync(codedError('model_unauthorized', 'The key is not accepted.'))
      const annotation: Annotation = {
        ...{
          commit: commit.id,
          timestamp: formatTimestamp(commit.committer.time * 1000),
          summary: intent,
          context_level: 'inferred',
          cross_cutting: [],
        },
        regions: files.map(({ path }) =>
          completeRegion({ file: path, intent, evidence: [{ kind: 'commit_message', quote: intent }] }),
        ),
        provenance: { operation: 'initial', derived_from: [], original_annotations_preserved: false },
        read_from: [],
      }
      return okAsync({ annotation, diagnostics: [] })
    },
  }
}

function seamsOf(git: GitBackend, more: Partial<RunServices> = {}): RunServices {
  return {
    git,
    writer: subjectWriter(),
    redactor: PASSWORD_REDACTOR,
    clock: () => Date.parse('2026-01-01T00:00:00Z'),
    ...more,
  }
}

async function run(
  seams: RunServices,
  commits: readonly CommitId[],
  options: RunOptions = {},
): Promise<{ readonly events: readonly AnnotateEvent[]; readonly receipts: readonly CommitReceipt[] }> {
  const events: AnnotateEvent[] = []
  for await (const event of annotateCommits(seams, commits, options)) events.push(event)
  return { events, receipts: events.flatMap((event) => (event.kind === 'commit' ? [event.receipt] : [])) }
}

async function noteOf(repository: FixtureRepository, commit: CommitId): Promise<Annotation | undefined> {
  const bytes = await repository.gitBytes(['notes', '--ref=chronicle', 'show', commit], { exitCodes: [0, 1] })
  return bytes.length === 0 ? undefined : readNote(bytes, { commit }).annotation
}

async function commitEach(repository: FixtureRepository, messages: readonly string[]): Promise<readonly CommitId[]> {
  const commits: CommitId[] = []
  for (const [index, message] of messages.entries()) {
    commits.push(await repository.commitFiles(message, { [`file-${index}.ts`]: `export const value = ${index}\n` }))
  }
  return commits
}

const statuses = (receipts: readonly CommitReceipt[]): unknown => receipts.map(({ status }) => status)

describe('annotating commits', () => {
  it.each([
    [{}, { concurrency: Number.NaN }, 'The argument concurrency is NaN. Give a number of 0 or more'],
    [{}, { dryRun: 'false' }, 'The argument dryRun is "false".'],
    [{}, { replace: 'all' }, 'The argument replace is neither true nor a Set of commits.'],
    [{}, null, 'The arguments are null.'],
    [{ writer: {} }, {}, 'The argument writer.name is missing.'],
    [{ writer: 'heuristic' }, {}, 'The argument writer is "heuristic". Give an object.'],
    [{ redactor: { name: 'x' } }, {}, 'The argument redactor.redact is missing. Give a function.'],
  ])('of %o and %o, an untyped caller is told what is wrong', async (parts, options, message) => {
    const seams = seamsOf(createMemoryGit({ commits: [] }).git, parts as never)
    const { events } = await run(seams, [], options as never)
    expect(events).toEqual([
      { kind: 'stopped', left: 0, error: { code: 'unsupported', message: expect.stringContaining(message) as string } },
    ])
  })

  it('says of each what became of it, and git reads the notes', async () => {
    const repository = await fixture()
    const commits = await commitEach(repository, ['One', 'says nothing', 'it fails', 'Four'])
    const { events, receipts } = await run(seamsOf(open(repository.dir)), commits)
    const byCommit = new Map(receipts.map((receipt) => [receipt.commit, receipt]))
    expect(commits.map((commit) => byCommit.get(commit))).toMatchObject([
      { status: 'annotated', note: 'created', subject: 'One', regions: [{ file: 'file-0.ts' }] },
      { status: 'nothing', reason: 'It says so.', subject: 'says nothing' },
      { status: 'failed', error: { code: 'model_failed' } },
      { status: 'annotated', note: 'created' },
    ])
    expect(events.filter(({ kind }) => kind === 'stored')).toEqual([
      { kind: 'stored', commits: [commits[0], commits[3]] },
    ])
    expect(await noteOf(repository, commits[0] as CommitId)).toMatchObject({
      ...{ commit: commits[0], summary: 'One', timestamp: '2024-01-01T00:00:00Z' },
      provenance: { recorded: { by: 'Ada Fixture', at: '2026-01-01T00:00:00Z', with: expect.any(String) as string } },
    })
    expect(await repository.git('rev-list', '--count', 'refs/notes/chronicle')).toBe('1')
  })

  it('believes no writer that throws, or says what cannot be, and goes on', async () => {
    const repository = await fixture()
    const commits = await commitEach(repository, ['One reason', 'Two reasons', 'Three', 'Four', 'Five reasons'])
    const elsewhere = 'f'.repeat(40) as CommitId
    const outcomes: ((annotation: Annotation) => unknown)[] = [
      (annotation) => ({ annotation, diagnostics: [] }),
      () => {
        throw new Error('boom')
      },
      () => undefined,
      (annotation) => ({ annotation: { ...annotation, commit: elsewhere }, diagnostics: [] }),
      (annotation) => {
        const [region = completeRegion({ intent: '' })] = annotation.regions
        const there = { ...region, lines: { start: 1, end: 1 } }
        const beyond = { ...region, lines: { start: 900, end: 901 } }
        const missing = { ...region, file: 'nope.txt' as RepoPath }
        const unsaid = { ...region, evidence: [{ kind: 'commit_message', quote: 'Nobody said this' }] }
        return { annotation: { ...annotation, regions: [there, beyond, missing, unsaid] }, diagnostics: [] }
      },
    ]
    const honest = subjectWriter()
    const writer: AnnotationWriter = {
      name: 'mine',
      write: (context) =>
        honest.write(context).map(({ annotation }) => {
          const answer = outcomes[commits.indexOf(context.commit.id)]
          return annotation === undefined ? { diagnostics: [] } : (answer?.(annotation) as WriterOutcome)
        }),
    }
    const { receipts } = await run(seamsOf(open(repository.dir), { writer }), commits)
    const byCommit = new Map(receipts.map((receipt) => [receipt.commit, receipt]))
    const failed = (message: string): object => ({ status: 'failed', error: { code: 'internal_error', message } })
    expect(commits.map((commit) => byCommit.get(commit))).toMatchObject([
      { status: 'annotated', diagnostics: [] },
      failed('The writer mine failed: boom.'),
      failed('The writer mine returned no outcome with a list of diagnostics.'),
      failed(`The writer mine wrote about another commit: ${elsewhere}.`),
      {
        status: 'annotated',
        regions: [{ file: 'file-4.ts' }],
        diagnostics: [
          { message: expect.stringContaining('the file has 1 lines, and the region ends in line 901') as string },
          { path: 'nope.txt', message: expect.stringContaining('no such text file at the commit') as string },
          { message: expect.stringContaining('"Nobody said this" is not in the commit message') as string },
        ],
      },
    ])
    expect(await noteOf(repository, commits[4] as CommitId)).toMatchObject({
      regions: [{ lines: { start: 1, end: 1 } }],
    })
  })

  it('goes on after a writer that returns no annotation of the right form', async () => {
    const repository = await fixture()
    const forms: Readonly<Record<string, (honest: Annotation, region: Region) => unknown>> = {
      'a null annotation': () => ({ annotation: null, diagnostics: [] }),
      'a null region': (honest) => ({ annotation: { ...honest, regions: [null] }, diagnostics: [] }),
      'a file that is a number': (honest, region) => ({
        annotation: { ...honest, regions: [{ ...region, file: 3 }] },
        diagnostics: [],
      }),
      'no evidence': (honest, { evidence: _, ...region }) => ({
        annotation: { ...honest, regions: [region] },
        diagnostics: [],
      }),
      'no constraints': (honest, { constraints: _, ...region }) => ({
        annotation: { ...honest, regions: [region] },
        diagnostics: [],
      }),
      'no provenance': ({ provenance: _, ...honest }) => ({ annotation: honest, diagnostics: [] }),
      'an intent that is a number': (honest, region) => ({
        annotation: { ...honest, regions: [{ ...region, intent: 3 }] },
        diagnostics: [],
      }),
      'a null diagnostic': () => ({ diagnostics: [null] }),
    }
    const commits = await commitEach(repository, [...Object.keys(forms), 'no result', 'the right form'])
    const writer: AnnotationWriter = {
      name: 'mine',
      write(context) {
        const { commit } = context
        const form = forms[commit.message.trim()]
        if (commit.message.startsWith('no result'))
          return { diagnostics: [] } as unknown as ReturnType<typeof this.write>
        return subjectWriter()
          .write({ ...context, commit: { ...commit, message: commit.message.replace('no', 'without') } })
          .map((outcome) => {
            const [region] = outcome.annotation?.regions ?? []
            if (form === undefined || outcome.annotation === undefined || region === undefined) return outcome
            return form(outcome.annotation, { ...region, evidence: [] }) as WriterOutcome
          })
      },
    }
    const { receipts } = await run(seamsOf(open(repository.dir), { writer }), commits)
    const right = receipts.find(({ commit }) => commit === commits.at(-1))
    expect(right).toMatchObject({ status: 'annotated' })
    const others = receipts.filter((receipt) => receipt !== right)
    expect(others.map(({ subject, status, error }) => [subject, status, error?.code])).toEqual(
      [...Object.keys(forms), 'no result'].map((name) => [
        ...[name, 'failed', name.includes('intent') ? 'invalid_annotation' : 'internal_error'],
      ]),
    )
  })

  it('skips what there is nothing to write about, and says why', async () => {
    const repository = await fixture()
    const lines = (count: number): string => 'a line\n'.repeat(count)
    const base = await repository.commitFiles('Base', {
      ...{ 'a.ts': 'if (a) {\n  b()\n}\n', 'p.json': '{ "version": "1.2.3" }\n', 'm.sh': 'x\n', 'big.txt': '' },
      'kept.ts': lines(30),
    })
    const cases: [string, string][] = []
    const commit = async (reason: string): Promise<void> => void cases.push([await repository.commit(reason), reason])
    await commit('It changed no file.')
    await repository.write({ 'package-lock.json': '{}\n' })
    await commit('It changed nothing but generated files, such as lock files.')
    await repository.write({ 'a.ts': 'if (a)\n{\n    b()\n}\n' })
    await commit('It changed white space only.')
    await repository.write({ 'a.ts': 'if (a)\n{\n    b();\n}\n' })
    await commit('It changed formatting only.')
    await repository.write({ 'p.json': '{ "version": "1.3.0" }\n' })
    await commit('It changed version numbers only.')
    await repository.write({ 'm.sh': { executable: 'x\n' } })
    await commit('It changed no line of text.')
    await repository.rename('kept.ts', 'moved.ts')
    await commit('It only renamed files.')
    await repository.submodule('module', base)
    await repository.git('commit', '--quiet', '-m', 'It only moved submodules.')
    cases.push([await repository.head(), 'It only moved submodules.'])
    await repository.git('rm', '--quiet', '--cached', 'module')
    await repository.git('commit', '--quiet', '-m', 'It only moved submodules.')
    cases.push([await repository.head(), 'It only moved submodules.'])
    await repository.write({ 'big.txt': lines(50) })
    await commit('It changed 50 lines, more than the 40 that are looked at (chronicle.maxDiffLines is 40).')
    await repository.branch('side', base)
    await repository.checkout('side')
    await repository.commitFiles('Side', { 'new.ts': 'x\n' })
    await repository.checkout('main')
    cases.push([await repository.merge('side', 'Merge'), 'It is a merge that changed nothing itself.'])
    const seen: CommitId[] = []
    const commits = cases.map(([id]) => id as CommitId)
    const { receipts } = await run(seamsOf(open(repository.dir), { writer: subjectWriter(seen) }), commits, {
      maxDiffLines: 40,
    })
    expect(new Map(receipts.map(({ commit: id, status, reason }) => [id as string, `${status}: ${reason}`]))).toEqual(
      new Map(cases.map(([id, reason]) => [id, `skipped: ${reason}`])),
    )
    expect(seen).toEqual([])
  })

  it('writes about what only looks like that', async () => {
    const repository = await fixture()
    await repository.commitFiles('Base', { 'a.py': 'if a:\n    b()\nc()\n', 'p.json': '{ "left-pad": "1.2.3" }\n' })
    const indented = await repository.commitFiles('Indent', { 'a.py': 'if a:\n    b()\n    c()\n' })
    const pinned = await repository.commitFiles('Pin left-pad\n\nThe newer one drops characters.', {
      'p.json': '{ "left-pad": "1.2.2" }\n',
    })
    const { receipts } = await run(seamsOf(open(repository.dir)), [indented, pinned])
    expect(statuses(receipts)).toEqual(['annotated', 'annotated'])
  })

  it('writes about a change of form, and a larger one, that its author explains', async () => {
    const repository = await fixture()
    const base = await repository.write({ 'a.ts': 'if (a) {\n  b()\n}\n' }).then(() => repository.commit('Base'))
    const explained = 'One brace style\n\nTwo styles made every diff\nlonger than the change,\nand reviews slower.'
    const formatted = await repository.commitFiles(explained, { 'a.ts': 'if (a)\n{\n    b()\n}\n' })
    const large = await repository.commitFiles(explained, { 'big.ts': 'x\n'.repeat(50) })
    const larger = await repository.commitFiles(explained, { 'big.ts': 'x\n'.repeat(500) })
    const commits = [base, formatted, large, larger] as CommitId[]
    const { receipts } = await run(seamsOf(open(repository.dir)), commits, { maxDiffLines: 40 })
    const skipped = receipts.filter(({ status }) => status === 'skipped').map(({ commit }) => commit)
    expect(skipped).toEqual([larger])
  })

  it('goes on where it was interrupted, and writes nothing twice', async () => {
    const repository = await fixture()
    const commits = await commitEach(repository, ['a', 'b', 'nothing', 'd', 'e'])
    const git = open(repository.dir)
    const cache = createMemoryStorage()
    const stopping = new AbortController()
    const seen: CommitId[] = []
    const writer = subjectWriter(seen)
    const interrupted: AnnotationWriter = {
      name: 'subject',
      write(context, options) {
        if (context.commit.id === commits[3]) stopping.abort()
        return stopping.signal.aborted
          ? errAsync(codedError('aborted', 'The call was aborted.'))
          : writer.write(context, options)
      },
    }
    const first = await run(seamsOf(git, { writer: interrupted, cache }), commits, { signal: stopping.signal })
    expect(first.events.at(-1)).toMatchObject({ kind: 'stopped', error: { code: 'aborted' }, left: 2 })
    expect(await noteOf(repository, commits[1] as CommitId)).toBeDefined()
    const second = await run(seamsOf(git, { writer, cache }), commits)
    expect(second.receipts.map(({ commit, status }) => [commits.indexOf(commit), status])).toEqual([
      ...[
        [0, 'skipped'],
        [1, 'skipped'],
        [2, 'nothing'],
        [3, 'annotated'],
        [4, 'annotated'],
      ],
    ])
    expect(seen.map((commit) => commits.indexOf(commit))).toEqual([0, 1, 2, 3, 4])
    const third = await run(seamsOf(git, { writer, cache }), commits)
    expect(statuses(third.receipts)).toEqual(['skipped', 'skipped', 'nothing', 'skipped', 'skipped'])
    const tip = await repository.git('rev-parse', 'refs/notes/chronicle')
    const forced = await run(seamsOf(git, { writer, cache }), commits, { force: true })
    expect(forced.receipts.map(({ note }) => note).filter(Boolean)).toEqual(Array(4).fill('unchanged'))
    expect(await repository.git('rev-parse', 'refs/notes/chronicle')).toBe(tip)
  })

  it('stores what was written when nobody listens any more', async () => {
    const repository = await fixture()
    const commits = await commitEach(repository, ['a', 'nothing', 'c'])
    for await (const event of annotateCommits(seamsOf(open(repository.dir)), commits)) {
      if (event.kind === 'commit') break
    }
    expect(await noteOf(repository, commits[0] as CommitId)).toBeDefined()
    expect(await noteOf(repository, commits[2] as CommitId)).toBeUndefined()
  })

  it('a cache that is damaged or refuses is no cache', async () => {
    const repository = await fixture()
    const commits = await commitEach(repository, ['nothing'])
    const git = open(repository.dir)
    const damaged: CacheStorage = {
      name: 'damaged',
      read: () => Promise.resolve(new TextEncoder().encode('{"not": "a list"')),
      write: () => Promise.resolve(false),
      remove: () => Promise.resolve(),
    }
    for (let index = 0; index < 2; index++) {
      const seen: CommitId[] = []
      await run(seamsOf(git, { writer: subjectWriter(seen), cache: damaged }), commits)
      expect(seen).toEqual(commits)
    }
  })

  it('merges with the note that is there, and leaves one alone that it cannot read', async () => {
    const repository = await fixture()
    const commits = await commitEach(repository, ['One', 'Two'])
    const [one, two] = commits as [CommitId, CommitId]
    await repository.note(one, {
      ...{ $schema: 'chronicle/v1', commit: one, timestamp: '2024-01-01T00:00:00Z', summary: 'By hand' },
      ...{ context_level: 'enhanced', regions: [{ file: 'file-0.ts', intent: 'By hand' }] },
    })
    const unreadable = await repository.note(two, 'no JSON')
    const { receipts } = await run(seamsOf(open(repository.dir)), commits, { force: true })
    expect(receipts).toMatchObject([
      { status: 'annotated', note: 'merged' },
      { status: 'failed', error: { code: 'existing_note_unreadable' } },
    ])
    const merged = await noteOf(repository, one)
    expect(merged?.regions.map(({ intent }) => intent).toSorted()).toEqual(['By hand', 'One'])
    expect(await repository.git('rev-parse', `refs/notes/chronicle:${two}`)).toBe(unreadable)
  })

  it('two runs at once over the same commits lose nothing of either', async () => {
    const repository = await fixture()
    const commits = await commitEach(repository, ['a', 'b', 'c', 'd', 'e', 'f'])
    const sayings = (word: string): AnnotationWriter => {
      const writer = subjectWriter()
      return {
        name: word,
        write: (context, options) =>
          writer.write(context, options).map(({ annotation, ...outcome }) => {
            const regions =
              annotation?.regions.map((region) => ({ ...region, intent: `${word} ${region.intent}` })) ?? []
            return annotation === undefined ? outcome : { ...outcome, annotation: { ...annotation, regions } }
          }),
      }
    }
    const sleep = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds))
    const runs = ['left', 'right'].map((word) =>
      run(seamsOf(open(repository.dir), { writer: sayings(word), sleep }), commits, { batchCommits: 2, force: true }),
    )
    for (const { receipts } of await Promise.all(runs))
      expect(new Set(statuses(receipts) as [])).toEqual(new Set(['annotated']))
    for (const commit of commits) {
      const note = await noteOf(repository, commit)
      const words = note?.regions.map(({ intent }) => intent.split(' ')[0]).toSorted()
      expect(words).toEqual(['left', 'right'])
    }
  })

  it('stores no secret, and nothing at all where secrets cannot be looked for', async () => {
    const repository = await fixture()
    const commits = await commitEach(repository, ['Log in with hunter2'])
    const git = open(repository.dir)
    const broken: Redactor = { name: 'broken', redact: () => errAsync(codedError('redaction_failed', 'It broke.')) }
    const failed = await run(seamsOf(git, { redactor: broken }), commits)
    expect(failed.receipts).toMatchObject([{ status: 'failed', error: { code: 'redaction_failed' } }])
    expect(await repository.git('for-each-ref', 'refs/notes')).toBe('')
    const { receipts } = await run(seamsOf(git), commits)
    expect(receipts[0]?.secrets.map(({ rule }) => rule)).toContain('password')
    const note = JSON.stringify(await noteOf(repository, commits[0] as CommitId))
    expect([note.includes('hunter2'), note.includes('[REDACTED:password]')]).toEqual([false, true])
  })

  it('stores what an own redactor left of a text, also where it lists no secret, and nothing it did not return', async () => {
    const repository = await fixture()
    const commits = await commitEach(repository, ['Log in at db1.corp.example'])
    const git = open(repository.dir)
    for (const redact of [() => okAsync([]), () => expect.fail('It threw.'), () => okAsync([{}, {}, {}])]) {
      const { receipts } = await run(seamsOf(git, { redactor: { name: 'broken', redact: redact as never } }), commits)
      expect(receipts).toMatchObject([{ status: 'failed', error: { code: 'redaction_failed' } }])
      expect(receipts[0]?.error?.message).toContain('The redactor broken ')
    }
    expect(await repository.git('for-each-ref', 'refs/notes')).toBe('')
    const company: Redactor = {
      name: 'company',
      redact: (texts) =>
        okAsync(
          texts.map((text) => ({ text: text.replaceAll(/\w+\.corp\.example/g, '[REDACTED:host]'), secrets: [] })),
        ),
    }
    const { receipts } = await run(seamsOf(git, { redactor: company }), commits)
    expect(receipts[0]?.secrets.map(({ rule }) => rule)).toContain('company')
    const note = JSON.stringify(await noteOf(repository, commits[0] as CommitId))
    expect([note.includes('db1'), note.includes('[REDACTED:host]')]).toEqual([false, true])
  })

  it('says which writer failed with something that is no error', async () => {
    const repository = await fixture()
    const commits = await commitEach(repository, ['One'])
    const writer: AnnotationWriter = { name: 'own', write: () => errAsync('no' as never) }
    const { receipts } = await run(seamsOf(open(repository.dir), { writer }), commits)
    const error = { code: 'internal_error', message: 'The writer own failed without a code: no.' }
    expect(receipts).toMatchObject([{ status: 'failed', error }])
  })

  it('keeps what the author said, whatever the writer finds', async () => {
    const repository = await fixture()
    const [one] = (await commitEach(repository, ['nothing'])) as [CommitId]
    const empty = await repository.commit('Empty')
    const author: AuthorContext = {
      ...{ task: 'T', reasoning: 'Because it must.', tags: [], rejected: [], notes: [], squashSources: [] },
    }
    const authors = new Map([one, empty].map((commit) => [commit, author]))
    const { receipts } = await run(seamsOf(open(repository.dir)), [one, empty], { authors })
    expect(statuses(receipts)).toEqual(['annotated', 'annotated'])
    expect((await noteOf(repository, one))?.regions).toMatchObject([{ file: 'file-0.ts', intent: 'Because it must.' }])
    expect(await noteOf(repository, empty)).toMatchObject({ task: 'T', context_level: 'enhanced' })
  })

  it('stops where the same would happen to every other commit', async () => {
    const repository = await fixture()
    const commits = await commitEach(repository, ['One', 'refused', 'Three', ...Array<string>(6).fill('it fails')])
    const git = open(repository.dir)
    const refused = await run(seamsOf(git), commits)
    expect(refused.events.at(-1)).toMatchObject({ kind: 'stopped', error: { code: 'model_unauthorized' }, left: 7 })
    expect(await noteOf(repository, commits[0] as CommitId)).toBeDefined()
    const failing = await run(seamsOf(git), commits.slice(3))
    expect(failing.receipts).toHaveLength(5)
    expect(failing.events.at(-1)).toMatchObject({ kind: 'stopped', left: 1 })
    const nowhere = await run(seamsOf(git), ['d'.repeat(40) as CommitId, commits[2] as CommitId])
    expect(nowhere.receipts).toMatchObject([
      { status: 'failed', error: { code: 'missing_object' } },
      { status: 'annotated' },
    ])
  })

  it('writes nothing when it is only asked what it would write', async () => {
    const repository = await fixture()
    const commits = await commitEach(repository, ['One', 'nothing'])
    const cache = createMemoryStorage()
    const { receipts } = await run(seamsOf(open(repository.dir), { cache }), commits, { dryRun: true, concurrency: 4 })
    expect(receipts.map(({ status, note }) => [status, note]).toSorted()).toEqual([
      ['annotated', 'created'],
      ['nothing', undefined],
    ])
    expect(await repository.git('for-each-ref', 'refs/notes')).toBe('')
  })
})

describe('selecting commits', () => {
  const subjects = async (repository: FixtureRepository, commits: readonly CommitId[]): Promise<readonly string[]> =>
    Promise.all(commits.map((commit) => repository.git('log', '-1', '--format=%s', commit)))

  it('lists merges beside those that a limit asks for', async () => {
    const repository = await fixture()
    const [base] = await commitEach(repository, ['a', 'b'])
    await repository.branch('side', base ?? '')
    await repository.checkout('side')
    await repository.commitFiles('Side', { 'side.ts': 'x\n' })
    await repository.checkout('main')
    await repository.merge('side', 'Merge')
    const git = open(repository.dir)
    for (const order of ['newest', 'most_blamed'] as const) {
      const selected = (await selectCommits({ git }, { limit: 2, order }))._unsafeUnwrap().commits
      const parents = await Promise.all(selected.map((id) => repository.git('log', '-1', '--format=%P', id)))
      expect(
        parents.filter((each) => !each.includes(' ')),
        order,
      ).toHaveLength(2)
    }
    const newest = (await selectCommits({ git }, { limit: 2 }))._unsafeUnwrap().commits
    expect(await subjects(repository, newest)).toContain('Merge')
  })

  it('lists what a range, a time, a path and a limit leave, newest first', async () => {
    const repository = await fixture()
    const commits = await commitEach(repository, ['a', 'b', 'c', 'd'])
    const git = open(repository.dir)
    const select = async (selection: Parameters<typeof selectCommits>[1]): Promise<readonly string[]> =>
      subjects(repository, (await selectCommits({ git }, selection))._unsafeUnwrap().commits)
    expect(await select({})).toEqual(['d', 'c', 'b', 'a'])
    expect(await select({ range: `${commits[1]}..HEAD` })).toEqual(['d', 'c'])
    expect(await select({ range: `${commits[2]}` })).toEqual(['c', 'b', 'a'])
    expect(await select({ range: `${commits[2]}..`, limit: 5 })).toEqual(['d'])
    expect(await select({ limit: 2 })).toEqual(['d', 'c'])
    expect(await select({ path: 'file-1.ts' as RepoPath })).toEqual(['b'])
    const time = Number(await repository.git('log', '-1', '--format=%ct', commits[2] as CommitId))
    expect(await select({ since: time })).toEqual(['d', 'c'])
    const error = (await selectCommits({ git }, { range: 'nowhere..HEAD' }))._unsafeUnwrapErr()
    expect([error.code, error.data]).toEqual(['revision_not_found', { revision: 'nowhere' }])
    const { history: _, ...shortSighted } = git
    const blind = (await selectCommits({ git: shortSighted }, { range: `${commits[1]}..HEAD` }))._unsafeUnwrapErr()
    expect(blind.message).toBe(
      'The git backend git-cli cannot tell what is in a range. Add withBlame of @chronicle/blame to it.',
    )
  })

  it('puts those first that most lines are from, and says when it took a sample', async () => {
    const repository = await fixture()
    await repository.commitFiles('one line each', { 'src/a': '1\n', 'src/b': '1\n' })
    await repository.commitFiles('three lines', { 'src/a': '1\n2\n3\n4\n' })
    await repository.commitFiles('five lines', { 'src/c': '1\n2\n3\n4\n5\n', other: '1\n'.repeat(50) })
    await repository.commitFiles('no line', { 'src/d': '' })
    const git = open(repository.dir)
    const all = (await selectCommits({ git }, { order: 'most_blamed', path: 'src' as RepoPath }))._unsafeUnwrap()
    expect(await subjects(repository, all.commits)).toEqual(['five lines', 'three lines', 'one line each', 'no line'])
    expect(all.diagnostics).toEqual([])
    const sampled = (await selectCommits({ git }, { order: 'most_blamed', maxFiles: 2, limit: 1 }))._unsafeUnwrap()
    expect(sampled.commits).toHaveLength(1)
    expect(sampled.diagnostics).toMatchObject([
      { code: 'blame_sampled', message: expect.stringContaining('2 of 5 files') as string },
    ])
  })
})
