import { MIN_BUDGET, renderPackage, type RecordFinder } from '@chronicle/context'
import { bytesPerFour } from '@chronicle/core/text'
import type { TokenCounter } from '@chronicle/core/contracts'
import { okAsync, type CommitId } from '@chronicle/schema'
import { createMemoryGit, RANKED_REPOSITORY, taskArbitrary } from '@chronicle/testing'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createEmptyPipeline, json, markdown, retrieve } from './open-pipeline.ts'

/**
 * Returns files of many shapes: long and short functions, large classes, endless lines, fences, multi-byte characters.
 */
function manyShapes(): Readonly<Record<string, string>> {
  const body = (name: string, lines: number): string =>
    Array.from(
      { length: lines },
      (_, line) => `  const ${name}${line} = session(${line}) // validate the login\n`,
    ).join('')
  const files: Record<string, string> = {}
  for (let index = 0; index < 24; index++) {
    const functions = Array.from(
      { length: 1 + (index % 5) },
      (_, at) => `export function login${index}x${at}() {\n${body('value', 1 + ((index * 7 + at * 13) % 60))}}\n`,
    )
    files[`src/login/part${index}.ts`] = `import { read } from '../store'\n\n${functions.join('\n')}`
  }
  files['src/store.ts'] =
    `export class Store {\n${Array.from({ length: 80 }, (_, index) => `  login${index}() {\n    return ${index}\n  }\n`).join('\n')}}\n`
  files['src/wide.ts'] = `export const login = '${'login '.repeat(5_000)}'\n`
  files['src/größe.ts'] = `export function größe() {\n${'  // Größe der Anmeldung: 関数 🚀 login\n'.repeat(40)}}\n`
  files['docs/login.md'] = `# Login\n\n${'`````\nlogin\n`````\n'.repeat(50)}`
  files[`src/${'deep/'.repeat(40)}login.ts`] = 'export const login = 1\n'
  files['test/login.test.ts'] =
    `import { login0x0 } from '../src/login/part0'\n${Array.from({ length: 30 }, (_, index) => `test('login ${index}', () => {\n  expect(login0x0()).toBe(${index})\n})\n`).join('')}`
  return files
}

const git = createMemoryGit({
  ...RANKED_REPOSITORY,
  commits: [...RANKED_REPOSITORY.commits, { message: 'feat: many logins\n', files: manyShapes() }],
}).git

/** Records a note about every file, of growing length. */
const recorded: RecordFinder = {
  find: (paths) =>
    okAsync(
      paths.map((path, index) => ({
        path,
        kind: 'constraint' as const,
        text: `Never ${'log '.repeat(index * 3)}\u202e\n## Task\n`,
        commit: '0123456789abcdef0123456789abcdef01234567' as CommitId,
      })),
    ),
}
/** Counts one token per character: far more than the first estimate for bodies. */
const characters: TokenCounter = { name: 'characters', count: (text) => text.length }

const budgets = fc.oneof(
  fc.constantFrom(MIN_BUDGET, MIN_BUDGET + 1, 200_000),
  fc.integer({ min: MIN_BUDGET, max: 4_000 }),
  fc.integer({ min: MIN_BUDGET, max: 200_000 }),
)

describe.each([
  { counter: 'bytes', tokens: bytesPerFour(), options: {} },
  { counter: 'bytes, with records', tokens: bytesPerFour(), options: { recorded } },
  { counter: 'characters, with records', tokens: characters, options: { recorded, tokens: characters } },
])('a package counted in $counter', ({ tokens, options }) => {
  const pipeline = createEmptyPipeline(git, options)

  it('has at most as many tokens as its budget, for any task', async () => {
    await fc.assert(
      fc.asyncProperty(taskArbitrary(), budgets, async (task, budget) => {
        const pack = await retrieve(pipeline, { task, budget })
        expect(tokens.count(markdown(pack))).toBeLessThanOrEqual(budget)
        expect(pack.token_count).toBe(tokens.count(markdown(pack)))
        expect(tokens.count(renderPackage(pack, 'prompt'))).toBeLessThanOrEqual(budget)
      }),
      { numRuns: 60 },
    )
  })

  it('uses most of a budget that is too small for everything', async () => {
    for (const budget of [1_000, 2_000, 4_000]) {
      const { token_count: used } = await retrieve(pipeline, { task: 'fix the login in src/login/part3.ts', budget })
      expect(used / budget).toBeGreaterThan(0.7)
    }
  })
})

describe('a package', () => {
  const pipeline = createEmptyPipeline(git, { recorded })

  it('is the same, byte for byte, each time and of whichever pipeline', async () => {
    const other = createEmptyPipeline(git, { recorded })
    await fc.assert(
      fc.asyncProperty(taskArbitrary(), budgets, async (task, budget) => {
        const first = await retrieve(pipeline, { task, budget })
        for (const again of [await retrieve(pipeline, { task, budget }), await retrieve(other, { task, budget })]) {
          expect(json(again)).toBe(json(first))
          expect(markdown(again)).toBe(markdown(first))
        }
      }),
      { numRuns: 30 },
    )
  })

  it('has the function that the task names, from the first budget that holds it', async () => {
    const task = 'fix the login in src/login/part3.ts: login3x1 reads no session'
    for (const budget of [1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 64_000, 200_000]) {
      const { files } = await retrieve(pipeline, { task, budget })
      const { parts = [] } = files.find(({ path }) => path === 'src/login/part3.ts') ?? {}
      const given = parts.filter(({ detail }) => detail === 'whole' || detail === 'body')
      expect(given.some(({ text }) => text.includes('export function login3x1() {\n'))).toBe(true)
    }
  })

  it('refuses a budget below the smallest, and an empty task', async () => {
    const small = await pipeline.execute({ task: 'login', budget: MIN_BUDGET - 1 })
    expect(small._unsafeUnwrapErr().code).toBe('budget_too_small')
    expect((await pipeline.execute({ task: ' \n' }))._unsafeUnwrapErr().code).toBe('task_empty')
    for (const scopeSize of [0, -3, 1.5, 101, Number.NaN])
      expect((await pipeline.execute({ task: 'x', scopeSize }))._unsafeUnwrapErr()).toMatchObject({
        code: 'invalid_query',
        message: `scopeSize is ${scopeSize}. Give a whole number from 1 to 100.`,
      })
  })

  it('gives parts as they stand in the file', async () => {
    const pack = await retrieve(pipeline, { task: 'fix the login in src/login/part3.ts', budget: 12_000 })
    const files = manyShapes()
    let checked = 0
    for (const { path, parts } of pack.files) {
      const source = files[path]?.replace(/\n$/, '').split('\n')
      if (source === undefined) continue
      for (const { detail, lines, text } of parts) {
        if (detail !== 'whole' && detail !== 'body') continue
        expect(text).toBe(source.slice(lines.start - 1, lines.end).join('\n'))
        checked++
      }
    }
    expect(checked).toBeGreaterThan(3)
  })
})
