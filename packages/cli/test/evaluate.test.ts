import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { EVALUATION_OUTPUT_SCHEMA, type EvaluationOutput } from '@chronicle/schema'
import { jsonSchemas } from '@chronicle/schema/json'
import { evaluationOutputSchema } from '@chronicle/schema/validate'
import { createFixtureRepository } from '@chronicle/testing'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { afterAll, describe, expect, test } from 'vitest'
import { chronicle, documentOf, failedAnswer, type CliRun, type CliRunOptions } from './run-chronicle.ts'

const CLIENT = (attempts: number): string =>
  `import { acquire } from './pool'\n\nexport function reconnect(): number {\n  return acquire(${attempts})\n}\n`
const POOL = (limit: number): string =>
  `export function acquire(wanted: number): number {\n  return Math.min(wanted, ${limit})\n}\n`

const repository = await createFixtureRepository()
await repository.write({ 'src/client.ts': CLIENT(1), 'src/pool.ts': POOL(1), 'README.md': '# Broker\n' })
await repository.commit('Add a client and its pool')
await repository.commitFiles('Let the client reconnect three times after a restart', { 'src/client.ts': CLIENT(3) })
await repository.commitFiles('Let the pool acquire four connections at most', { 'src/pool.ts': POOL(4) })
const folder = await mkdtemp(join(tmpdir(), 'chronicle-evaluate-'))
const cases = join(folder, 'cases.json')
const expectations = { expected_files: ['src/client.ts'], expected_symbols: ['reconnect'], repo_path: repository.dir }
await writeFile(
  cases,
  JSON.stringify([
    { id: 'restart', task: 'reconnect gives up after the broker restarts', ...expectations },
    { id: 'gone', task: 'something else', ...expectations, expected_files: ['src/gone.ts'] },
  ]),
)
afterAll(async () => {
  await repository.dispose()
  await rm(folder, { recursive: true })
})

const evaluate = (args: readonly string[], options?: CliRunOptions): Promise<CliRun> =>
  chronicle(repository.dir, ['evaluate', ...args], options)

async function outputOf(args: readonly string[], options?: CliRunOptions): Promise<EvaluationOutput> {
  return documentOf(await evaluate([...args, '--json'], options), evaluationOutputSchema)
}

const namesOf = ({ systems }: EvaluationOutput): readonly string[] => systems.map(({ name }) => name)

