import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import ts from 'typescript'
import { afterAll, expect, it } from 'vitest'
import { compilerOptions } from './published-program.ts'
import { diagnosticCodes, errorCodes } from './code-locations.ts'

const dir = mkdtempSync(join(tmpdir(), 'chronicle-codes-'))
afterAll(() => rmSync(dir, { recursive: true }))

const WARNING = `
export function commitWarning(commit: string, { code, message }: { code: string; message: string }): object {
  return { code, severity: 'warning', message, commit }
}
export function renamed(commit: string, { name: code, message }: { name: string; message: string }): object {
  return { code, severity: 'warning', message, commit }
}
export function plain(code: string, message: string): object {
  return { code, severity: 'info', message }
}
`
const CALLS = `
import { commitWarning, plain, renamed } from './warning.ts'
function codedError(code: string): object { return { code } }
const message = 'm'
export const all = [
  codedError('shared_code'),
  codedError('error_alone'),
  commitWarning('c', { code: 'shared_code', message }),
  commitWarning('c', { message, code: message === 'm' ? 'either_code' : 'or_code' }),
  renamed('c', { name: 'renamed_code', message }),
  plain('plain_code', message),
  { code: 'beside_message', message },
]
`

it('finds the codes that functions of other files are given, be they those of errors too', () => {
  const sources = { 'warning.ts': WARNING, 'calls.ts': CALLS }
  const files = Object.keys(sources).map((name) => join(dir, name).replaceAll('\\', '/'))
  for (const [name, text] of Object.entries(sources)) writeFileSync(join(dir, name), text)
  const program = ts.createProgram({ rootNames: files, options: compilerOptions() })
  expect([...errorCodes(program, files).keys()].sort()).toEqual(['error_alone', 'shared_code'])
  expect([...diagnosticCodes(program, files).keys()].sort()).toEqual([
    'beside_message',
    'either_code',
    'or_code',
    'plain_code',
    'renamed_code',
    'shared_code',
  ])
})
