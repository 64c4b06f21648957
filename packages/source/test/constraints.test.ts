import { codedError } from '@chronicle/core/contracts'
import { errAsync, okAsync } from '@chronicle/schema'
import { createFixtureRepository, createLineParser } from '@chronicle/testing'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { createSourceReader, type RecordedConstraint, type RecordedPlace, type SourceResponse } from '../src/index.ts'
import { openWorkbench } from './workbench.ts'

const SOURCE = `function first
  one
  two

function second
  three
`

let asked: RecordedPlace[]

const repository = await createFixtureRepository()
const head = await repository.commitFiles('One', { 'src/a.lines': SOURCE, 'empty.lines': '' })
const bench = openWorkbench(repository.dir)
afterAll(async () => {
  await bench.close()
  await repository.dispose()
})
beforeEach(() => {
  asked = []
})

const on = (text: string, lines?: readonly [number, number]): RecordedConstraint => ({
  text,
  source: 'author',
  about: lines === undefined ? 'src/' : `src/a.lines:${text}`,
  ...(lines === undefined ? {} : { lines: { start: lines[0], end: lines[1] } }),
  commit: 'c'.repeat(40),
})
const RECORDED = [on('first', [1, 3]), on('second', [5, 6]), on('one line', [2, 2]), on('everywhere')]

async function read(request: object, recorded: readonly RecordedConstraint[] = RECORDED): Promise<SourceResponse> {
  const reader = createSourceReader({
    git: bench.git,
    ast: createLineParser({ endings: ['.lines'] }),
    limits: { listed: 3, constraintChars: 40 },
    constraints: (place) => {
      asked.push(place)
      return okAsync(recorded)
    },
  })
  return (await reader.read(request))._unsafeUnwrap()
}

const texts = ({ meta }: SourceResponse): readonly string[] | undefined => meta.constraints?.map(({ text }) => text)

describe('symbol', () => {
  it('says which constraints are recorded on the lines it shows', async () => {
    const answer = await read({ mode: 'symbol', target: 'first', path: 'src/a.lines' })
    expect(asked).toEqual([{ path: 'src/a.lines', lines: { start: 1, end: 3 }, at: 'WORKTREE' }])
    expect(texts(answer)).toEqual(['first', 'one line', 'everywhere'])
    expect(answer.meta.constraints?.[1]).toEqual(RECORDED[2])
    expect(answer.meta.preview_degraded).toBe(false)
    expect(texts(await read({ mode: 'symbol', target: 'first', path: 'src/a.lines', offset: 2 }))).toEqual([
      'first',
      'everywhere',
    ])
  })

  it('says nothing where nothing is recorded, nothing is shown, or nobody knows', async () => {
    const request = { mode: 'symbol', target: 'first', path: 'src/a.lines' }
    expect((await read(request, [])).meta).not.toHaveProperty('constraints')
    asked = []
    expect((await read({ ...request, offset: 3 })).meta).not.toHaveProperty('constraints')
    expect(asked).toEqual([])
    expect((await bench.ask({ mode: 'file', target: 'src/a.lines' })).meta).not.toHaveProperty('constraints')
  })

  it('lists each once and few of many, and says so', async () => {
    const request = { mode: 'symbol', target: 'first', path: 'src/a.lines' }
    const twice = await read(request, [on('first', [1, 3]), on('first', [1, 3])])
    expect(texts(twice)).toEqual(['first'])
    expect(twice.meta).not.toHaveProperty('degraded_by')
    const many = await read(
      request,
      ['a', 'b', 'c', 'd'].map((text) => on(text, [1, 1])),
    )
    expect(texts(many)).toEqual(['a', 'b', 'c'])
    expect(many.meta.degraded_by).toEqual(['constraints'])
    const long = await read(
      request,
      ['a', 'b'].map((text) => on(text.repeat(39), [1, 1])),
    )
    expect(texts(long)).toEqual(['a'.repeat(39)])
    expect(long.meta.degraded_by).toEqual(['constraints'])
  })

  it('answers without them when they cannot be found, and says why', async () => {
    const ast = createLineParser({ endings: ['.lines'] })
    const withError = (code: string) =>
      createSourceReader({ git: bench.git, ast, constraints: () => errAsync(codedError(code, 'It broke.')) })
    const request = { mode: 'symbol', target: 'first', path: 'src/a.lines' }
    const answer = (await withError('git_failed').read(request))._unsafeUnwrap()
    expect(answer.text).toContain('function first')
    expect(answer.meta).toMatchObject({
      preview_degraded: true,
      degraded_by: ['constraints'],
      constraints_error: { code: 'git_failed', message: 'It broke.' },
    })
    expect((await withError('aborted').read(request))._unsafeUnwrapErr().code).toBe('aborted')
    expect((await withError('file_not_found').read(request))._unsafeUnwrap().meta.preview_degraded).toBe(false)
  })
})

