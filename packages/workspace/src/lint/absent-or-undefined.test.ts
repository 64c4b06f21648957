import { fileURLToPath } from 'node:url'
import { ESLint } from 'eslint'
import { expect, test } from 'vitest'

const eslint = new ESLint({
  cwd: fileURLToPath(new URL('../../../../', import.meta.url)),
  // With CI set, the types would come from the file on disk instead of the text.
  overrideConfig: { languageOptions: { parserOptions: { disallowAutomaticSingleRunInference: true } } },
})

async function isReported(code: string, filePath = 'packages/core/src/contracts/call-options.ts'): Promise<boolean> {
  const [result] = await eslint.lintText(`${code}\n`, { filePath })
  return (result?.messages ?? []).some(({ message }) => message.startsWith('Accept `undefined` in an option'))
}

test.each([
  'export interface ReadOptions { readonly limit?: number }',
  "export interface ReadQuery { readonly sort?: 'age' | 'name' }",
  'export interface RunOptions { readonly limits?: { readonly usd?: number } | undefined }',
  'export type StoreOptions = object & { readonly tool?: string }',
])('an option that cannot be undefined is reported: %s', async (code) => {
  expect(await isReported(code)).toBe(true)
})

test.each([
  'export interface ReadOptions { readonly limit?: number | undefined; readonly dir: string; readonly own?: unknown }',
  'export interface ReadReceipt { readonly limit?: number }',
])('what callers may leave out either way, and answers, are not: %s', async (code) => {
  expect(await isReported(code)).toBe(false)
})

test('nor are documents', async () => {
  const code = 'export interface TaskQuery { readonly scope?: string }'
  expect(await isReported(code, 'packages/schema/src/context-output.ts')).toBe(false)
})
