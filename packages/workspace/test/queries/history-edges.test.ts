import { createTreeSitterParser } from '@chronicle/ast-tree-sitter'
import { createQueries, renderAnswer, type HistoryQuery, type Queries } from '@chronicle/core'
import { createGitCli } from '@chronicle/git-cli'
import type { CommitId, HistoryOutput } from '@chronicle/schema'
import { createFixtureRepository, importCommits, plantNotes, type FixtureRepository } from '@chronicle/testing'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { testNote } from '../test-note.ts'

const BODY = '{\n  const answer = ask(question)\n  return answer ?? wait(question)\n}\n'
const unit = (name: string): string => `export function ${name}(question) ${BODY}`

let repository: FixtureRepository
let queries: Queries
let close: () => Promise<void>

beforeEach(async () => {
  repository = await createFixtureRepository()
  const git = createGitCli({ dir: repository.dir })
  queries = createQueries({ git, ast: createTreeSitterParser() })
  close = () => git.close()
})
afterEach(async () => {
  await close()
  await repository.dispose()
})

function region(name: string, intent: string, more: object = {}): object {
  return { file: 'a.ts', ast_anchor: { type: 'function', name }, intent, ...more }
}

async function commit(files: Record<string, string>, regions?: readonly object[]): Promise<CommitId> {
  const id = await repository.commitFiles('A change', files)
  if (regions !== undefined) await repository.note(id, testNote(id, regions))
  return id
}

const ask = async (query: Partial<HistoryQuery> = {}): Promise<HistoryOutput> =>
  (await queries.history({ file: 'a.ts', ...query }))._unsafeUnwrap()
const intentsOf = ({ steps }: HistoryOutput): readonly string[] => steps.map(({ intent }) => intent)

