import { buildHistory, createFixtureRepository, createLineParser, historyArbitrary } from '@chronicle/testing'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createSourceReader } from '../src/index.ts'
import { openWorkbench } from './workbench.ts'
import { repetitions } from '../../workspace/src/testing/repetitions.ts'

describe('git-cli and git-isomorphic', () => {
  it('give equal answers and errors on generated histories', async () => {
    const ast = createLineParser({ endings: ['.ts', '.txt', '.rs'] })
    const plan = historyArbitrary({ maxCommits: 8 })
    await fc.assert(
      fc.asyncProperty(plan, async (history) => {
        const built = await buildHistory(history)
        await using repository = built.repository
        await using cli = openWorkbench(repository.dir, { ast })
        await using isomorphic = openWorkbench(repository.dir, { ast, backend: 'isomorphic' })
        const targets = [...built.paths.slice(0, 6), 'nowhere.txt', 'src', 'a.txt/b']
        const requests = targets.flatMap((target) => [
          { mode: 'file', target, limit: 3 },
          { mode: 'snippet', target, start_line: 2, end_line: 30, context_lines: 1 },
          { mode: 'symbol', target: 'line', path: target },
          ...built.commits.slice(-3).map((commit) => ({ mode: 'diff_preview', target, against: `commit:${commit}` })),
          { mode: 'diff_preview', target, content: 'proposed\n', against: 'INDEX' },
        ])
        for (const request of requests) {
          const [expected, actual] = await Promise.all(
            [cli, isomorphic].map(({ git, ast: parser }) => answerOf(git, parser, request)),
          )
          expect({ request, answer: actual }).toEqual({ request, answer: expected })
        }
      }),
      { numRuns: repetitions(4, 8) },
    )
  })

  it('give equal answers to searches, and on what is no plain file', async () => {
    await using repository = await createFixtureRepository()
    const commit = await repository.commitFiles('One', {
      'src/a.ts': 'export class A {\n  run(): void {}\n}\n',
      'src/b.ts': 'export class B {\n  run(): void {}\n  only(): void {}\n}\n',
      link: { symlink: 'src/a.ts' },
      'latin1.txt': Uint8Array.from([0xe4, 10]),
      'binary.bin': Uint8Array.from([0]),
    })
    await repository.submodule('sub', commit)
    await repository.git('commit', '-qm', 'Two')
    const requests = [
      ...['run', 'only', 'A::run', 'src/a.ts:A::run', 'onyl'].map((target) => ({ mode: 'symbol', target })),
      ...['link', 'latin1.txt', 'binary.bin', 'sub', 'sub/x', 'link/x'].flatMap((target) => [
        { mode: 'file', target },
        { mode: 'diff_preview', target, against: 'HEAD' },
      ]),
    ]
    const [cli, isomorphic] = [openWorkbench(repository.dir), openWorkbench(repository.dir, { backend: 'isomorphic' })]
    for (const request of requests) {
      const [expected, actual] = await Promise.all([cli, isomorphic].map(({ git, ast }) => answerOf(git, ast, request)))
      expect({ request, answer: actual }).toEqual({ request, answer: expected })
    }
    await cli.close()
    await isomorphic.close()
  })
})

async function answerOf(
  git: Parameters<typeof createSourceReader>[0]['git'],
  ast: Parameters<typeof createSourceReader>[0]['ast'],
  request: unknown,
): Promise<unknown> {
  return (await createSourceReader({ git, ast }).read(request)).match<unknown>(
    (answer) => answer,
    ({ code, message, data }) => ({ code, message, data }),
  )
}
