import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTreeSitterParser } from '@chronicle/ast-tree-sitter'
import { createQueries, parseChange, renderAnswer, renderSarif, type Change, type Queries } from '@chronicle/core'
import type { GitBackend } from '@chronicle/core/contracts'
import { createGitCli } from '@chronicle/git-cli'
import { formatAcknowledgementTrailer, type CheckOutput, type CommitId, type Finding } from '@chronicle/schema'
import { checkOutputSchema } from '@chronicle/schema/validate'
import { createFixtureRepository, createMemoryGit, type FixtureRepository } from '@chronicle/testing'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { testNote, WRITTEN_WITH_COMMIT } from '../test-note.ts'

const POOL = [
  'export class Pool {',
  '  open(): number {',
  '    const size = 4',
  '    return size',
  '  }',
  '',
  '  close(): void {',
  '    this.open()',
  '  }',
  '}',
  '',
  'export function drain(): void {',
  '  // nothing',
  '}',
  '',
].join('\n')

const CONSTRAINT = 'Never more than four sessions.'
const WORKTREE: Change = { kind: 'worktree' }

let repository: FixtureRepository
let git: GitBackend
let queries: Queries
let first: CommitId

beforeEach(async () => {
  repository = await createFixtureRepository()
  first = await repository.commitFiles('Pool', {
    'src/pool.ts': POOL,
    'src/user.ts': 'export function use(): void {}\n',
    'limits.ini': 'max = 4\n',
  })
  git = createGitCli({ dir: repository.dir })
  queries = createQueries({ git, ast: createTreeSitterParser() })
})
afterEach(async () => {
  await git.close()
  await repository.dispose()
})

const OPEN = {
  file: 'src/pool.ts',
  ast_anchor: { type: 'method', name: 'Pool::open' },
  lines: { start: 2, end: 5 },
  intent: 'Opens a session.',
  constraints: [{ text: CONSTRAINT, source: 'author' }],
}
const CLOSE = {
  file: 'src/pool.ts',
  ast_anchor: { type: 'method', name: 'Pool::close' },
  lines: { start: 7, end: 9 },
  intent: 'Closes it.',
  constraints: [{ text: 'Closes once.', source: 'inferred' }],
}

async function note(regions: readonly object[], more: object = {}, commit: string = first): Promise<void> {
  await repository.note(commit, testNote(commit, regions, { ...WRITTEN_WITH_COMMIT, ...more }))
}

async function check(change: Change = WORKTREE, more: object = {}): Promise<CheckOutput> {
  const output = (await queries.check({ change, ...more }))._unsafeUnwrap()
  expect(checkOutputSchema.safeParse(output).error).toBeUndefined()
  return output
}

const textsOf = ({ findings }: CheckOutput): readonly string[] => findings.map(({ text }) => text)
const edit = (from: string, to: string): Promise<void> => repository.write({ 'src/pool.ts': POOL.replace(from, to) })

