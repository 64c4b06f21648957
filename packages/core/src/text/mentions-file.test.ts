import { expect, it } from 'vitest'
import { mentionsFile } from './mentions-file.ts'

it.each([
  ['Lock it in src/a.ts.', 'src/a.ts', true],
  ['Lock it in a.ts, first', 'src/a.ts', true],
  ['Lock it in `a.ts`', 'src/a.ts', true],
  ['Lock it in src/a.tsx', 'src/a.ts', false],
  ['Lock it in lib/src/a.ts', 'src/a.ts', false],
  ['Lists go to our gitignore', '.gitignore', true],
  ['It is configured first', 'configure', false],
  ['Run configure first', 'configure', false],
  ['Run `configure` first', 'configure', true],
  ['The bin/run script', 'bin/run', true],
  ['The bin/runner script', 'bin/run', false],
  ['Say it in the README', 'README', false],
])('%j names %s: %s', (text, path, names) => {
  expect(mentionsFile(text, path)).toBe(names)
})
