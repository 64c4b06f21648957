import {
  createContextPipeline,
  createMemoryKnowledgeStore,
  embeddingSignal,
  fusedProfile,
  FUSED_SIGNALS,
  type ContextPackage,
  type ContextPipeline,
} from '@chronicle/context'
import type { EmbeddingModel, KnowledgeStore, Progress, Redactor, TreeState } from '@chronicle/core/contracts'
import { omitUndefined } from '@chronicle/schema'
import { createMemoryGit, scriptedEmbeddingModel, type EmbeddingRequest, type MemoryGit } from '@chronicle/testing'
import { describe, expect, it } from 'vitest'
import { ast } from './open-scene.ts'
import { createTestRedactor } from './create-test-redactor.ts'

/** Words of the same meaning share a dimension. */
const MEANINGS = [/sluggish|slow|throttle|delay/gi, /invoice|bill/gi, /colou?r|paint/gi]

/** Imitates an embedding model: the number of words of each meaning, and a component that every text has. */
function meaning(text: string): readonly number[] {
  return [...MEANINGS.map((words) => [...text.matchAll(words)].length), 0.1]
}

const answering = ({ texts }: EmbeddingRequest): { readonly vectors: readonly (readonly number[])[] } => ({
  vectors: texts.map(meaning),
})

const FILES = {
  'src/gate.ts':
    '/** Holds requests back. */\nexport function throttle(gate: number): number {\n  // delay\n  return gate\n}\n',
  'src/invoice.ts': 'export function makeInvoice(): string {\n  return "invoice"\n}\n',
  'src/paint.ts': 'export class Painter {\n  paint(): void {}\n}\n',
  'test/gate.test.ts': 'import { throttle } from "../src/gate"\nthrottle(1) // slow delay throttle\n',
}

const repository = createMemoryGit({
  commits: [{ files: FILES }, { files: { 'src/paint.ts': 'export class Painter {}\nexport const colour = 1\n' } }],
})

function at(commit: number, { commits }: MemoryGit = repository): TreeState {
  const id = commits[commit]
  if (id === undefined) throw new Error('no such commit')
  return { commit: id }
}

interface Opened {
  readonly model?: EmbeddingModel
  readonly store?: KnowledgeStore
  readonly redactor?: Redactor
  readonly git?: MemoryGit
}

function open(options: Opened = {}): ContextPipeline {
  const { model = scriptedEmbeddingModel(answering), store = createMemoryKnowledgeStore(), redactor } = options
  const { git } = options.git ?? repository
  const embedding = embeddingSignal({ model, ...omitUndefined({ redactor }) })
  return createContextPipeline({ git, ast, store, profile: fusedProfile([...FUSED_SIGNALS, embedding]) })
}

async function retrieve(pipeline: ContextPipeline, task: string, state = at(0)): Promise<ContextPackage> {
  return (await pipeline.execute({ task, at: state }))._unsafeUnwrap()
}

const TASK = 'Answers are sluggish'

it('finds a file that says the same in other words', async () => {
  const without = createContextPipeline({ git: repository.git, ast, store: createMemoryKnowledgeStore() })
  expect((await retrieve(without, TASK)).diagnostics.map(({ code }) => code)).toContain('nothing_matched')
  const { scope, provenance, diagnostics } = await retrieve(open(), TASK)
  expect(scope[0]).toMatchObject({ path: 'src/gate.ts', class: 'source' })
  expect(provenance.scores['src/gate.ts']?.['embedding']).toBeGreaterThan(
    provenance.scores['src/invoice.ts']?.['embedding'] ?? 0,
  )
  expect(diagnostics.map(({ code }) => code)).not.toContain('embedding_failed')
})

it('sends the task once, and of each source file what stands for it', async () => {
  const model = scriptedEmbeddingModel(answering, { maxBatch: 100 })
  await retrieve(open({ model }), TASK)
  expect(model.requests).toEqual([
    { kind: 'query', texts: [TASK] },
    {
      kind: 'document',
      texts: [
        'src/gate.ts\nthrottle',
        'src/gate.ts throttle\nexport function throttle(gate: number): number\nHolds requests back.\n/** Holds requests back. */\nexport function throttle(gate: number): number {\n  // delay\n  return gate\n}',
        'src/invoice.ts\nmakeInvoice',
        expect.stringContaining('src/invoice.ts makeInvoice\n'),
        'src/paint.ts\nPainter paint',
        expect.stringContaining('src/paint.ts Painter\n'),
        expect.stringContaining('src/paint.ts Painter.paint\n'),
      ],
    },
  ])
})

