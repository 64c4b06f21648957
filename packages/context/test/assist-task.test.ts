import {
  analyseTask,
  assistTask,
  createMemoryKnowledgeStore,
  type AssistedTask,
  type ContextPackage,
} from '@chronicle/context'
import type { KnowledgeStore, LanguageModel } from '@chronicle/core/contracts'
import { createMemoryGit, scriptedModel, type ModelStep } from '@chronicle/testing'
import { describe, expect, it } from 'vitest'
import { createEmptyPipeline, retrieve } from './open-pipeline.ts'
import { createTestRedactor } from './create-test-redactor.ts'

const NOTHING = {
  task_type: 'feature',
  keywords: [],
  file_hints: [],
  symbol_hints: [],
  error_patterns: [],
  concepts: [],
}

function words(more: object): ModelStep {
  return { text: JSON.stringify({ ...NOTHING, ...more }) }
}

async function assist(task: string, model: LanguageModel): Promise<AssistedTask> {
  return (await assistTask(analyseTask(task), { model }))._unsafeUnwrap()
}

describe('a task that says too little', () => {
  it('gets the words of the model after its own', async () => {
    const model = scriptedModel([
      words({ keywords: ['sluggish', 'throttle', 'delay'], symbol_hints: ['rateLimit'], concepts: ['rate limiting'] }),
    ])
    const { query, diagnostics } = await assist('Sluggish answers', model)
    expect(query).toEqual({
      ...analyseTask('Sluggish answers'),
      task_type: 'feature',
      keywords: ['Sluggish', 'answers', 'sluggish', 'throttle', 'delay'],
      symbol_hints: ['rateLimit'],
      concepts: ['rate limiting'],
    })
    expect(diagnostics).toEqual([])
    expect(model.requests[0]?.messages).toEqual([
      { role: 'user', text: 'Which words?\n<data-1 from="task">\nSluggish answers\n</data-1>' },
    ])
  })

  it('has no path and no error that the model made up', async () => {
    const model = scriptedModel([words({ file_hints: ['src/main.ts'], error_patterns: ['EPIPE', 'Slow'] })])
    const { query } = await assist('Slow', model)
    expect(query).toMatchObject({ file_hints: [], error_patterns: ['Slow'] })
  })

  it('keeps the kind that its own words tell', async () => {
    expect((await assist('Fix it', scriptedModel([words({})]))).query.task_type).toBe('bug_fix')
  })

  it.each([
    ['a kind that there is not', { task_type: 'chore' }, '"task_type" is none of'],
    ['names that are none', { symbol_hints: ['rate limit()'] }, '"symbol_hints" has an entry that is no name.'],
    [
      'too many words',
      { keywords: Array.from({ length: 21 }, (_, n) => `w${String(n)}`) },
      '"keywords" has more than 20',
    ],
  ])('does not accept %s', async (_, more, problem) => {
    const model = scriptedModel([words(more), words({ keywords: ['better'] })])
    expect((await assist('Slow', model)).query.keywords).toEqual(['Slow', 'better'])
    expect(JSON.stringify(model.requests[1]?.messages)).toContain(JSON.stringify(problem).slice(1, -1))
  })

  it.each([
    [{ fails: 'model_unreachable' } as const, 'The scripted model fails with model_unreachable.'],
    [{ text: 'no' }, 'scripted/model did not answer as it was asked, twice. It is not JSON.'],
    [{ text: '', stopReason: 'refused' } as const, 'scripted/model refuses to answer.'],
  ])('stays as it is when the model fails: %j', async (step, message) => {
    const { query, diagnostics } = await assist('Slow', scriptedModel([step, step]))
    expect(query).toEqual(analyseTask('Slow'))
    expect(diagnostics).toEqual([
      { code: 'assist_failed', severity: 'warning', message: `${message} The task was understood without it.` },
    ])
  })

  it('is not answered when the caller gave up', async () => {
    const outcome = await assistTask(analyseTask('Slow'), { model: scriptedModel([]), signal: AbortSignal.abort() })
    expect(outcome._unsafeUnwrapErr().code).toBe('aborted')
  })
})

it.each(['Slow answers behind proxies', 'Fix src/gate.ts', 'Fix `gate`', 'Fix rateLimit'])(
  'asks nothing about a task that says enough: %s',
  async (task) => {
    const model = scriptedModel([])
    expect(await assist(task, model)).toEqual({ query: analyseTask(task), diagnostics: [] })
    expect(model.requests).toEqual([])
  },
)

describe('in a pipeline', () => {
  const { git, commits } = createMemoryGit({
    commits: [
      {
        files: {
          'src/gate.ts': 'export function hold(queue: number): number {\n  return queue // throttle\n}\n',
          'src/paint.ts': 'export class Painter {}\n',
        },
      },
    ],
  })
  const redactor = createTestRedactor('hunter2')
  const [commit] = commits

  function ask(task: string, assisting: LanguageModel, store: KnowledgeStore): Promise<ContextPackage> {
    return retrieve(createEmptyPipeline(git, { store, assist: assisting, redactor }), { task, at: { commit: commit! } })
  }

  it('finds what the words of the model name, and asks once about a task', async () => {
    const store = createMemoryKnowledgeStore()
    const model = scriptedModel([words({ keywords: ['throttle'] })])
    const first = await ask('Sluggish hunter2', model, store)
    expect(first.scope[0]).toMatchObject({ path: 'src/gate.ts' })
    expect(first.diagnostics.map(({ code }) => code)).not.toContain('nothing_matched')
    expect(JSON.stringify(model.requests)).not.toContain('hunter2')
    expect(await ask('Sluggish hunter2', model, store)).toEqual(first)
    expect(model.requests).toHaveLength(1)
  })

  it('says so when the model fails', async () => {
    const model = scriptedModel([{ fails: 'model_unauthorized' }])
    const { diagnostics } = await ask('Paint', model, createMemoryKnowledgeStore())
    expect(diagnostics.map(({ code }) => code)).toContain('assist_failed')
  })
})