describe('evaluate', () => {
  test('measures cases that somebody wrote, beside the baselines, by its published schema', async () => {
    const run = await evaluate(['--cases', cases, '--json'])
    expect(run).toMatchObject({ code: 0, stderr: 'warning: 1 tasks could not be asked; the report says why.\n' })
    const document: unknown = JSON.parse(run.stdout)
    const validate = new Ajv2020({ strict: false }).compile(jsonSchemas['evaluation-output'])
    expect(validate(document), JSON.stringify(validate.errors)).toBe(true)
    const output = evaluationOutputSchema.parse(document)
    expect(namesOf(output)).toEqual(['fused', 'bm25', 'path-match', 'weighted'])
    expect(output).toMatchObject({ $schema: EVALUATION_OUTPUT_SCHEMA, budgets: [4000, 8000, 16000] })
    expect(output.unusable.map(({ id }) => id)).toEqual(['gone'])
    const [restart] = output.systems[0]?.cases ?? []
    expect(restart).toMatchObject({ id: 'restart', source: 'written', repository: repository.dir })
    expect(restart?.measures).toMatchObject({ 'file-acc@1': 1, 'function-acc@1': 1, 'packed-functions@4000': 1 })
    expect(output.comparisons.map(({ first, second }) => [first, second])).toEqual([
      ['fused', 'bm25'],
      ['fused', 'path-match'],
      ['fused', 'weighted'],
    ])
    expect(output.comparisons[0]?.measures[0]?.mcnemar).toMatchObject({ p: 1 })
  })

  test('mines cases of the history, the same ones for a seed, and sees nothing later than each', async () => {
    const mined = await outputOf(['--mine', '5', '--compare', 'bm25', 'path-match'])
    // The first of three commits does not change anything that existed before.
    const ids = mined.systems[0]?.cases.map(({ id }) => id)
    expect(ids).toHaveLength(2)
    expect(mined.systems[0]?.summaries.at(-1)).toMatchObject({ cases: 2, failures: 0 })
    const again = await outputOf(['--mine', '5', '--compare', 'bm25', 'path-match'])
    expect(again.systems[0]?.cases.map(({ id }) => id)).toEqual(ids)
    const one = await outputOf(['--mine', '1', '--seed', '3', '--compare', 'fused', 'weighted', '--budgets', '500,200'])
    expect(namesOf(one)).toEqual(['fused', 'weighted'])
    expect(one.budgets).toEqual([200, 500])
    expect(one.systems[0]?.cases).toHaveLength(1)
    expect(one.systems[0]?.cases[0]?.measures['file-acc@1']).toBe(1)
  })

  test('leaves out each signal in turn', async () => {
    const output = await outputOf(['--cases', cases, '--ablation', '--budgets', '500'])
    expect(namesOf(output)[0]).toBe('fused')
    expect(namesOf(output)).toContain('fused without best_symbol')
    expect(output.comparisons).toHaveLength(output.systems.length - 1)
    const weighted = await outputOf(['--cases', cases, '--ablation', '--profile', 'weighted', '--budgets', '500'])
    expect(namesOf(weighted)).toContain('weighted without symbol_match')
  })

  test('reports as markdown and HTML, case by case', async () => {
    const text = await evaluate(['--cases', cases, '--budgets', '500'])
    for (const phrase of [
      '## Files',
      '## Functions',
      '## Differences to the first system',
      '## Cases',
      '| fused | restart |',
    ])
      expect(text.stdout).toContain(phrase)
    const file = join(folder, "it's a report.html")
    const page = await evaluate(['--cases', cases, '--budgets', '500', '--format', 'html', '--output', file])
    expect(page).toMatchObject({ code: 0, stdout: '' })
    expect(page.stderr).toMatch(/Wrote .*: 1 tasks, 4 systems\.\n$/u)
    expect(await readFile(file, 'utf8')).toMatch(/^<!doctype html>[^]*<svg [^]*<td>restart<\/td>/u)
    const failed = await evaluate(['--cases', cases, '--output', join(folder, 'missing', 'x.md')])
    expect(failed.code).toBe(2)
  })

  test('finds repositories by the folder of clones', async () => {
    const name = basename(repository.dir)
    const record = { id: 'a', bundle: `${name}.bundle`, base: 'HEAD', task: 'reconnect', files: ['src/client.ts'] }
    const input = `${JSON.stringify({ ...record, source: 'issues' })}\n`
    const repos = ['--repos', dirname(repository.dir), '--compare', 'bm25', 'path-match']
    const output = await outputOf(['--cases', '-', ...repos], { input })
    expect(output.systems[0]?.cases[0]).toMatchObject({ repository: name, source: 'issue' })
    const missing = await evaluate(['--cases', '-', ...repos], { input: input.replace(name, '../nowhere') })
    expect(failedAnswer(missing)).toMatchObject({ code: 'usage', schema: EVALUATION_OUTPUT_SCHEMA })
    expect(missing.stderr).toMatch(/no clone of .*Clone it there/u)
    const here = await evaluate(['--cases', '-'], { input: input.replace(name, 'elsewhere') })
    expect(here.stderr).toMatch(/--repos <dir>/u)
    const given = await outputOf(['--cases', '-', '--repo', '.', '--compare', 'bm25', 'path-match'], { input })
    expect(given.systems[0]?.cases).toHaveLength(1)
  })

  test('leaves no trace in the repository', async () => {
    await using fresh = await createFixtureRepository()
    await fresh.commitFiles('Add a client that connects to the broker', { 'src/client.ts': CLIENT(1) })
    await fresh.commitFiles('Let the client connect twice before it gives up', { 'src/client.ts': CLIENT(2) })
    expect((await chronicle(fresh.dir, ['evaluate', '--mine', '1'])).code).toBe(0)
    await expect(readFile(join(fresh.dir, '.git/chronicle'))).rejects.toMatchObject({ code: 'ENOENT' })
  })

  test.each<[string, readonly string[], string, RegExp]>([
    ['no tasks', [], 'usage', /--cases <file>, or --mine/u],
    ['a file that is not there', ['--cases', 'nowhere.json'], 'usage', /'nowhere\.json'\. There is no such file/u],
    ['one system', ['--mine', '1', '--compare', 'fused'], 'usage', /two systems or more/u],
    ['a system twice', ['--mine', '1', '--compare', 'fused', 'fused'], 'usage', /each once/u],
    ['an unknown system', ['--mine', '1', '--compare', 'fused', 'magic'], 'usage', /path-match/u],
    [
      'two kinds of comparison',
      ['--mine', '1', '--ablation', '--compare', 'fused', 'bm25'],
      'usage',
      /cannot be used/u,
    ],
    ['two places', ['--mine', '1', '--repo', '.', '--repos', '.'], 'usage', /cannot be used/u],
    ['a small budget', ['--mine', '1', '--budgets', '4000,12'], 'usage', /from 128/u],
    ['a folder without clones', ['--mine', '1', '--repos', 'src'], 'usage', /no clones/u],
  ])('refuses %s', async (_, args, code, message) => {
    const run = await evaluate(args)
    expect(failedAnswer(run)).toMatchObject({ code, exit: 2 })
    expect(run.stderr).toMatch(message)
  })

  test('refuses cases that it cannot read, or ask', async () => {
    const unknown = await evaluate(['--cases', '-'], { input: '{"question": 1}' })
    expect(failedAnswer(unknown)).toMatchObject({ code: 'unknown_case_format', exit: 2 })
    const broken = await evaluate(['--cases', '-'], { input: '{"task": "x", "expected_files": []}' })
    expect(failedAnswer(broken)).toMatchObject({ code: 'invalid_evaluation_cases', exit: 2 })
    const none = await evaluate(['--cases', '-'], { input: '{"task": "x", "expected_files": ["no.ts"]}' })
    expect(failedAnswer(none)).toMatchObject({ code: 'case_not_usable', exit: 1 })
    expect(none.stderr).toContain('None of the tasks can be asked.')
  })
})
