import { createGitCli } from '@chronicle/git-cli'
import { createContextPipeline, createMemoryKnowledgeStore } from '@chronicle/context'
import {
  createFixtureRepository,
  createMemoryGit,
  RANKED_REPOSITORY,
  type FixtureFile,
  type MemoryCommit,
} from '@chronicle/testing'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createEmptyPipeline, json, retrieve } from './open-pipeline.ts'
import { ast } from './open-scene.ts'

const PATHS = [
  'src/auth/handler.ts',
  'src/auth/login.ts',
  'src/session.ts',
  'lib/tool.py',
  'lib/__init__.py',
  'NOTES.md',
]
const CONTENTS = [
  "import { login } from './login'\nexport function validateLogin() {\n  return login()\n}\n",
  "import { session } from '../session'\nexport const login = () => session\n",
  'export const session = 1 // Because the login needs it.\n',
  'from lib import login\n\n\ndef validate_login(name):\n    """Checks the login."""\n    return login(name)\n',
  '# Login\n\nHow to log in.\n',
  '',
]
const MESSAGES = ['fix the login\n', 'feat(auth): validate the session\n', 'Notes\n', 'Bump things\n']
const TASKS = [
  'fix the login',
  'validateLogin in src/auth/handler.ts ignores the session',
  'refactor lib/tool.py: validate_login',
]

/** Changes of several files: `null` removes a file. */
const changes: fc.Arbitrary<Readonly<Record<string, FixtureFile | null>>> = fc.dictionary(
  fc.constantFrom(...PATHS),
  fc.oneof({ weight: 5, arbitrary: fc.constantFrom(...CONTENTS) }, { weight: 1, arbitrary: fc.constant(null) }),
  { minKeys: 1, maxKeys: 3 },
)
const commit: fc.Arbitrary<MemoryCommit> = fc.record({ files: changes, message: fc.constantFrom(...MESSAGES) })

describe('a pipeline that followed every change', () => {
  it('gives the packages of one that sees the last state first', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(commit, { minLength: 1, maxLength: 6 }),
        fc.option(changes, { nil: {} }),
        fc.constantFrom(...TASKS),
        async (history, worktree, task) => {
          const { git, commits } = createMemoryGit({
            commits: [{ files: { 'src/session.ts': 'export const session = 0\n' } }, ...history],
            worktree,
          })
          const kept = createEmptyPipeline(git)
          for (const id of commits) {
            const at = { commit: id }
            expect((await kept.index(at)).isOk()).toBe(true)
            expect(json(await retrieve(kept, { task, at }))).toBe(
              json(await retrieve(createEmptyPipeline(git), { task, at })),
            )
          }
          for (const at of ['WORKTREE', 'INDEX'] as const)
            expect(json(await retrieve(kept, { task, at }))).toBe(
              json(await retrieve(createEmptyPipeline(git), { task, at })),
            )
        },
      ),
      { numRuns: 25 },
    )
  })

  it('sees an edit of the working tree, whatever the backend can tell', async () => {
    const { git } = createMemoryGit({
      ...RANKED_REPOSITORY,
      worktree: {
        'src/session.ts': 'export function readSession() {\n  return "edited"\n}\n',
        'src/fresh.ts': 'export const freshlyMade = 1\n',
        'src/util/clock.ts': null,
      },
    })
    const pack = await retrieve(createEmptyPipeline(git), { task: 'readSession and freshlyMade in src/util/clock.ts' })
    const text = pack.files.flatMap(({ parts }) => parts.map((part) => part.text)).join('\n')
    expect(text).toContain('return "edited"')
    expect(text).toContain('freshlyMade')
    expect(pack.scope.map(({ path }) => path)).not.toContain('src/util/clock.ts')
  })
})

describe('a pipeline over git', () => {
  it('follows commits, edits, moves, deletions and files that are ignored', async () => {
    await using repository = await createFixtureRepository()
    const git = createGitCli({ dir: repository.dir })
    const kept = createContextPipeline({ git, ast, store: createMemoryKnowledgeStore() })
    const task = 'fix the login of validateLogin'
    const check = async (): Promise<readonly string[]> => {
      const fresh = createContextPipeline({ git, ast, store: createMemoryKnowledgeStore() })
      const pack = await retrieve(kept, { task })
      expect(json(pack)).toBe(json(await retrieve(fresh, { task })))
      return pack.scope.map(({ path }) => path as string).sort()
    }
    await repository.write({ '.gitignore': 'dist/\n', 'src/login.ts': 'export const login = 1\n' })
    expect(await check()).toEqual(['src/login.ts'])
    await repository.commit('feat: add the login\n')
    await repository.write({ 'dist/login.js': 'login\n', 'src/validate.ts': 'export function validateLogin() {}\n' })
    expect(await check()).toEqual(['src/login.ts', 'src/validate.ts'])
    await repository.commit('feat: validate the login\n')
    await repository.rename('src/validate.ts', 'src/auth/validate.ts')
    await repository.write({ 'src/login.ts': 'export const login = 2\n' })
    expect(await check()).toEqual(['src/auth/validate.ts', 'src/login.ts'])
    await repository.stage()
    expect(await check()).toEqual(['src/auth/validate.ts', 'src/login.ts'])
    await repository.remove('src/login.ts')
    expect(await check()).toEqual(['src/auth/validate.ts'])
    await repository.git('checkout', '--quiet', '--force', 'HEAD~1')
    expect(await check()).toEqual(['src/login.ts'])
    await git.close()
  })
})