describe('history', () => {
  it('does not take a copy for an earlier name', async () => {
    await commit({ 'a.ts': unit('first') }, [region('first', 'The one.')])
    await commit({ 'a.ts': `${unit('second')}\n${unit('copy')}` }, [
      region('second', 'Still the one.'),
      region('copy', 'Another.'),
    ])
    await commit({ 'a.ts': unit('second') })
    const output = await ask({ anchor: 'second' })
    expect(intentsOf(output)).toEqual(['The one.', 'Still the one.'])
    expect(output.stats.names).toEqual(['second', 'first'])
  })

  it('follows one name after the other while the body changes little by little', async () => {
    const lines = Array.from({ length: 10 }, (_, i) => `  step${i}(question)`)
    const names = ['one', 'two', 'three', 'four']
    for (const [i, name] of names.entries()) {
      const body = lines.map((line, at) => (at < i * 2 ? `${line} // changed` : line))
      await commit({ 'a.ts': `export function ${name}(question) {\n${body.join('\n')}\n}\n` }, [region(name, name)])
    }
    expect(intentsOf(await ask({ anchor: 'four' }))).toEqual(names)
    // Without the notes in between, the lines connect the names, as for a lookup.
    const [, second, third] = (await repository.git('rev-list', '--reverse', 'HEAD')).split('\n')
    await repository.git('notes', '--ref=chronicle', 'remove', second ?? '', third ?? '')
    expect(intentsOf(await ask({ anchor: 'four' }))).toEqual(['one', 'four'])
  })

  it('does not show what was retracted unless verbose, and shows other corrections with the step', async () => {
    const retract = { correction_type: 'retract', reason: 'Not so.', timestamp: '2024-02-01T00:00:00Z' }
    const flag = { correction_type: 'flag', reason: 'Is it?', timestamp: '2024-02-01T00:00:00Z' }
    await commit({ 'a.ts': unit('f') }, [
      region('f', 'Wrong.', { corrections: [retract] }),
      region('f', 'Doubtful.', { corrections: [flag] }),
    ])
    const output = await ask({ anchor: 'f' })
    expect(intentsOf(output)).toEqual(['Doubtful.'])
    expect(output.steps[0]?.corrections).toMatchObject([{ reason: 'Is it?' }])
    expect(output.diagnostics).toEqual([
      {
        code: 'retracted',
        severity: 'info',
        message: '1 step was retracted and is not shown.',
        remedy: { option: 'verbose', value: true },
      },
    ])
    expect(renderAnswer(output, 'markdown')).toContain('- flag: Is it?')
    const verbose = await ask({ anchor: 'f', verbose: true })
    expect([...intentsOf(verbose)].sort()).toEqual(['Doubtful.', 'Wrong.'])
    const summary = (await queries.summary({ file: 'a.ts' }))._unsafeUnwrap()
    expect(summary.units).toMatchObject([{ intent: 'Doubtful.', flagged: true }])
  })

  it('warns of a note that cannot be read where its commit changed the code, and nowhere else', async () => {
    await commit({ 'a.ts': `${unit('f')}\n${unit('g')}`, 'b.ts': unit('f') })
    const broken = await commit({ 'a.ts': `${unit('f')}\n${unit('g')}\nexport const added = true\n` })
    await repository.note(broken, '{ broken')
    expect((await ask()).diagnostics).toMatchObject([{ code: 'malformed_note', commit: broken }])
    expect((await ask({ anchor: 'f' })).diagnostics).toEqual([])
    expect((await ask({ file: 'b.ts' })).diagnostics).toEqual([])
    const ofSummary = async (file: string): Promise<readonly string[]> =>
      (await queries.summary({ file }))._unsafeUnwrap().diagnostics.map(({ code }) => code)
    expect(await ofSummary('a.ts')).toEqual(['malformed_note'])
    expect(await ofSummary('b.ts')).toEqual([])
    expect(await ofSummary('')).toEqual(['malformed_note'])
  })

  it('knows a file that is being renamed, and not committed yet', async () => {
    await commit({ 'a.ts': unit('f') }, [region('f', 'Said.')])
    await repository.rename('a.ts', 'b.ts')
    await repository.stage()
    expect(intentsOf(await ask({ file: 'b.ts', anchor: 'f' }))).toEqual(['Said.'])
    const summary = (await queries.summary({ file: 'b.ts' }))._unsafeUnwrap()
    expect(summary.units).toMatchObject([{ file: 'b.ts', anchor: 'f', intent: 'Said.' }])
  })

  it('takes names as they are where there is no grammar', async () => {
    await commit({ 'a.xyz': 'text\n' }, [
      { ...region('chapter::one', 'Named.'), file: 'a.xyz' },
      { ...region('chapter::two', 'Another.'), file: 'a.xyz' },
      { file: 'a.xyz', lines: { start: 1, end: 1 }, intent: 'By lines.' },
    ])
    const output = await ask({ file: 'a.xyz', anchor: 'one' })
    expect(intentsOf(output)).toEqual(['Named.'])
    expect(output.diagnostics.map(({ code }) => code)).toEqual(['no_grammar'])
    expect(intentsOf(await ask({ file: 'a.xyz' }))).toEqual(['Named.', 'Another.', 'By lines.'])
  })

  it('compares a bounded number of versions, and says so', async () => {
    const number = 120
    const commits = await importCommits(
      repository,
      Array.from({ length: number }, (_, i) => ({
        ref: 'refs/heads/main',
        parents: i === 0 ? [] : [i - 1],
        message: `Commit ${i}`,
        date: 1_700_000_000 + i,
        changes: [{ path: 'a.ts', content: `${unit('f')}\n// ${i}\n` }],
      })),
    )
    await plantNotes(
      repository,
      commits.map((id, i) => [
        id,
        testNote(id, [i === 0 ? { file: 'a.ts', intent: 'Whole.' } : region(`x${i}`, 'Other.')]),
      ]),
    )
    await repository.checkout('main')
    const output = await ask({ anchor: 'f', limit: 5 })
    expect(output.steps).toEqual([])
    expect(output.diagnostics).toMatchObject([{ code: 'history_limited', severity: 'info' }])
    expect(output.diagnostics[0]?.message).toContain('compared with its last 100 versions')
    expect((await ask({ limit: 5 })).stats).toMatchObject({ steps_found: number, steps_returned: 5 })
  })
})
