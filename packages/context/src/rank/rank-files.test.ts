import { createMemoryGit } from '@chronicle/testing'
import { describe, expect, it } from 'vitest'
import { openScene } from '../../test/open-scene.ts'
import { fusedProfile } from './fused-profile.ts'
import { rankFiles } from './rank-files.ts'

const login = 'export function validateLogin(session) {\n  return session.login\n}\n'
const files = {
  'src/login.ts': 'export const login = 1\n',
  'test/login.test.ts': login,
  'docs/login.md': '# validateLogin\n\nThe login validates the session. Log in.\n',
  'dist/login.js': login,
  'login.config.json': '{ "login": { "validateLogin": true } }\n',
  'src/far/away.ts': 'export const nothing = 1\n',
}
const { git } = createMemoryGit({ commits: [{ files }] })

async function rank(task: string): Promise<readonly string[]> {
  const { context } = await openScene({ git, task })
  return (await rankFiles(context, fusedProfile()))._unsafeUnwrap().map(({ path }) => path)
}

describe('the ranking of files', () => {
  it('has source before tests, documentation and what is built', async () => {
    const order = await rank('validateLogin ignores the session of a login')
    expect(order[0]).toBe('src/login.ts')
    expect(order).toContain('test/login.test.ts')
  })

  it.each([
    ['add tests for validateLogin of the login session', 'test/login.test.ts'],
    ['docs: say how validateLogin validates the session', 'docs/login.md'],
  ])('does not put behind what "%s" is about', async (task, path) => {
    const order = await rank(task)
    expect(order.indexOf(path)).toBeLessThan(order.indexOf('dist/login.js'))
    expect(order.indexOf(path)).toBeLessThan(2)
  })

  it('has files that are named by their path among the first three, of any class', async () => {
    for (const path of Object.keys(files)) {
      const order = await rank(
        `validateLogin ignores the session of a login, see ./${path.includes('/') ? path : `x/${path}`}`,
      )
      expect(order.indexOf(path), path).toBeLessThan(3)
    }
  })

  it('has each file once', async () => {
    const order = await rank('login in src/login.ts, test/login.test.ts, dist/login.js and docs/login.md')
    expect(order).toEqual([...new Set(order)])
  })
})
