import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'

const run = promisify(execFile)

/** Writes the URL of every module that a process loads to stderr. */
const REPORT_MODULES = `data:text/javascript,${encodeURIComponent(`
  import { register } from 'node:module'
  register('data:text/javascript,' + encodeURIComponent(
    "import { writeSync } from 'node:fs'; export async function load(url, context, next) { writeSync(2, url + '\\\\n'); return next(url, context) }"
  ))
`)}`

/** Nothing listens at this address. */
const NOWHERE = 'http://127.0.0.1:1/v1'

async function modulesLoadedBy(code: string): Promise<readonly string[]> {
  const { stderr } = await run(
    process.execPath,
    ['--conditions=chronicle-source', '--import', 'tsx', '--import', REPORT_MODULES, '--input-type=module', '-e', code],
    { cwd: fileURLToPath(new URL('..', import.meta.url)) },
  )
  const packages = stderr.split('\n').map((url) => /.*node_modules\/(@[^/]+\/[^/]+|[^/]+)\//.exec(url)?.[1])
  expect(stderr).toContain('llm-ai-sdk/src/create-ai-sdk-model.ts')
  return [...new Set(packages.filter((name) => name !== undefined))].sort()
}

const create = `
  import { createAiSdkModel } from '@chronicle/llm-ai-sdk'
  const model = createAiSdkModel({
    provider: 'openai-compatible', model: 'm', baseUrl: '${NOWHERE}', env: {}, maxRetries: 0,
  })._unsafeUnwrap()
`

it('loads nothing of the AI SDK for a process that asks no model', async () => {
  const modules = await modulesLoadedBy(create)
  expect(modules.filter((name) => /ai-sdk|zod/.test(name))).toEqual([])
})

it('loads the package of one provider for a process that asks one', async () => {
  const ask = `
    const answer = await model.generate({ system: '', messages: [{ role: 'user', text: 'Why?' }], maxOutputTokens: 9 })
    if (answer._unsafeUnwrapErr().code !== 'model_unreachable') throw new Error(answer.error.message)
  `
  const modules = await modulesLoadedBy(create + ask)
  expect(modules.filter((name) => name.startsWith('@ai-sdk/'))).toEqual([
    '@ai-sdk/openai-compatible',
    '@ai-sdk/provider',
    '@ai-sdk/provider-utils',
  ])
})