describe('diff_preview', () => {
  const preview = (old_text: string, new_text: string, more: object = {}): Promise<SourceResponse> =>
    read({ mode: 'diff_preview', target: 'src/a.lines', edits: [{ old_text, new_text }], ...more })

  it('says which constraints are recorded on the lines that change', async () => {
    expect(texts(await preview('  two\n', '  TWO\n'))).toEqual(['first', 'everywhere'])
    expect(texts(await preview('  three\n', ''))).toEqual(['second', 'everywhere'])
    expect(texts(await preview('  one\n', '  ONE\n'))).toEqual(['first', 'one line', 'everywhere'])
    expect(asked.map(({ lines }) => lines)).toEqual([
      { start: 3, end: 3 },
      { start: 6, end: 6 },
      { start: 2, end: 2 },
    ])
  })

  it('counts what is inserted inside, and not what is inserted above, below or between', async () => {
    expect(texts(await preview('  one\n', '  one\n  new\n'))).toEqual(['first', 'everywhere'])
    expect(texts(await preview('\nfunction second', '\n# new\nfunction second'))).toEqual(['everywhere'])
    expect(texts(await preview('function first', '# new\nfunction first'))).toEqual(['everywhere'])
    expect(texts(await preview('  three\n', '  three\nnew\n'))).toEqual(['everywhere'])
  })

  it('leaves out what lies between two changes', async () => {
    const edits = [
      { old_text: 'function first', new_text: 'function 1st' },
      { old_text: '  three', new_text: '  3' },
    ]
    expect(texts(await read({ mode: 'diff_preview', target: 'src/a.lines', edits }))).toEqual([
      'first',
      'second',
      'everywhere',
    ])
    expect(asked[0]?.lines).toEqual({ start: 1, end: 6 })
  })

  it('asks about the state that the diff is from', async () => {
    await repository.write({ 'src/a.lines': `# above\n${SOURCE}` })
    expect(texts(await preview('  two\n', '  TWO\n', { against: 'HEAD' }))).toEqual(['first', 'everywhere'])
    expect(asked.at(-1)).toMatchObject({ at: head, lines: { start: 1, end: 3 } })
    await preview('  two\n', '  TWO\n', { against: 'INDEX' })
    expect(asked.at(-1)?.at).toBe('INDEX')
    await preview('  two\n', '  TWO\n')
    expect(asked.at(-1)).toMatchObject({ at: 'WORKTREE', lines: { start: 4, end: 4 } })
    await repository.git('reset', '-q', '--hard')
  })

  it('asks nothing where no line changes, or there is none yet', async () => {
    await read({ mode: 'diff_preview', target: 'src/a.lines' })
    await read({ mode: 'diff_preview', target: 'src/new.lines', content: 'a\n' })
    await read({ mode: 'diff_preview', target: 'empty.lines', content: 'a\n' })
    expect(asked).toEqual([])
  })
})
