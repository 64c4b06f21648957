import type { MemoryGitDescription } from '../git-backend/create-memory-git.ts'

const HANDLER = (check: string): string => `import { LoginRequest } from './types'
import { readSession } from '../session'

/** Checks who wants to come in. */
export class AuthHandler {
  validateLogin(request: LoginRequest): boolean {
    // The directory is asked first because its answer is cached.
    ${check}
  }
}

export function createHandler(): AuthHandler {
  return new AuthHandler()
}
`
const TYPES = `/** Someone who wants to come in. */
export interface LoginRequest {
  readonly name: string
  readonly password: string
}

export type AuthResult = 'granted' | 'refused'
`
const SESSION = (lifetime: number): string => `import { readClock } from './util/clock'

export const SESSION_LIFETIME = ${lifetime}

export function readSession(id: string): string | undefined {
  return readClock() > SESSION_LIFETIME ? undefined : id
}
`
const CLOCK = `export function readClock(): number {
  return 42
}
`
const HANDLER_TEST = `import { AuthHandler } from '../src/auth/handler'

test('refuses an empty password', () => {
  expect(new AuthHandler().validateLogin({ name: 'a', password: '' })).toBe(false)
})
`
const REPORT = `"""Reports of what happened."""
from tools.formatting import format_row


class ReportWriter:
    def write_report(self, rows):
        if not rows:
            raise ValueError("there is nothing to report")
        return [format_row(row) for row in rows]
`
const FORMATTING = `def format_row(row):
    return ", ".join(row)
`

/**
 * A small repository for tests of retrieval: two languages, imports, tests, documentation, configuration, a binary file
 * and a history of nine commits with a merge that shows which files belong together.
 */
export const RANKED_REPOSITORY: MemoryGitDescription = {
  commits: [
    {
      message: 'Start with a clock and a session\n',
      files: {
        'README.md': '# Gate\n\nLets people in. See `src/auth/handler.ts`.\n',
        'package.json': '{ "name": "gate", "main": "src/auth/handler.ts" }\n',
        'src/util/clock.ts': CLOCK,
        'src/session.ts': SESSION(60),
        'assets/logo.png': new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0, 1, 2, 3]),
        'src/removed.ts': 'export const removed = 1\n',
      },
    },
    {
      message: 'feat(auth): validate the login of users\n',
      files: { 'src/auth/handler.ts': HANDLER('return true'), 'src/auth/types.ts': TYPES },
    },
    {
      message: 'Report what happened\n\nRows are formatted by a tool of their own.\n',
      files: {
        'tools/__init__.py': '',
        'tools/report.py': REPORT,
        'tools/formatting.py': FORMATTING,
        'src/removed.ts': null,
      },
    },
    {
      message: 'fix(auth): refuse a login without a password\n',
      files: {
        'src/auth/handler.ts': HANDLER("return request.password !== ''"),
        'src/auth/types.ts': `${TYPES}\nexport type Reason = 'password'\n`,
        'test/handler.test.ts': HANDLER_TEST,
      },
    },
    { message: 'Sessions live longer\n', files: { 'src/session.ts': SESSION(3600) }, parents: [2] },
    { message: "Merge branch 'sessions'\n", files: { 'src/session.ts': SESSION(3600) }, parents: [3, 4] },
    {
      message: 'fix(auth): log in with a session that is still alive\n',
      files: {
        'src/auth/handler.ts': HANDLER("return request.password !== '' && readSession(request.name) !== undefined"),
        'src/auth/types.ts': `${TYPES}\nexport type Reason = 'password' | 'session'\n`,
        'src/session.ts': SESSION(7200),
      },
    },
    {
      message: 'Bump lodash from 1 to 2\n',
      author: { name: 'dependabot[bot]', email: 'bot@example.com' },
      files: { 'package.json': '{ "name": "gate", "main": "src/auth/handler.ts", "dependencies": {} }\n' },
    },
    { message: 'Say how to start it\n', files: { 'README.md': '# Gate\n\nLets people in.\n\n## Start\n' } },
  ],
}
