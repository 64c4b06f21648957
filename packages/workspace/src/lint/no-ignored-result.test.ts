import { fileURLToPath } from 'node:url'
import { ESLint } from 'eslint'
import { describe, expect, it } from 'vitest'

const eslint = new ESLint({
  cwd: fileURLToPath(new URL('../../../../', import.meta.url)),
  // With CI set, the types would come from the file on disk instead of the text.
  overrideConfig: { languageOptions: { parserOptions: { disallowAutomaticSingleRunInference: true } } },
})

/** Lints a text as a file in this folder, so that it has types. */
async function report(code: string): Promise<readonly string[]> {
  const [result] = await eslint.lintText(code, { filePath: 'packages/workspace/src/lint/no-ignored-result.ts' })
  return (result?.messages ?? []).map((m) => m.ruleId ?? m.message)
}

const start = `import { ok, okAsync, type Result } from '@chronicle/schema'\nexport declare const f: () => Result<1, 2>\n`

describe('no-ignored-result', () => {
  it.each(['f()', 'ok(1).map((n) => n + 1)', 'export async function g(): Promise<void> { await okAsync(1) }'])(
    'reports %s',
    async (statement) => {
      expect(await report(`${start}${statement}\n`)).toContain('chronicle/no-ignored-result')
    },
  )

  it('reports a dropped ResultAsync as a floating promise too', async () => {
    expect(await report(`${start}okAsync(1)\n`)).toEqual(
      expect.arrayContaining(['chronicle/no-ignored-result', '@typescript-eslint/no-floating-promises']),
    )
  })

  it.each(['export const n = f()', 'f().match(() => 1, () => 2)', 'Promise.resolve(1).then(String, String)'])(
    'accepts %s',
    async (statement) => {
      expect(await report(`${start}${statement}\n`)).not.toContain('chronicle/no-ignored-result')
    },
  )
})
