import { codedError, type GitBackend } from '@chronicle/core/contracts'
import { createGitCli } from '@chronicle/git-cli'
import { errAsync, okAsync, type CodedError, type RepoPath, type ResultAsync } from '@chronicle/schema'
import { createFixtureRepository } from '@chronicle/testing'
import { afterAll, describe, expect, it } from 'vitest'
import { ast } from '../../../test/open-scene.ts'
import { bm25OverFiles, pathMatch } from '../baselines/file-baseline.ts'
import type { EvaluationCase } from '../cases/evaluation-case.ts'
import type { RetrievalSystem } from './retrieval-system.ts'
import { runEvaluation, type EvaluationOptions } from './run-evaluation.ts'

let opened: string[] = []
let closed = 0

const fixture = await createFixtureRepository()
await fixture.write({
  'src/session.py':
    'import os\n\n\ndef open_session(app):\n    return app\n\n\ndef close_session(app):\n    app.end()\n',
  'src/render.py': 'def render(template):\n    return template\n',
  'src/other.py': 'def unrelated():\n    pass\n',
  'README.md': 'open_session open_session\n',
})
const base = await fixture.commit('start')
await fixture.write({
  'src/session.py':
    'import os\n\n\ndef open_session(app):\n    return app.copy()\n\n\ndef close_session(app):\n    app.end()\n',
})
const later = await fixture.commit('fix')
const fix: EvaluationCase = {
  id: 'fix',
  repository: 'r',
  base,
  task: 'openSession returns the app itself, which render then changes',
  goldFiles: ['src/session.py', 'src/gone.py'] as RepoPath[],
  patch: `${await fixture.git('diff', base, later)}\n`,
  source: 'issue',
}

afterAll(() => fixture.dispose())

function evaluate(options: Partial<EvaluationOptions> & { readonly systems: readonly RetrievalSystem[] }) {
  opened = []
  closed = 0
  const openRepository = (name: string): ResultAsync<GitBackend, CodedError> => {
    opened.push(name)
    const git = createGitCli({ dir: fixture.dir })
    const close = async (): Promise<void> => {
      closed++
      await git.close()
    }
    return okAsync({ ...git, close })
  }
  let time = 0
  return runEvaluation({ cases: [fix], budgets: [40, 20], ...options }, { openRepository, ast, now: () => (time += 5) })
}

function system(retrieve: RetrievalSystem['retrieve']): RetrievalSystem {
  return { name: 'probe', retrieve }
}

describe('runEvaluation', () => {
  it('measures the baselines', async () => {
    const systems = [bm25OverFiles(), pathMatch()]
    const run = (await evaluate({ systems, repeat: true }))._unsafeUnwrap()
    expect(run).toMatchObject({ ranks: [1, 3, 5, 10], budgets: [20, 40], unusable: [] })
    const [bm25, path] = run.systems
    expect(bm25?.name).toBe('bm25')
    expect(bm25?.results).toMatchObject([{ id: 'fix', repository: 'r', source: 'issue', goldFunctions: 1 }])
    expect(bm25?.results[0]?.measures).toMatchObject({
      'file-acc@1': 1,
      'file-precision': 0.5,
      // The file has 91 bytes: 23 tokens.
      'packed-functions@20': 0,
      'packed-functions@40': 1,
      'line-recall@40': 1,
      'line-precision@40': 2 / 11,
      deterministic: 1,
      milliseconds: 5,
    })
    expect(path?.results[0]?.measures).toMatchObject({ 'file-acc@1': 0, 'file-acc@3': 1, 'file-mrr': 0.5 })
  })

  it('shows a system the task without its gold, and the repository at the base', async () => {
    const seen: unknown[] = []
    const probe = system((task, { budgets }) => {
      seen.push(Object.keys(task).sort(), budgets)
      return task.git.listFiles({ commit: task.base }).andThen((files) => {
        seen.push(files.length)
        return okAsync({ files: [] })
      })
    })
    const run = (await evaluate({ systems: [probe] }))._unsafeUnwrap()
    expect(seen).toEqual([['base', 'git', 'id', 'repository', 'task'], [20, 40], 4])
    expect(Object.keys(run.systems[0]?.results[0]?.measures ?? {})).not.toContain('packed-files@20')
  })

  it('ends when a system asks for later history', async () => {
    const probe = system((task) => task.git.readCommits([later]).map(() => ({ files: [] })))
    expect((await evaluate({ systems: [probe] }))._unsafeUnwrapErr().code).toBe('later_history')
    expect(closed).toBe(1)
  })

  it('counts a failure against the system', async () => {
    const probe = system(() => errAsync(codedError('out_of_luck', 'Bad day.')))
    const [results] = (await evaluate({ systems: [probe, bm25OverFiles()] }))._unsafeUnwrap().systems
    expect(results?.results[0]).toMatchObject({
      measures: { 'file-acc@10': 0, 'function-acc@10': 0, 'packed-files@20': 0 },
      failure: { code: 'out_of_luck', message: 'Bad day.' },
    })
  })

  it('notices answers that differ', async () => {
    let calls = 0
    const probe = system(() => okAsync({ files: [{ path: `${calls++}` as RepoPath, score: 1 }] }))
    const run = (await evaluate({ systems: [probe], repeat: true }))._unsafeUnwrap()
    expect(run.systems[0]?.results[0]?.measures['deterministic']).toBe(0)
  })

  it('names the cases that cannot be used', async () => {
    const cases = [
      { ...fix, id: 'no-base', base: '1'.repeat(40) },
      { ...fix, id: 'no-file', goldFiles: ['nowhere.py' as RepoPath] },
      { ...fix, id: 'no-patch', patch: 'nothing' },
      { ...fix, id: 'elsewhere', repository: 's' },
      fix,
    ]
    const done: unknown[] = []
    const onProgress: EvaluationOptions['onProgress'] = (progress) => done.push([progress.done, progress.total])
    const run = (await evaluate({ systems: [pathMatch()], cases, onProgress }))._unsafeUnwrap()
    expect(run.unusable.map(({ id, code }) => [id, code])).toEqual([
      ['no-base', 'case_not_usable'],
      ['no-file', 'case_not_usable'],
      ['no-patch', 'invalid_patch'],
    ])
    expect(run.systems[0]?.results.map(({ id }) => id)).toEqual(['elsewhere', 'fix'])
    expect(done.at(-1)).toEqual([5, 5])
    expect([opened, closed]).toEqual([['r', 's'], 2])
  })

  it('stops when it is told to', async () => {
    const signal = AbortSignal.abort()
    expect((await evaluate({ systems: [pathMatch()], signal }))._unsafeUnwrapErr().code).toBe('aborted')
  })
})
