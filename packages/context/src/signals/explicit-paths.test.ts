import { createMemoryGit, processorTime } from '@chronicle/testing'
import { beforeAll, describe, expect, it } from 'vitest'
import { snapshotOf } from '../../test/open-scene.ts'
import type { KnowledgeSnapshot } from '../knowledge/knowledge-snapshot.ts'
import { analyseTask } from '../task/analyse-task.ts'
import { namedFiles } from './explicit-paths.ts'

const PATHS = [
  'src/auth/handler.ts',
  'src/auth/index.ts',
  'src/index.ts',
  'src/view.tsx',
  'lib/index.js',
  'lib/router/layer.js',
  'src/flask/json/provider.py',
  'src/flask/json/__init__.py',
  'src/flask/app.py',
  'crates/core/search.rs',
  'context.go',
  'binding/form.go',
  'src/main/java/com/example/auth/LoginHandler.java',
  ...[1, 2, 3, 4, 5, 6].map((index) => `packages/p${index}/config.ts`),
]

describe('the files that a task names', () => {
  let snapshot: KnowledgeSnapshot
  beforeAll(async () => {
    const files = Object.fromEntries(PATHS.map((path) => [path, '']))
    snapshot = await snapshotOf(createMemoryGit({ commits: [{ files }] }).git)
  })
  const named = (task: string): readonly string[] => [...namedFiles(analyseTask(task), snapshot).keys()].sort()

  it.each([
    ['its path', 'See src/auth/handler.ts', 'src/auth/handler.ts'],
    ['the end of its path', 'See auth/handler.ts', 'src/auth/handler.ts'],
    ['a mention of it', 'Fix @src/index.ts', 'src/index.ts'],
    ['its path in bold', 'See **src/auth/handler.ts**', 'src/auth/handler.ts'],
    ['its name', 'See `handler.ts`', 'src/auth/handler.ts'],
    [
      'a path from where the task was written',
      'See ../src/auth/handler.ts or ./src/auth/handler.ts',
      'src/auth/handler.ts',
    ],
    ['a path of another machine', 'See /home/me/gate/src/auth/handler.ts', 'src/auth/handler.ts'],
    ['a link to it', 'https://github.com/o/gate/blob/v1.2/src/auth/handler.ts#L4', 'src/auth/handler.ts'],
    ['what is built from it', 'dist/auth/handler.js throws', 'src/auth/handler.ts'],
    ['what is built from it, as JSX', 'build/view.js throws', 'src/view.tsx'],
    ['where it is installed, of npm', 'node_modules/express/lib/router/layer.js', 'lib/router/layer.js'],
    [
      'where it is installed, of Python',
      'Fails\n  File "/usr/lib/python3/site-packages/flask/json/provider.py", line 3, in dumps',
      'src/flask/json/provider.py',
    ],
    [
      'where it is downloaded to, of Go',
      'panic: x\n\t/go/pkg/mod/github.com/gin-gonic/gin@v1.9.1/binding/form.go:17 +0x2b',
      'binding/form.go',
    ],
    ['its module', 'flask.json.provider is slow', 'src/flask/json/provider.py'],
    ['a name in its module', 'flask.json.provider.DefaultJSONProvider.dumps is slow', 'src/flask/json/provider.py'],
    ['its package', 'flask.json.dumps is slow', 'src/flask/json/__init__.py'],
    [
      'a frame of Java',
      'Fails\n\tat com.example.auth.LoginHandler.validate(LoginHandler.java:31)',
      'src/main/java/com/example/auth/LoginHandler.java',
    ],
    ['a panic of Rust', "thread 'main' panicked at crates/core/search.rs:42:13:", 'crates/core/search.rs'],
  ])('are found by %s', (_, task, path) => {
    expect(named(task)).toEqual([path])
  })

  it('are none for a name that many files have', () => {
    expect(named('config.ts is wrong')).toEqual([])
    expect(named('packages/p3/config.ts is wrong')).toEqual(['packages/p3/config.ts'])
  })

  it('are none for the name of a folder file of another package', () => {
    expect(named('node_modules/other/index.js fails')).toEqual([])
  })

  it('are none that only end alike', () => {
    expect(named('See random-handler.ts')).toEqual([])
    expect(named('See src/other/absent.ts')).toEqual([])
  })

  it('score by how surely they are meant', () => {
    const scores = namedFiles(analyseTask('src/auth/handler.ts, flask.app.Flask and layer.js'), snapshot)
    const [path = 0, module = 0, name = 0] = ['src/auth/handler.ts', 'src/flask/app.py', 'lib/router/layer.js'].map(
      (file) => [...scores].find(([of]) => of === file)?.[1],
    )
    expect(path).toBeGreaterThan(module)
    expect(module).toBeGreaterThan(name)
    expect(name).toBeGreaterThan(0)
  })

  it('share the score of a name that several have', () => {
    const scores = [...namedFiles(analyseTask('`index.ts` is wrong'), snapshot)]
    expect(scores.map(([path]) => path).sort()).toEqual(['src/auth/index.ts', 'src/index.ts'])
    expect(scores[0]?.[1]).toBe(0.5)
  })

  it.each(['a.'.repeat(20_000), 'a/'.repeat(20_000)])('are looked for in little time (%#)', (task) => {
    expect(processorTime(() => named(task))).toBeLessThan(2_000)
  })
})
