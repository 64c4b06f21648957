import { createGitCli } from '@chronicle/git-cli'
import { okAsync, type CommitId, type RepoPath } from '@chronicle/schema'
import { createFixtureRepository } from '@chronicle/testing'
import { afterAll, describe, expect, it } from 'vitest'
import { ast } from '../../../test/open-scene.ts'
import { fusedProfile } from '../../rank/fused-profile.ts'
import { weightedProfile } from '../../rank/weighted-profile.ts'
import { createMemoryKnowledgeStore } from '../../store/memory-knowledge-store.ts'
import type { EvaluationCase } from '../cases/evaluation-case.ts'
import { runEvaluation } from '../run/run-evaluation.ts'
import { pipelineSystem } from './pipeline-system.ts'
import { createTaskKnowledge, type TaskKnowledge } from './task-knowledge.ts'
import { withoutSignal } from './without-signal.ts'

const FILLER = Array.from({ length: 60 }, (_, i) => `def filler_${i}(rows):\n    return rows[${i}]\n\n\n`).join('')

const fixture = await createFixtureRepository()
await fixture.write({
  'src/session.py': `${FILLER}def open_session(app):\n    return app\n`,
  'src/render.py': 'def render(template):\n    return template\n',
})
const base = await fixture.commit('Open sessions')
await fixture.write({ 'src/session.py': `${FILLER}def open_session(app):\n    return app.copy()\n` })
const fixed = await fixture.commit('Copy the app when open_session is called')
const later: CommitId = fixed
const patch = `${await fixture.git('diff', base, fixed)}\n`
const task = 'open_session returns the app itself'
const one = { repository: 'r', task, patch, goldFiles: ['src/session.py' as RepoPath], source: 'issue' } as const
let cases: readonly EvaluationCase[] = [
  { ...one, id: 'first', base },
  { ...one, id: 'again', base: later, task: 'render returns its template', goldFiles: ['src/render.py' as RepoPath] },
]
afterAll(() => fixture.dispose())

/** Returns knowledge that logs what is added to its stores. */
function countingKnowledge(): { readonly knowledge: TaskKnowledge; readonly added: readonly string[] } {
  const added: string[] = []
  const createStore = (): ReturnType<typeof createMemoryKnowledgeStore> => {
    const store = createMemoryKnowledgeStore()
    const add: typeof store.add = (collection, documents, call) => {
      added.push(...documents.map(({ key }) => `${collection} ${key}`))
      return store.add(collection, documents, call)
    }
    return { ...store, add }
  }
  return { knowledge: createTaskKnowledge({ ast, createStore }), added }
}

function evaluate(systems: readonly ReturnType<typeof pipelineSystem>[], budgets: readonly number[] = [200, 4000]) {
  return runEvaluation(
    { cases, systems, budgets, repeat: true },
    { ast, openRepository: () => okAsync(createGitCli({ dir: fixture.dir })) },
  )
}

describe('pipelineSystem', () => {
  it('ranks files and functions, and packs for each budget', async () => {
    const run = (await evaluate([pipelineSystem({ knowledge: createTaskKnowledge({ ast }) })]))._unsafeUnwrap()
    expect(run.systems[0]?.name).toBe('fused')
    const measures = run.systems[0]?.results[0]?.measures
    expect(measures).toMatchObject({
      'file-acc@1': 1,
      'function-acc@1': 1,
      'packed-functions@200': 1,
      'packed-functions@4000': 1,
      'over-budget@200': 0,
      deterministic: 1,
    })
    // A small package is more focused than a large one.
    expect(measures?.['line-precision@200']).toBeGreaterThan(measures?.['line-precision@4000'] ?? 1)
  })

  it('indexes each content once for all systems and bases', async () => {
    const { knowledge, added } = countingKnowledge()
    const systems = [fusedProfile(), weightedProfile()].map((profile) => pipelineSystem({ knowledge, profile }))
    const run = (await evaluate(systems))._unsafeUnwrap()
    expect(run.systems.map(({ name }) => name)).toEqual(['fused', 'weighted'])
    // There are two files, one of them in two versions, and two commits.
    expect(added).toHaveLength(5)
    expect(new Set(added).size).toBe(5)
  })

  it('sees nothing later than the base, though the store knows it', async () => {
    const knowledge = createTaskKnowledge({ ast })
    const [first, again] = cases
    const seen: unknown[] = []
    const system = pipelineSystem({ knowledge })
    const probe: typeof system = {
      name: 'probe',
      retrieve: (task, options) => {
        const { knowledge: base } = knowledge.of(task)
        return system.retrieve(task, options).map((found) => {
          seen.push(base.at({ commit: task.base }).then((opened) => opened._unsafeUnwrap().commits.count))
          return found
        })
      },
    }
    cases = [again, first].flatMap((one) => one ?? [])
    expect((await evaluate([probe])).isOk()).toBe(true)
    cases = [...cases].reverse()
    // Each case is put to the system twice.
    expect(await Promise.all(seen)).toEqual([2, 2, 1, 1])
  })

  it('states the time of its first package, without that of indexing', async () => {
    let time = 0
    const system = pipelineSystem({ knowledge: createTaskKnowledge({ ast }), now: () => (time += 7), name: 'timed' })
    const run = (await evaluate([system]))._unsafeUnwrap()
    expect(run.systems[0]?.results.map(({ measures }) => measures['milliseconds'])).toEqual([7, 7])
  })

  it('counts a budget that is too small as a failure', async () => {
    const run = (await evaluate([pipelineSystem({ knowledge: createTaskKnowledge({ ast }) })], [50]))._unsafeUnwrap()
    expect(run.systems[0]?.results[0]?.failure?.code).toBe('budget_too_small')
  })
})

describe('withoutSignal', () => {
  it('leaves one signal out', async () => {
    const profile = withoutSignal(fusedProfile(), 'content')
    expect(profile.name).toBe('fused without content')
    expect(profile.signals.map(({ name }) => name)).toEqual(
      fusedProfile().signals.flatMap(({ name }) => (name === 'content' ? [] : name)),
    )
    const run = (await evaluate([pipelineSystem({ knowledge: createTaskKnowledge({ ast }), profile })]))._unsafeUnwrap()
    expect(run.systems[0]?.results[0]?.measures['file-acc@1']).toBe(1)
  })
})