describe('what a change touches', () => {
  it('is the unit whose lines it changes, and not its neighbour, though one commit wrote both', async () => {
    await note([OPEN, CLOSE])
    await edit('size = 4', 'size = 5')
    const output = await check()
    expect(output.findings).toEqual([
      {
        id: output.findings[0]?.id,
        kind: 'constraint',
        risk: 'high',
        score: output.findings[0]?.score,
        file: 'src/pool.ts',
        anchor: 'Pool::open',
        lines: { start: 3, end: 3 },
        text: CONSTRAINT,
        reason: 'Opens a session.',
        source: 'author',
        context_level: 'enhanced',
        confidence: output.findings[0]?.confidence,
        commit: first,
      },
    ])
    expect(output.files).toEqual([{ file: 'src/pool.ts', change: 'modified', units: ['Pool', 'Pool::open'] }])
    await edit('this.open()', 'return')
    expect(textsOf(await check())).toEqual(['Closes once.'])
    await edit('// nothing', '// something')
    expect(textsOf(await check())).toEqual([])
  })

  it('is the recorded lines alone, where a whole file without a parser is indented', async () => {
    const lines = Array.from({ length: 9 }, (_, index) => `step ${index + 1} of the plan`)
    const made = await repository.commitFiles('Plan', { 'plan.txt': `${lines.join('\n')}\n` })
    const steps = { file: 'plan.txt', lines: { start: 4, end: 5 }, intent: 'The order matters.' }
    await note([{ ...steps, constraints: [{ text: 'Four before five.', source: 'author' }] }], {}, made)
    const indented = lines.map((line) => `    ${line}`)
    const linesOf = async (): Promise<unknown> => (await check()).findings.map((each) => each.lines)
    await repository.write({ 'plan.txt': `${indented.join('\n')}\n` })
    expect(await linesOf()).toEqual([{ start: 4, end: 5 }])
    await repository.write({ 'plan.txt': `${lines.map((line) => line.replace('step', 'stage')).join('\n')}\n` })
    expect(await linesOf()).toEqual([{ start: 1, end: 9 }])
  })

  it('is a unit that lines are added to, even at its end, but not one that they follow', async () => {
    await note([OPEN])
    await edit('    return size\n', '    log(size)\n    return size\n')
    expect(textsOf(await check())).toEqual([CONSTRAINT])
    await edit('  close()', '  reopen(): void {}\n\n  close()')
    expect(textsOf(await check())).toEqual([])
    await repository.write({ 'a.py': 'def keep():\n    first()\n\n\ndef other():\n    pass\n' })
    const commit = await repository.commit('Python')
    const keep = {
      file: 'a.py',
      ast_anchor: { type: 'function', name: 'keep' },
      lines: { start: 1, end: 2 },
      intent: 'i',
    }
    await note([{ ...keep, constraints: [{ text: 'keep', source: 'author' }] }], {}, commit)
    await repository.write({ 'a.py': 'def keep():\n    first()\n    second()\n\n\ndef other():\n    pass\n' })
    expect(textsOf(await check())).toEqual(['keep'])
    await repository.write({
      'a.py': 'def keep():\n    first()\n\n\ndef more():\n    pass\n\n\ndef other():\n    pass\n',
    })
    expect(textsOf(await check())).toEqual([])
  })

  it('is less at risk the wider what was said, and more when the code is gone', async () => {
    const [whole, klass] = ['Said of the file.', 'Said of the class.']
    await note([
      OPEN,
      {
        ...OPEN,
        ast_anchor: { type: 'class', name: 'Pool' },
        lines: { start: 1, end: 1 },
        constraints: [{ text: klass, source: 'author' }],
      },
      { file: 'src/pool.ts', intent: 'All of it.', constraints: [{ text: whole, source: 'author' }] },
    ])
    await edit('size = 4', 'size = 5')
    const edited = await check()
    expect(textsOf(edited)).toEqual([CONSTRAINT, klass, whole])
    expect(edited.findings.at(-1)?.risk).toBe('low')
    await edit('  open()', '  unlock()')
    const renamed = byText(await check())
    expect(renamed.get(CONSTRAINT)).toMatchObject({ gone: true })
    expect(renamed.get(CONSTRAINT)?.score).toBeGreaterThan(byText(edited).get(CONSTRAINT)?.score ?? 1)
    await repository.remove('src/pool.ts')
    const deleted = await check()
    expect(deleted.files).toMatchObject([{ file: 'src/pool.ts', change: 'deleted' }])
    expect(deleted.findings.map(({ risk, gone, lines }) => [risk, gone, lines])).toEqual([
      ['high', true, undefined],
      ['high', true, undefined],
      ['high', true, undefined],
    ])
  })

  it('is less at risk when other lines of a large unit change than those it speaks of', async () => {
    const of = (name: string, lines: object): object => ({
      ...{ file: 'src/pool.ts', ast_anchor: { type: 'class', name: 'Pool' }, intent: 'i', ...lines },
      constraints: [{ text: name, source: 'author' }],
    })
    await note([of('its head', { lines: { start: 1, end: 1 } }), of('all of it', { lines: { start: 1, end: 10 } })])
    await edit('\n\n  close()', '\n\n  size = 1\n\n  close()')
    const output = byText(await check())
    expect(output.get('its head')?.score).toBeLessThan(output.get('all of it')?.score ?? 0)
    await edit('export class Pool', 'class Pool')
    const head = byText(await check())
    expect(head.get('its head')?.score).toBe(head.get('all of it')?.score)
  })

  it('is found in a file under its old name', async () => {
    await note([OPEN])
    await repository.write({ 'src/pool.ts': POOL.replace('size = 4', 'size = 5') })
    await repository.rename('src/pool.ts', 'lib/sessions.ts')
    await repository.stage()
    const output = await check({ kind: 'staged' })
    expect(output.files).toMatchObject([{ file: 'lib/sessions.ts', change: 'renamed', old_file: 'src/pool.ts' }])
    expect(output.findings).toMatchObject([{ file: 'lib/sessions.ts', text: CONSTRAINT, lines: { start: 3, end: 3 } }])
  })

  it('is the same for a file that was moved without telling git', async () => {
    await note([OPEN])
    const text = await readFile(join(repository.dir, 'src/pool.ts'), 'utf8')
    await repository.remove('src/pool.ts')
    await repository.write({ 'lib/sessions.ts': text, 'lib/unlike.ts': 'export const one = 1\n' })
    const moved = await check()
    expect(moved.findings).toEqual([])
    expect(moved.files).toMatchObject([{ file: 'lib/sessions.ts', change: 'renamed', old_file: 'src/pool.ts' }])
    expect(moved.diagnostics).toMatchObject([{ code: 'renamed_since_commit', path: 'lib/sessions.ts' }])
    await repository.write({ 'lib/sessions.ts': text.replace('size = 4', 'size = 5') })
    const edited = await check()
    expect(edited.findings.map(({ file, text: claim, gone }) => [file, claim, gone])).toEqual([
      ['lib/sessions.ts', CONSTRAINT, undefined],
    ])
  })

  it('is nothing recorded for new files, a renamed one as it was, a new mode and a submodule', async () => {
    await note([OPEN])
    await repository.rename('src/pool.ts', 'lib/pool.ts')
    await repository.write({ 'new.ts': 'export {}\n', 'limits.ini': { executable: 'max = 4\n' } })
    await repository.stage()
    await repository.submodule('module', first)
    const staged = await check({ kind: 'staged' })
    expect(textsOf(staged)).toEqual([])
    expect(staged.files.map(({ file, change }) => `${change} ${file}`).sort()).toEqual([
      'added module',
      'added new.ts',
      'modified limits.ini',
      'renamed lib/pool.ts',
    ])
  })

  it('is what is recorded of the folders that a file is put into, and of the repository', async () => {
    const rule = (file: string, text: string): object => ({
      file,
      intent: text,
      constraints: [{ text, source: 'author' }],
    })
    await note([rule('src/json/', 'Imports no app.'), rule('./', 'The API is typed.')])
    await repository.write({ 'src/json/fast.ts': 'export {}\n' })
    await repository.stage()
    const both = ['Imports no app.', 'The API is typed.']
    const staged = await check({ kind: 'staged' })
    expect([...textsOf(staged)].sort()).toEqual(both)
    expect(staged.findings.map(({ file, risk }) => `${risk} ${file}`)).toEqual(both.map(() => 'low src/json/fast.ts'))
    const added = await repository.commit('Add')
    const committed = await check(parseChange(added))
    expect(committed.findings.map(({ id }) => id)).toEqual(staged.findings.map(({ id }) => id))
    await repository.write({ 'src/json/fast.ts': 'export const a = 1\n' })
    expect((await check()).findings.map(({ id }) => id)).toEqual(staged.findings.map(({ id }) => id))
    await repository.stage()
    await repository.commit('Edit')
    await repository.rename('src/pool.ts', 'src/json/pool.ts')
    await repository.stage()
    expect([...textsOf(await check({ kind: 'staged' }))].sort()).toEqual(both)
  })

  it('is the rule of the folder of a submodule that is added, moved to another commit or deleted', async () => {
    await note([{ file: 'libs/', intent: 'Pinned.', constraints: [{ text: 'Pin a release.', source: 'author' }] }])
    await repository.submodule('libs/sub', first)
    expect(textsOf(await check({ kind: 'staged' }))).toEqual(['Pin a release.'])
    const added = await repository.commit('Add')
    await repository.submodule('libs/sub', added)
    expect(textsOf(await check({ kind: 'staged' }))).toEqual(['Pin a release.'])
    const moved = await repository.commit('Move')
    expect(textsOf(await check(parseChange(moved)))).toEqual(['Pin a release.'])
    await repository.git('rm', '-q', '--cached', 'libs/sub')
    expect(textsOf(await check({ kind: 'staged' }))).toEqual(['Pin a release.'])
  })

  it('is a rule of the repository for many files, whose histories are not read', async () => {
    const files = Array.from({ length: 30 }, (_, index) => `src/part/${index}.ts`)
    const write = (text: string): Promise<void> =>
      repository.write(Object.fromEntries(files.map((file) => [file, `// Part\n${text}\n`])))
    await write('export const a = 1')
    await repository.stage()
    await note(
      [
        { file: './', intent: 'API', constraints: [{ text: 'The API is typed.', source: 'author' }] },
        {
          ...{ file: 'src/part/', intent: 'Parts', constraints: [] },
          rejected_alternatives: [{ approach: 'Global registry', reason: 'Leaks.' }],
        },
      ],
      {},
      await repository.commit('Parts'),
    )
    const read: string[] = []
    const watched: GitBackend = {
      ...git,
      fileRevisions: (request, options) => {
        read.push(request.path)
        return git.fileRevisions?.(request, options) ?? expect.unreachable()
      },
    }
    const asked = createQueries({ git: watched, ast: createTreeSitterParser() })
    await write('export const a = globalRegistry')
    const checked = (await asked.check({ change: WORKTREE }))._unsafeUnwrap()
    expect(checked.findings.map(({ echoed, file, text }) => [text, file, echoed])).toEqual([
      ['The API is typed.', 'src/part/0.ts', undefined],
      ['Global registry', 'src/part/0.ts', ['global', 'registry']],
    ])
    expect(checked.findings.map(({ folder }) => folder)).toEqual(['./', 'src/part/'])
    const shown = renderAnswer(checked, 'markdown')
    expect(shown).toContain('## ./\nrule for the whole repository\n')
    expect(shown).toMatch(/^## src\/part\/\nrule for src\/part\/0\.ts, src\/part\/1\.ts, .*, 22 more$/mu)
    expect(shown).not.toContain('Files without a finding')
    // Limit of the files without notes that are searched for code moved into them.
    expect(read.length).toBeLessThanOrEqual(20)
    await write('export const a = 1 // a number')
    expect((await asked.check({ change: WORKTREE }))._unsafeUnwrap().findings).toEqual([])
    await write('export const b = 1')
    await repository.stage()
    expect(textsOf((await asked.check({ change: { kind: 'staged' } }))._unsafeUnwrap())).toEqual([
      'The API is typed.',
      'Global registry',
    ])
    expect(read.length).toBeLessThanOrEqual(20)
  })

  it('is all of a binary file', async () => {
    const commit = await repository.commitFiles('Logo', { 'logo.bin': new Uint8Array([0, 1, 2, 10, 3]) })
    const region = { file: 'logo.bin', lines: { start: 1, end: 1 }, intent: 'Logo' }
    await note([{ ...region, constraints: [{ text: 'Keep the shape.', source: 'author' }] }], {}, commit)
    await repository.write({ 'logo.bin': new Uint8Array([0, 1, 2, 10, 4]) })
    expect(textsOf(await check())).toEqual(['Keep the shape.'])
  })

  it('is what lines were recorded for where there is no grammar', async () => {
    const commit = await repository.commitFiles('Notes', { notes: 'one\ntwo\nthree\nfour\n' })
    const of = (line: number): object => ({
      ...{ file: 'notes', lines: { start: line, end: line }, intent: 'i' },
      constraints: [{ text: `line ${line}`, source: 'author' }],
    })
    await note([of(1), of(3)], {}, commit)
    await repository.write({ notes: 'zero\none\ntwo\n3\nfour\n' })
    expect(textsOf(await check())).toEqual(['line 3'])
  })
})

describe('findings', () => {
  it('are the risks and rejected alternatives too, one that seems to return more at risk', async () => {
    const rejected_alternatives = [
      { approach: 'A global session registry', reason: 'Leaks between tests.' },
      { approach: 'Unbounded queue of waiters', reason: 'Memory.' },
    ]
    await note([{ ...OPEN, risk_notes: 'Slow on cold start.', rejected_alternatives }])
    await edit('const size = 4', 'const size = globalRegistry.sessions')
    const { findings } = await check()
    expect(findings.map(({ kind }) => kind)).toEqual([
      'constraint',
      'rejected_alternative',
      'risk',
      'rejected_alternative',
    ])
    expect(findings[1]).toMatchObject({ text: 'A global session registry', echoed: ['global', 'registry'] })
    expect(findings[3]).not.toHaveProperty('echoed')
    expect(findings[1]?.score).toBeGreaterThan(findings[3]?.score ?? 1)
  })

  it('do not take the markers of a conflict for an approach that returns, and say that there is one', async () => {
    await note([{ ...OPEN, rejected_alternatives: [{ approach: 'Twenty', reason: 'The peer refuses it.' }] }])
    const sides = '<<<<<<< HEAD\n    const size = 5\n=======\n    const size = 20\n>>>>>>> 6fac31f (Allow twenty)'
    await edit('    const size = 4', sides)
    const { diagnostics, findings } = await check()
    expect(findings.find(({ text }) => text === 'Twenty')).not.toHaveProperty('echoed')
    expect(diagnostics).toMatchObject([{ code: 'file_in_conflict', path: 'src/pool.ts' }])
    expect(diagnostics[0]?.message).toContain('line 3')
  })

  it('are what the other side of a merge recorded about code that the merge does not take over', async () => {
    await note([OPEN])
    await repository.git('checkout', '-q', '-b', 'topic')
    await edit('size = 4', 'size = 3')
    const other = await repository.commit('Three')
    await note([{ ...OPEN, constraints: [{ text: 'Three at most.', source: 'author' }] }], {}, other)
    await repository.git('checkout', '-q', '-')
    await edit('size = 4', 'size = 5')
    await repository.commit('Five')
    await repository.git('merge', 'topic').catch(() => undefined)
    for (const change of [WORKTREE, { kind: 'staged' }] as const) {
      expect((await check(change)).diagnostics).toMatchObject([{ code: 'file_in_conflict', path: 'src/pool.ts' }])
    }
    const text = renderAnswer(await check({ kind: 'staged' }), 'markdown')
    expect(text).toContain('no finding, but not every change could be checked.')
    await edit('size = 4', 'size = 5')
    await repository.git('add', '.')
    for (const change of [WORKTREE, { kind: 'staged' }] as const) {
      expect((await check(change)).diagnostics).toEqual([])
      const ours = await check(change)
      expect(ours.findings).toMatchObject([{ text: 'Three at most.', file: 'src/pool.ts', anchor: 'Pool::open' }])
      expect(ours.files).toMatchObject([{ file: 'src/pool.ts', change: 'modified' }])
    }
    await edit('size = 4', 'size = 3')
    await repository.git('add', '.')
    expect(textsOf(await check({ kind: 'staged' }))).toEqual([CONSTRAINT])
  })

  it('are what each of several merged branches recorded, but not about code that another of them changed', async () => {
    await note([OPEN])
    const say = (text: string): readonly object[] => [{ ...OPEN, constraints: [{ text, source: 'author' }] }]
    await repository.git('checkout', '-q', '-b', 'one', 'main')
    await repository.commitFiles('Other file', { 'other.ts': 'export const one = 1\n' })
    await repository.git('checkout', '-q', '-b', 'two', 'main')
    await edit('size = 4', 'size = 3')
    await note(say('Three at most.'), {}, await repository.commit('Three'))
    await repository.git('checkout', '-q', '-b', 'three', 'two')
    await edit('size = 4', 'size = 2')
    await note(say('Two at most.'), {}, await repository.commit('Two'))
    await repository.checkout('two')
    await repository.commitFiles('Another file', { 'another.ts': 'export const two = 2\n' })
    await repository.checkout('main')
    await repository.commitFiles('Ours', { 'ours.ts': 'export const ours = 0\n' })
    await repository.git('merge', '--no-commit', '--quiet', 'one', 'two', 'three')
    expect(textsOf(await check())).toEqual([CONSTRAINT])
    await edit('', '')
    expect(textsOf(await check()).toSorted()).toEqual(['Three at most.', 'Two at most.'])
  })

  it('do not take lines that were moved within the file for an approach that returns', async () => {
    await note([{ ...CLOSE, rejected_alternatives: [{ approach: 'Close size', reason: 'It is not known.' }] }])
    const moved = '    const size = 4\n'
    await repository.write({
      'src/pool.ts': POOL.replace(moved, '').replace('    this.open()\n', `${moved}    this.open()\n`),
    })
    const { findings } = await check()
    expect(findings.map(({ text }) => text)).toContain('Close size')
    expect(findings.find(({ text }) => text === 'Close size')).not.toHaveProperty('echoed')
  })

  it('do not take lines that were moved within a file that enters a folder for an approach that returns', async () => {
    const rejected_alternatives = [{ approach: 'A const size', reason: 'It is not known.' }]
    await note([{ file: 'src/json/', intent: 'No sizes', rejected_alternatives }])
    await repository.rename('src/pool.ts', 'src/json/pool.ts')
    const moved = '    const size = 4\n'
    await repository.write({
      'src/json/pool.ts': POOL.replace(moved, '').replace('    this.open()\n', `${moved}    this.open()\n`),
    })
    await repository.stage()
    const { findings } = await check({ kind: 'staged' })
    expect(findings.map(({ text }) => text)).toContain('A const size')
    expect(findings.find(({ text }) => text === 'A const size')).not.toHaveProperty('echoed')
  })

  it('say of a function that the change moves to another file where it is, and count it as less at risk', async () => {
    const drain = 'export function drain(): void {\n  // nothing\n}\n'
    const body = 'export function drain(): void {\n  queue.length = 0\n}\n'
    await repository.commitFiles('Empty the queue', { 'src/pool.ts': POOL.replace(drain, body) })
    const region = { file: 'src/pool.ts', ast_anchor: { type: 'function', name: 'drain' }, intent: 'Empties it.' }
    await note([
      { ...region, lines: { start: 12, end: 14 }, constraints: [{ text: 'Never waits.', source: 'author' }] },
    ])
    await repository.write({ 'src/pool.ts': POOL.replace(drain, '') })
    const deleted = await check()
    expect(deleted.findings).toMatchObject([{ text: 'Never waits.', gone: true, risk: 'high' }])
    await repository.write({ 'src/user.ts': `export function use(): void {}\n\n${body}` })
    const { findings } = await check()
    expect(findings).toMatchObject([{ text: 'Never waits.', moved: true, carried_to: ['src/user.ts:drain'] }])
    expect(findings[0]).not.toHaveProperty('gone')
    expect(findings[0]?.risk).not.toBe('high')
    expect(renderAnswer(await check(), 'markdown')).toContain('drain, moved: Never waits; carried to src/user.ts:drain')
  })

  it('are who relies on a function that the change moves to another file, with where it is', async () => {
    const drain = 'export function drain(): void {\n  // nothing\n}\n'
    const body = 'export function drain(): void {\n  queue.length = 0\n}\n'
    await repository.commitFiles('Empty the queue', {
      'src/pool.ts': POOL.replace(drain, body),
      'src/stop.ts': 'export function stop(): void {\n  drain()\n}\n',
    })
    const semantic_dependencies = [{ file: 'src/pool.ts', anchor: 'drain', nature: 'Never waits.' }]
    const stop = { file: 'src/stop.ts', ast_anchor: { type: 'function', name: 'stop' }, lines: { start: 1, end: 3 } }
    await note([{ ...stop, intent: 'Stops.', semantic_dependencies }])
    await repository.write({ 'src/pool.ts': POOL.replace(drain, '') })
    const facts = { kind: 'dependent', text: 'Never waits.', places: ['src/stop.ts:stop'] }
    expect((await check()).findings).toMatchObject([{ ...facts, gone: true, risk: 'high' }])
    await repository.write({ 'src/user.ts': `export function use(): void {}\n\n${body}` })
    const output = await check()
    expect(output.findings).toMatchObject([
      { ...facts, moved: true, carried_to: ['src/user.ts:drain'], risk: 'medium' },
    ])
    expect(output.findings[0]).not.toHaveProperty('gone')
    expect(renderAnswer(output, 'markdown')).toContain(
      'drain, moved: Never waits; carried to src/user.ts:drain; by src/stop.ts:stop',
    )
  })

  it('are shown under a small budget if they fit, even when one of a higher risk does not', async () => {
    const long = `Never more than four sessions, ${'because the peer counts each of them twice, '.repeat(20)}so it refuses.`
    await note([{ ...OPEN, constraints: [{ text: long, source: 'author' }], risk_notes: 'Slow on cold start.' }])
    await edit('size = 4', 'size = 5')
    const output = await check(WORKTREE, { maxTokens: 200 })
    expect(textsOf(output)).toEqual(['Slow on cold start.'])
    const text = renderAnswer(output, 'markdown')
    expect(text).toContain('units of files')
    expect(text).not.toMatch(/files\.units|findings\.reason/)
  })

  it('are who relies on the touched unit, where that is now', async () => {
    const user = {
      file: 'src/user.ts',
      ast_anchor: { type: 'function', name: 'use' },
      lines: { start: 1, end: 1 },
      intent: 'Uses it.',
    }
    const on = (anchor: string): object => ({
      ...user,
      constraints: [],
      semantic_dependencies: [{ file: 'src/pool.ts', anchor, nature: `needs ${anchor}` }],
    })
    await note([on('Pool::open'), on('close'), on('')])
    await repository.rename('src/user.ts', 'src/client.ts')
    await repository.commit('Move')
    await edit('size = 4', 'size = 5')
    const { findings } = await check()
    expect(findings.map(({ kind, text, places, anchor }) => [kind, text, places, anchor])).toEqual([
      ['dependent', 'needs Pool::open', ['src/client.ts:use'], 'Pool::open'],
      ['dependent', 'needs ', ['src/client.ts:use'], undefined],
    ])
    expect(findings[1]?.risk).toBe('low')
  })

  it('are groups of which the change leaves some places alone', async () => {
    const cross_cutting = [
      { description: 'Size is the limit.', regions: ['src/pool.ts:Pool::open', 'limits.ini'] },
      { description: 'Elsewhere.', regions: ['src/pool.ts:drain', 'limits.ini'] },
    ]
    await note([], { cross_cutting })
    await edit('size = 4', 'size = 5')
    expect((await check()).findings).toMatchObject([
      { kind: 'cross_cutting', text: 'Size is the limit.', places: ['limits.ini'], anchor: 'Pool::open' },
    ])
    await repository.write({ 'limits.ini': 'max = 5\n' })
    expect((await check()).findings).toMatchObject([{ text: 'Elsewhere.', places: ['src/pool.ts:drain'] }])
  })

  it('are corrected, less trusted when doubted, and none when retracted', async () => {
    const doubted = {
      correction_type: 'flag',
      reason: 'It is eight now.',
      author: 'A <a@b>',
      timestamp: '2024-02-01T00:00:00Z',
    }
    await note([OPEN])
    await edit('size = 4', 'size = 5')
    const before = (await check()).findings[0]?.confidence ?? 0
    await note([{ ...OPEN, corrections: [doubted] }])
    expect((await check()).findings[0]?.confidence).toBeLessThan(before)
    await note([{ ...OPEN, corrections: [{ ...doubted, correction_type: 'retract' }] }])
    const output = await check()
    expect(textsOf(output)).toEqual([])
    expect(output.diagnostics).toMatchObject([{ code: 'retracted' }])
  })

  it('are limited in number and by confidence', async () => {
    const constraints = Array.from({ length: 9 }, (_, n) => ({
      text: `Rule ${n}`,
      source: n % 2 ? 'author' : 'inferred',
    }))
    await note([{ ...OPEN, constraints }])
    await edit('size = 4', 'size = 5')
    const output = await check(WORKTREE, { maxFindings: 3 })
    expect(output.stats).toEqual({
      files: 1,
      findings_found: 9,
      findings_returned: 3,
      findings_acknowledged: 0,
      highest_risk: 'high',
    })
    expect(textsOf(output)).toEqual(['Rule 1', 'Rule 3', 'Rule 5'])
    expect(renderAnswer(output, 'markdown')).toContain('3 of 9 findings')
    await note([{ ...OPEN, constraints }], { context_level: 'inferred' })
    expect(textsOf(await check(WORKTREE, { minConfidence: 0.95 }))).toEqual([])
  })
})

describe('a change of blanks and comments alone', () => {
  const RULE = 'Callers must hold the lock.'
  const quoting = (quote: string): object => ({
    ...OPEN,
    intent: 'Opens a session.',
    constraints: [{ text: quote, source: 'inferred' }],
    evidence: [{ kind: 'file_lines', file: 'src/pool.ts', lines: { start: 3, end: 3 }, quote }],
  })

  it('is nothing to verify, whatever is recorded on it', async () => {
    const user = {
      ...{ file: 'src/user.ts', lines: { start: 1, end: 1 }, intent: 'Uses it.', constraints: [] },
      semantic_dependencies: [{ file: 'src/pool.ts', anchor: 'Pool::open', nature: 'needs it' }],
    }
    const whole = { file: 'src/pool.ts', intent: 'All of it.', constraints: [{ text: 'Whole.', source: 'author' }] }
    const cross_cutting = [{ description: 'Together.', regions: ['src/pool.ts:Pool::open', 'limits.ini'] }]
    await note([OPEN, whole, user], { cross_cutting })
    await edit('const size = 4', '// Four is what the peer takes.\n\n      const  size=4 // at most')
    const output = await check()
    expect(textsOf(output)).toEqual([])
    expect(output.files).toEqual([{ file: 'src/pool.ts', change: 'modified' }])
    await edit('    const size = 4', '    // Four.\n    const size = 5')
    expect((await check()).findings.map(({ kind }) => kind).sort()).toEqual([
      'constraint',
      'constraint',
      'cross_cutting',
      'dependent',
    ])
  })

  it('changes no unit beside the one whose code is another', async () => {
    await note([OPEN, CLOSE])
    await edit('size = 4', 'size = 5 // five')
    await repository.write({
      'src/pool.ts': POOL.replace('size = 4', 'size = 4 // four').replace('this.open()', 'return'),
    })
    expect(textsOf(await check())).toEqual(['Closes once.'])
  })

  it('is the end of a comment that is recorded as a rule', async () => {
    const commented = POOL.replace('    const size', `    // ${RULE}\n    const size`)
    const commit = await repository.commitFiles('Say it', { 'src/pool.ts': commented })
    await note([quoting(RULE)], {}, commit)
    await repository.write({ 'src/pool.ts': POOL })
    const { findings } = await check()
    expect(findings).toMatchObject([{ kind: 'comment', text: RULE, anchor: 'Pool::open', reason: 'Opens a session.' }])
    await repository.write({ 'src/pool.ts': commented.replace('must', 'should') })
    expect((await check()).findings).toMatchObject([{ kind: 'comment', text: RULE, lines: { start: 3, end: 3 } }])
    // With its words wrapped differently, or elsewhere in the file, the comment still says the same.
    await repository.write({ 'src/pool.ts': commented.replace('must hold', 'must\n    // hold') })
    expect(textsOf(await check())).toEqual([])
    await repository.write({ 'src/pool.ts': commented.replace(`// ${RULE}`, '').replace('// nothing', `// ${RULE}`) })
    expect(textsOf(await check())).toEqual([])
    // Next to a change of the code, both findings are reported.
    await edit('size = 4', 'size = 5')
    expect((await check()).findings.map(({ kind }) => kind)).toEqual(['comment', 'constraint'])
  })

  it('is no end of a comment where code is quoted, or the code goes too', async () => {
    const commented = POOL.replace('    const size', `    // ${RULE}\n    const size`)
    const commit = await repository.commitFiles('Say it', { 'src/pool.ts': commented })
    await note([quoting('const size = 4')], {}, commit)
    await repository.write({ 'src/pool.ts': commented.replace('size = 4', 'size = 5') })
    expect((await check()).findings.map(({ kind }) => kind)).toEqual(['constraint'])
    await note([quoting(RULE)], {}, commit)
    await repository.remove('src/pool.ts')
    expect((await check()).findings.map(({ kind }) => kind)).toEqual(['constraint'])
  })
})

describe('files about which nothing is recorded', () => {
  const MANY = Object.fromEntries(Array.from({ length: 40 }, (_, n) => [`src/many/f${n}.ts`, POOL]))

  async function readsOf(change: Change): Promise<{ readonly output: CheckOutput; readonly paths: readonly string[] }> {
    const paths: string[] = []
    const counting: GitBackend = {
      ...git,
      readFile: (at, path, options) => {
        paths.push(path)
        return git.readFile(at, path, options)
      },
    }
    const output = (
      await createQueries({ git: counting, ast: createTreeSitterParser() }).check({ change })
    )._unsafeUnwrap()
    return { output, paths: [...new Set(paths)].sort() }
  }

  it('are listed, and of many but a few are opened, for code that was moved into them', async () => {
    await repository.commitFiles('Many', MANY)
    await note([OPEN])
    await edit('size = 4', 'size = 5')
    await repository.write(Object.fromEntries(Object.keys(MANY).map((path) => [path, `${POOL}// more\n`])))
    const { output, paths } = await readsOf(WORKTREE)
    expect(textsOf(output)).toEqual([CONSTRAINT])
    expect(output.stats.files).toBe(41)
    expect(output.files).toContainEqual({ file: 'src/many/f7.ts', change: 'modified' })
    expect(paths).toContain('src/pool.ts')
    expect(paths).toHaveLength(1 + 20)
    expect(output.diagnostics).toMatchObject([{ code: 'check_limited', severity: 'info' }])
  })

  it('are told by the name that was recorded, and by what a note about a whole commit may be about', async () => {
    await note([OPEN])
    const many = await repository.commitFiles('Many', MANY)
    await repository.note(many, {
      ...{ $schema: 'chronicle/v3', summary: 'Many pools', wisdom: [{ category: 'gotcha', content: 'Pools leak.' }] },
      provenance: { source: 'live' },
    })
    await repository.rename('src/pool.ts', 'lib/a.ts')
    await repository.commit('Once')
    await repository.rename('lib/a.ts', 'lib/b.ts')
    await repository.commit('Twice')
    await repository.write({
      'lib/b.ts': POOL.replace('size = 4', 'size = 5'),
      'src/many/f3.ts': POOL.replace('size = 4', 'size = 6'),
      'limits.ini': 'max = 5\n',
    })
    const { output, paths } = await readsOf(WORKTREE)
    expect(textsOf(output)).toContain(CONSTRAINT)
    // The recorded name is read, and so is the file without notes, because code could have been moved into it.
    expect(paths).toEqual(['lib/b.ts', 'limits.ini', 'src/many/f3.ts', 'src/pool.ts'])
  })
})

describe('ids of findings', () => {
  const idsOf = ({ findings }: CheckOutput): ReadonlyMap<string, string> =>
    new Map(findings.map(({ text, id }) => [text, id]))

  it('stay the same when the change, the code around it and the annotated commit are other ones', async () => {
    await note([OPEN, CLOSE])
    await edit('size = 4', 'size = 5')
    const before = idsOf(await check())
    expect(before.get(CONSTRAINT)).toMatch(/^[0-9a-f]{10}$/)
    await repository.write({ 'src/pool.ts': `// more\n\nlet x\n${POOL.replace('size = 4', 'size = 6')}` })
    const committed = await repository.commit('Another change')
    expect(idsOf(await check(parseChange(committed))).get(CONSTRAINT)).toBe(before.get(CONSTRAINT))
    // As after a rebase that copies the annotations: the same words on another commit.
    await repository.git('notes', '--ref=chronicle', 'remove', first)
    await note([{ ...OPEN, lines: { start: 5, end: 8 } }, CLOSE], { context_level: 'inferred' }, committed)
    await repository.rename('src/pool.ts', 'lib/pool.ts')
    await repository.commit('Move')
    await repository.write({ 'lib/pool.ts': POOL.replace('size = 4', 'size = 7').replace('this.open()', 'return') })
    const after = idsOf(await check())
    expect(after.get(CONSTRAINT)).toBe(before.get(CONSTRAINT))
    expect(new Set(after.values()).size).toBe(after.size)
  })

  it('are others for other words, kinds and places', async () => {
    const say = (text: string): object => ({ constraints: [{ text, source: 'author' }], risk_notes: text })
    const at = (line: number): object => ({ file: 'limits.ini', lines: { start: line, end: line }, intent: 'i' })
    const commit = await repository.commitFiles('Limits', { 'limits.ini': 'max = 4\nmin = 1\n' })
    await note([
      { ...OPEN, ...say('Same.') },
      { ...CLOSE, ...say('Same.') },
    ])
    await note(
      [
        { ...at(1), ...say('Line.') },
        { ...at(2), ...say('Line.') },
      ],
      {},
      commit,
    )
    await repository.write({
      'src/pool.ts': POOL.replace('size = 4', 'size = 5').replace('this.open()', 'return'),
      'limits.ini': 'max = 5\nmin = 2\n',
    })
    const { findings } = await check()
    expect(findings.length).toBeGreaterThanOrEqual(6)
    expect(new Set(findings.map(({ id }) => id)).size).toBe(findings.length)
  })
})

describe('acknowledged findings', () => {
  const ackOf = async (reason: string): Promise<string> => {
    const [finding] = (await check()).findings
    return formatAcknowledgementTrailer({ finding: finding?.id ?? '', reason })
  }

  it('are those that a commit of the change answers, and no others', async () => {
    await note([OPEN, CLOSE])
    await edit('size = 4', 'size = 5')
    const trailer = await ackOf('The peer takes eight now.')
    await repository.write({ 'src/pool.ts': POOL.replace('size = 4', 'size = 5').replace('this.open()', 'return') })
    const commit = await repository.commit(`Take more\n\n${trailer}\nSigned-off-by: A <a@b>`)
    const output = await check(parseChange('HEAD'))
    expect(textsOf(output)).toEqual(['Closes once.'])
    expect(output.stats).toMatchObject({ findings_found: 1, findings_acknowledged: 1 })
    expect(output.acknowledged).toMatchObject([
      {
        text: CONSTRAINT,
        acknowledged: {
          reason: 'The peer takes eight now.',
          where: 'trailer',
          commit,
          author: expect.stringMatching('<') as unknown,
        },
      },
    ])
    const markdown = renderAnswer(output, 'markdown')
    expect(markdown).toContain('The peer takes eight now.')
    expect(markdown).toContain('1 finding, 1 acknowledged')
    const log = JSON.parse(renderSarif(output)) as { runs: [{ results: { suppressions?: object[] }[] }] }
    expect(log.runs[0].results.map(({ suppressions }) => suppressions)).toEqual([
      undefined,
      [expect.objectContaining({ kind: 'inSource', justification: 'The peer takes eight now.' })],
    ])
    // A later change of the same code needs a new acknowledgement; a range that includes the acknowledging commit does
    // not.
    await repository.commitFiles('Take more still', { 'src/pool.ts': POOL.replace('size = 4', 'size = 6') })
    expect(textsOf(await check(parseChange('HEAD')))).toContain(CONSTRAINT)
    expect(textsOf(await check(parseChange('HEAD~2..HEAD')))).toEqual([])
  })

  it('need a reason', async () => {
    await note([OPEN])
    await edit('size = 4', 'size = 5')
    await repository.commit(`Take more\n\n${await ackOf('')}`)
    const output = await check(parseChange('HEAD'))
    expect(textsOf(output)).toEqual([CONSTRAINT])
    expect(output.diagnostics).toMatchObject([{ code: 'acknowledgement_ignored', severity: 'warning' }])
  })
})

describe('changes', () => {
  it('are told apart: staged, in the working tree, committed', async () => {
    await note([OPEN, CLOSE])
    await edit('size = 4', 'size = 5')
    await repository.stage()
    await repository.write({ 'src/pool.ts': POOL.replace('size = 4', 'size = 5').replace('this.open()', 'return') })
    expect(textsOf(await check({ kind: 'staged' }))).toEqual([CONSTRAINT])
    expect(textsOf(await check())).toEqual([CONSTRAINT, 'Closes once.'])
    const second = await repository.commit('Both')
    expect(textsOf(await check())).toEqual([])
    const output = await check(parseChange('HEAD'))
    expect(textsOf(output)).toEqual([CONSTRAINT, 'Closes once.'])
    expect(output.query).toEqual({ change: 'HEAD', base: first, head: second, max_findings: 50 })
    expect(textsOf(await check(parseChange('HEAD~1..HEAD')))).toEqual([CONSTRAINT, 'Closes once.'])
    // In the reverse range, the changed lines are those that the change itself wrote, and the units are the same.
    expect(textsOf(await check(parseChange('HEAD..HEAD~1')))).toEqual([CONSTRAINT, 'Closes once.'])
  })

  it('since a merge base leave out what only the other side did', async () => {
    await note([OPEN, CLOSE])
    await repository.branch('topic')
    await edit('size = 4', 'size = 5')
    const ours = await repository.commit('Ours')
    await repository.checkout('topic')
    await edit('this.open()', 'return')
    await repository.commit('Theirs')
    const since = await check(parseChange('main...topic'))
    expect(since.query).toMatchObject({ change: 'main...topic', base: first })
    expect(textsOf(since)).toEqual(['Closes once.'])
    expect((await check(parseChange('main..topic'))).query.base).toBe(ours)
    expect(textsOf(await check(parseChange('main..topic')))).toEqual([CONSTRAINT, 'Closes once.'])
    expect((await check(parseChange('topic...topic'))).files).toEqual([])
  })

  it('are not held against what they are annotated with themselves', async () => {
    await edit('size = 4', 'size = 5')
    const second = await repository.commit('Five')
    const semantic_dependencies = [{ file: 'src/pool.ts', anchor: 'Pool::open', nature: 'needs it' }]
    const cross_cutting = [{ description: 'Together.', regions: ['src/pool.ts:open', 'limits.ini'] }]
    await note([{ ...OPEN, semantic_dependencies }], { cross_cutting }, second)
    expect(textsOf(await check(parseChange('HEAD')))).toEqual([])
  })

  it('start from nothing at a first commit, and where there is none yet', async () => {
    await note([OPEN])
    const output = await check(parseChange(first))
    expect([output.query.base, textsOf(output), output.stats.files]).toEqual([undefined, [], 3])
    const empty = await createFixtureRepository()
    const backend = createGitCli({ dir: empty.dir })
    await empty.write({ a: 'x\n' })
    await empty.stage()
    const unborn = (await createQueries({ git: backend }).check({ change: { kind: 'staged' } }))._unsafeUnwrap()
    expect(unborn.files).toEqual([{ file: 'a', change: 'added' }])
    await backend.close()
    await empty.dispose()
  })

  it('meet, since a merge base, what the other branch recorded after it about code that they change', async () => {
    await repository.git('checkout', '-q', '-b', 'topic')
    await repository.commitFiles('Eight', { 'src/pool.ts': POOL.replace('= 4', '= 8') })
    await repository.git('checkout', '-q', 'main')
    const later = await repository.commitFiles('Keep it open', {
      'src/pool.ts': POOL.replace('this.open()', 'this.keep()'),
    })
    await note([{ ...OPEN, lines: { start: 2, end: 5 } }, CLOSE], {}, later)
    const since = await check(parseChange('main...topic'))
    expect(textsOf(since)).toEqual([CONSTRAINT])
    expect(since.files).toEqual([{ file: 'src/pool.ts', change: 'modified', units: ['Pool', 'Pool::open'] }])
    expect(textsOf(await check(parseChange('topic...main')))).toEqual([])
  })

  it('find the merge base that git finds', async () => {
    const commits = [first]
    const parents: (readonly number[])[] = [[], [0], [0], [1, 2], [2, 1], [3], [4], [5, 4], [6]]
    const tree = await repository.git('rev-parse', `${first}^{tree}`)
    for (const of of parents.slice(1)) {
      const from = of.flatMap((index) => ['-p', commits[index] ?? ''])
      commits.push((await repository.git('commit-tree', tree, ...from, '-m', `${commits.length}`)) as CommitId)
    }
    for (const one of commits) {
      for (const other of commits) {
        const bases = (await repository.git('merge-base', '--all', one, other)).split('\n')
        const { query } = await check({ kind: 'range', from: one, to: other, mergeBase: true })
        expect(bases).toContain(query.base)
      }
    }
  })
})

describe('failures', () => {
  it.each<[string, object, string]>([
    [
      'an unknown revision',
      { change: parseChange('HEAD..nowhere') },
      'Unknown revision: "nowhere". Give a branch, a tag, a commit id, or a range of them.',
    ],
    [
      'an unknown start',
      { change: parseChange('nowhere...HEAD') },
      'Unknown revision: "nowhere". Give a branch, a tag, a commit id, or a range of them.',
    ],
    [
      'a range without an end',
      { change: { kind: 'range' } as unknown as Change },
      'The argument change.to is missing. Give a text.',
    ],
    [
      'a change that is none',
      { change: null as unknown as Change },
      "The argument change is null. Give { kind: 'range', from: 'A', to: 'B' }, { kind: 'staged' } or { kind: 'worktree' }, or leave change out.",
    ],
    ['a confidence', { change: WORKTREE, minConfidence: 2 }, 'The minimum confidence 2 is not between 0 and 1.'],
    [
      'a maximum',
      { change: WORKTREE, maxFindings: 0 },
      'The maximum of findings 0 is not a whole number of 1 or more.',
    ],
    ['a budget', { change: WORKTREE, maxTokens: -1 }, 'The token budget -1 is not a whole number of 1 or more.'],
  ])('name %s', async (_what, query, message) => {
    const result = await queries.check(query)
    expect(result._unsafeUnwrapErr()).toMatchObject({ message })
  })

  it('say that histories have nothing in common', async () => {
    const tree = await repository.git('rev-parse', `${first}^{tree}`)
    const stranger = await repository.git('commit-tree', tree, '-m', 'Stranger')
    const result = await queries.check({ change: { kind: 'range', from: stranger, to: first, mergeBase: true } })
    expect(result._unsafeUnwrapErr()).toMatchObject({
      code: 'invalid_query',
      message: `${stranger} and ${first} have no commit in common. Compare them as they are, with ${stranger}..${first}.`,
    })
  })

  it('say that a shallow clone may lack the commit that histories have in common', async () => {
    await repository.git('checkout', '-q', '-b', 'topic')
    await repository.commitFiles('On topic', { 'topic.ts': 'export const one = 1\n' })
    await repository.git('checkout', '-q', '-b', 'other', first)
    await repository.commitFiles('Beside it', { 'other.ts': 'export const two = 2\n' })
    const [topic, other] = [await repository.git('rev-parse', 'topic'), await repository.git('rev-parse', 'other')]
    // The state after `git clone --depth 1 --no-single-branch`.
    await repository.write({ '.git/shallow': `${[topic, other].sort().join('\n')}\n` })
    const result = await queries.check({ change: { kind: 'range', from: 'other', to: 'topic', mergeBase: true } })
    expect(result._unsafeUnwrapErr().message).toBe(
      "other and topic have no commit in common here. This clone is shallow, so older commits are not here: 'git fetch --unshallow' gets them.",
    )
  })

  it('say that a bare repository has no working tree', async () => {
    const bare = await createFixtureRepository({ bare: true })
    await bare.commitFiles('A', { a: 'x\n' })
    const backend = createGitCli({ dir: bare.dir })
    for (const change of [WORKTREE, { kind: 'staged' }] as const) {
      const result = await createQueries({ git: backend }).check({ change })
      expect(result._unsafeUnwrapErr()).toMatchObject({
        code: 'invalid_query',
        message: 'There is no working tree here to check. Give a range, such as HEAD~1..HEAD.',
      })
    }
    expect((await createQueries({ git: backend }).check({ change: parseChange('HEAD') })).isOk()).toBe(true)
    await backend.close()
    await bare.dispose()
  })

  it('say that a backend cannot compare', async () => {
    const { git: memory } = createMemoryGit({ commits: [] })
    const result = await createQueries({ git: memory }).check({ change: WORKTREE })
    expect(result._unsafeUnwrapErr()).toMatchObject({
      code: 'unsupported',
      message: `The git backend ${memory.name} cannot compare states of the files. Use one that can, such as git-cli.`,
    })
  })

  it('say what else a backend lacks', async () => {
    const failureOf = async (backend: GitBackend, change: Change): Promise<unknown> => {
      const { code, message } = (await createQueries({ git: backend }).check({ change }))._unsafeUnwrapErr()
      return [code, message]
    }
    const { history: _, ...walkless } = git
    expect(await failureOf(walkless, { kind: 'range', from: first, to: 'HEAD', mergeBase: true })).toEqual([
      'unsupported',
      'The git backend git-cli cannot walk the history to find a merge base. Give the two ends as A..B.',
    ])
    const indexless = { ...git, supports: { ...git.supports, index: false } }
    expect(await failureOf(indexless, { kind: 'staged' })).toEqual([
      'invalid_query',
      'The git backend git-cli has no index to check. Give a range.',
    ])
    const treeless = { ...git, supports: { ...git.supports, worktree: false } }
    expect(await failureOf(treeless, WORKTREE)).toEqual([
      'invalid_query',
      'There is no working tree here to check. Give a range, such as HEAD~1..HEAD.',
    ])
  })

  it('are none where one file is too large to be read: the others are checked', async () => {
    const commit = await repository.commitFiles('Large', { 'large.ts': `${POOL}// ${'x'.repeat(9000)}\n` })
    await note([OPEN])
    await note([{ ...OPEN, file: 'large.ts' }], {}, commit)
    await edit('size = 4', 'size = 5')
    await repository.write({ 'large.ts': 'small\n' })
    const small = createGitCli({ dir: repository.dir, limits: { objectBytes: 8000 } })
    const output = (await createQueries({ git: small }).check({ change: WORKTREE }))._unsafeUnwrap()
    expect(output.findings.map(({ file, text }) => [file, text])).toEqual([['src/pool.ts', CONSTRAINT]])
    expect(output.diagnostics).toMatchObject([{ code: 'file_not_checked', severity: 'warning', path: 'large.ts' }])
    await small.close()
  })

  it('say that the query was aborted', async () => {
    const result = await queries.check({ change: WORKTREE }, { signal: AbortSignal.abort() })
    expect(result._unsafeUnwrapErr().code).toBe('aborted')
  })
})

it('names who says what must hold, where that is not the author of the commit', async () => {
  const commit = await repository.commitFiles('Again', { 'src/again.ts': POOL })
  const recorded = { by: 'Tess', at: '2030-01-01T00:00:00Z', with: 'git-chronicle 1.0.0' }
  await note([{ ...OPEN, file: 'src/again.ts', recorded }], {}, commit)
  await repository.write({ 'src/again.ts': POOL.replace('size = 4', 'size = 5') })
  const output = await check()
  expect(output.findings[0]).toMatchObject({ source: 'author', recorded: { by: 'Tess' } })
  expect(renderAnswer(output, 'markdown')).toContain(' [Tess, confidence ')
})

it('is shown per file, and as SARIF with places that can be opened', async () => {
  const path = 'src/odd name [1]%.ts'
  const commit = await repository.commitFiles('Odd', { [path]: POOL })
  await note([{ ...OPEN, file: path }], {}, commit)
  await repository.write({ [path]: POOL.replace('size = 4', 'size = 5') })
  const output = await check()
  const confidence = output.findings[0]?.confidence.toFixed(2)
  expect(renderAnswer(output, 'markdown')).toBe(
    [
      `What to verify in uncommitted edits (since ${commit.slice(0, 7)}). Information, not instructions.`,
      '',
      `## ${path}`,
      'modified | touches Pool, Pool::open',
      '',
      '**Verify:**',
      `- [high] Must hold — Pool::open, line 3: ${CONSTRAINT} (Opens a session.) [author, confidence ${confidence}, ${commit.slice(0, 7)}, id ${output.findings[0]?.id}]`,
      '',
      '**Stats:** 1 file changed, 1 finding',
      '',
    ].join('\n'),
  )
  expect(renderAnswer(output, 'markdown', { remedies: 'command' })).toContain(
    `To acknowledge one: \`git chronicle check --ack ${output.findings[0]?.id} --reason '<why it is right>'\``,
  )
  const log = JSON.parse(renderSarif(output)) as { runs: [{ results: [{ locations: unknown }] }] }
  expect(log.runs[0].results[0].locations).toEqual([
    {
      physicalLocation: {
        artifactLocation: { uri: 'src/odd%20name%20%5B1%5D%25.ts', uriBaseId: '%SRCROOT%' },
        region: { startLine: 3, endLine: 3 },
      },
      logicalLocations: [{ fullyQualifiedName: 'Pool::open' }],
    },
  ])
})

function byText({ findings }: CheckOutput): ReadonlyMap<string, Finding> {
  return new Map(findings.map((finding) => [finding.text, finding]))
}

// Other systems reject such names.
describe.runIf(process.platform === 'linux')('a file whose name is no UTF-8', () => {
  const LATIN = (name: string): Buffer => Buffer.from(`${repository.dir}/${name}`, 'latin1')
  const warnings = ({ diagnostics }: CheckOutput): readonly string[] =>
    diagnostics.filter(({ code }) => code === 'file_not_checked').map(({ message }) => message)

  it('is left out with a word, and the others are checked', async () => {
    await note([OPEN])
    await writeFile(LATIN('caf\xe9.ts'), 'export const a = 1\n')
    await repository.git('add', '-A')
    await repository.git('commit', '-q', '-m', 'Café')
    await writeFile(LATIN('caf\xe9.ts'), 'export const a = 2\n')
    await edit('size = 4', 'size = 5')
    const expected = [
      'caf\uFFFD.ts was not checked: its name is no UTF-8, and files with such names cannot be told from one another.',
    ]
    const uncommitted = await check()
    expect(textsOf(uncommitted)).toEqual([CONSTRAINT])
    expect(warnings(uncommitted)).toEqual(expected)
    expect(uncommitted.files.map(({ file }) => file)).toEqual(['caf\uFFFD.ts', 'src/pool.ts'])
    await repository.git('commit', '-q', '-a', '-m', 'Five')
    const committed = await check(parseChange('HEAD'))
    expect(textsOf(committed)).toEqual([CONSTRAINT])
    expect(warnings(committed)).toEqual(expected)
  })

  it('is what a file is renamed to: its code is gone', async () => {
    await note([OPEN])
    await rename(Buffer.from(`${repository.dir}/src/pool.ts`), LATIN('src/p\xf6\xf6l.ts'))
    await rename(Buffer.from(`${repository.dir}/src/user.ts`), LATIN('src/\xfcser.ts'))
    await repository.git('add', '-A')
    const output = await check()
    expect(output.findings).toMatchObject([{ text: CONSTRAINT, file: 'src/pool.ts', gone: true }])
    expect(warnings(output)).toEqual([
      '2 changed files were not checked: the names are no UTF-8, and files with such names cannot be told from one another: src/p\uFFFD\uFFFDl.ts, src/\uFFFDser.ts.',
    ])
  })
})