describe('what is kept', () => {
  it('makes the same answer without a model', async () => {
    const store = createMemoryKnowledgeStore()
    const first = await retrieve(open({ store }), TASK)
    const silent = scriptedEmbeddingModel([])
    expect(await retrieve(open({ store, model: silent }), TASK)).toEqual(first)
    expect(silent.requests).toEqual([])
  })

  it('leaves only what has changed to be embedded, and the answer as if all were', async () => {
    const store = createMemoryKnowledgeStore()
    await retrieve(open({ store }), TASK)
    const model = scriptedEmbeddingModel(answering)
    const later = await retrieve(open({ store, model }), TASK, at(1))
    expect(model.requests.flatMap(({ texts }) => texts.map((text) => text.split(/\s/)[0]))).toEqual([
      'src/paint.ts',
      'src/paint.ts',
    ])
    expect(later).toEqual(await retrieve(open(), TASK, at(1)))
  })

  it('is of one model, and no other uses it', async () => {
    const store = createMemoryKnowledgeStore()
    await retrieve(open({ store }), TASK)
    const other = scriptedEmbeddingModel(answering, { name: 'scripted.embedding' })
    await retrieve(open({ store, model: other }), TASK)
    expect(other.requests.length).toBeGreaterThan(1)
  })

  it('moves with a file only as far as its path was not embedded', async () => {
    const text = FILES['src/gate.ts']
    const moved = createMemoryGit({
      commits: [{ files: FILES }, { files: { 'src/gate.ts': null, 'src/slow.ts': text } }],
    })
    const store = createMemoryKnowledgeStore()
    await retrieve(open({ store, git: moved }), TASK, at(0, moved))
    const incremental = await retrieve(open({ store, git: moved }), TASK, at(1, moved))
    expect(incremental).toEqual(await retrieve(open({ git: moved }), TASK, at(1, moved)))
  })
})

describe('a model that fails', () => {
  it('gives no scores and a diagnostic', async () => {
    const model = scriptedEmbeddingModel([{ fails: 'model_unauthorized' }])
    const { scope, provenance, diagnostics } = await retrieve(open({ model }), 'The invoice is wrong')
    expect(scope[0]?.path).toBe('src/invoice.ts')
    expect(provenance.scores['src/invoice.ts']).not.toHaveProperty('embedding')
    expect(diagnostics).toContainEqual({
      code: 'embedding_failed',
      severity: 'warning',
      message: 'The scripted model fails with model_unauthorized. Files were ranked without it.',
    })
  })

  it('in the middle goes on there the next time', async () => {
    const many = Object.fromEntries(
      Array.from({ length: 40 }, (_, index) => [
        `src/f${String(index).padStart(2, '0')}.ts`,
        `let a = ${String(index)}\n`,
      ]),
    )
    const git = createMemoryGit({ commits: [{ files: many }] })
    const store = createMemoryKnowledgeStore()
    let asked = 0
    const failing = scriptedEmbeddingModel(
      (request) => (++asked > 2 ? { fails: 'model_rate_limited' } : answering(request)),
      { maxBatch: 100 },
    )
    const first = await retrieve(open({ git, store, model: failing }), TASK, at(0, git))
    expect(first.diagnostics.map(({ code }) => code)).toContain('embedding_failed')
    const model = scriptedEmbeddingModel(answering, { maxBatch: 100 })
    const second = await retrieve(open({ git, store, model }), TASK, at(0, git))
    expect(second.diagnostics.map(({ code }) => code)).not.toContain('embedding_failed')
    expect(model.requests.map(({ texts }) => texts.length)).toEqual([8])
  })

  it('is no reason to go on when the caller gives up', async () => {
    const controller = new AbortController()
    const model = scriptedEmbeddingModel(() => {
      controller.abort()
      return 'hangs'
    })
    const outcome = await open({ model }).execute({ task: TASK, at: at(0) }, { signal: controller.signal })
    expect(outcome._unsafeUnwrapErr().code).toBe('aborted')
  })
})

describe('secrets', () => {
  const SECRET = 'hunter2-hunter2'
  const redactor = createTestRedactor(SECRET)

  it('are taken out of files and tasks, wherever the facts repeat them', async () => {
    const git = createMemoryGit({
      commits: [
        {
          files: {
            'src/a.ts': `/** Uses ${SECRET}. */\n\n/** Not ${SECRET}. */\nexport function open(key = '${SECRET}'): string {\n  return key\n}\n`,
          },
        },
      ],
    })
    const model = scriptedEmbeddingModel(answering, { maxBatch: 100 })
    await retrieve(open({ git, model, redactor }), `Do not log ${SECRET}`, at(0, git))
    expect(JSON.stringify(model.requests)).not.toContain(SECRET)
    expect(model.requests[0]?.texts).toEqual(['Do not log [REDACTED]'])
    expect(model.requests[1]?.texts[1]).toContain("open(key = '[REDACTED]')")
  })
})

it('tells how far it is', async () => {
  const steps: string[] = []
  const onProgress = ({ step, done, total }: Progress): void => {
    steps.push(`${step} ${String(done)}/${String(total)}`)
  }
  ;(await open().execute({ task: TASK, at: at(0) }, { onProgress }))._unsafeUnwrap()
  expect(steps).toContain('embedding files 0/3')
  expect(steps.at(-1)).toBe('embedding files 3/3')
})
