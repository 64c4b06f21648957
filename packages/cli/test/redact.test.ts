import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { redactionReportSchema } from '@chronicle/schema/validate'
import { createFixtureRepository, plantedSecrets } from '@chronicle/testing'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { chronicle, failureOf, type CliRun, type CliRunOptions } from './run-chronicle.ts'

const secrets = plantedSecrets(100)
const [aws] = secrets
const KEY = aws?.secret ?? ''

const repository = await createFixtureRepository()
afterAll(() => repository.dispose())
const dir = repository.dir
await repository.write({
  'clean.ts': 'export const a = 1\n',
  'src/leaky.ts': `// One\nconst key = '${KEY}'\n`,
  'näme "x".env': `A=1\n\n${KEY}\n`,
  'binary.bin': Buffer.concat([Buffer.from([0, 255, 254, 10]), Buffer.from(KEY), Buffer.from([10, 200])]),
  'empty.txt': '',
})
afterEach(async () => {
  await repository.gitBytes(['config', '--unset-all', 'chronicle.redactAllow'], { exitCodes: [0, 5] })
  await repository.gitBytes(['clean', '-q', '-f', '.chronicle-config.toml'])
})

const redact = (args: readonly string[] = [], options?: CliRunOptions): Promise<CliRun> =>
  chronicle(dir, ['redact', ...args], options)

describe('--test', () => {
  test('tells where there are secrets, and never which', async () => {
    const run = await redact(['--test', 'clean.ts', 'src/leaky.ts', 'näme "x".env', 'empty.txt'])
    expect(run.code).toBe(3)
    expect(run.stderr).toBe('')
    expect(run.stdout).toMatch(
      /^clean\.ts: no secrets\nsrc\/leaky\.ts:2: [a-z-]+\n"?näme \\?"x\\?"\.env"?:3: [a-z-]+\nempty\.txt: no secrets\n$/u,
    )
    expect(run.stdout).not.toContain(KEY)
  })

  test('is 0 where there are none', async () => {
    expect(await redact(['--test', 'clean.ts'])).toEqual({ code: 0, stdout: 'clean.ts: no secrets\n', stderr: '' })
  })

  test('as JSON', async () => {
    const run = await redact(['--test', 'clean.ts', 'src/leaky.ts', '--format', 'json'])
    expect(run.code).toBe(3)
    expect(redactionReportSchema.parse(JSON.parse(run.stdout))).toMatchObject({
      redactor: expect.any(String) as string,
      files: [
        { file: 'clean.ts', secrets: [] },
        { file: 'src/leaky.ts', secrets: [{ lines: { start: 2, end: 2 } }] },
      ],
    })
    expect(run.stdout).not.toContain(KEY)
  })

  test('from the current folder, and from stdin', async () => {
    expect((await chronicle(join(dir, 'src'), ['redact', '--test', 'leaky.ts'])).code).toBe(3)
    expect((await chronicle('/', ['redact', '-C', dir, '--test', 'src/leaky.ts'])).code).toBe(3)
    expect((await redact(['--test', '-'], { input: `a\n${KEY}` })).stdout).toMatch(/^-:2: /u)
  })

  test('of a binary file', async () => {
    const run = await redact(['--test', 'binary.bin'])
    expect(run.code).toBe(3)
    expect(run.stdout).toMatch(/^binary\.bin:2: /u)
  })

  test('says when it could not look into a file, and does not call that no secrets', async () => {
    await writeFile(join(dir, 'data.bin'), Buffer.from([0, 255, 254, 10, 1]))
    await writeFile(join(dir, 'wide.txt'), Buffer.from(`\ufeffx = 1 # ${KEY}\n`, 'utf16le'))
    const run = await redact(['--test', 'clean.ts', 'data.bin', 'wide.txt'])
    expect(run.code).toBe(1)
    expect(run.stdout).toBe(
      'clean.ts: no secrets\n' +
        'data.bin: not searched completely. It is not UTF-8 text: secrets outside of text are not found.\n' +
        'wide.txt: not searched completely. It is UTF-16, which is not searched. Convert it to UTF-8.\n',
    )
    const json = await redact(['--test', 'data.bin', '--format', 'json'])
    expect(redactionReportSchema.parse(JSON.parse(json.stdout)).files).toMatchObject([
      { file: 'data.bin', secrets: [], unread: expect.stringContaining('not UTF-8') as string },
    ])
  })

  test.each([
    ['nowhere.ts', 'Cannot read nowhere.ts: There is no such file.'],
    ['src', 'Cannot read src: It is a folder.'],
  ])('of %s is refused', async (file, message) => {
    const run = await redact(['--test', 'clean.ts', file])
    expect(run.code).toBe(2)
    expect(failureOf(run)).toMatchObject({ code: 'usage', message })
  })

  test('finds every planted secret', async () => {
    const file = join(dir, 'planted')
    await mkdir(file)
    await Promise.all(secrets.map(({ line }, number) => writeFile(join(file, `${number}.txt`), `${line}\n`)))
    const run = await redact(['--format', 'json', '--test', ...secrets.map((_, number) => `planted/${number}.txt`)])
    const { files } = redactionReportSchema.parse(JSON.parse(run.stdout))
    expect(files.flatMap((each, number) => (each.secrets.length > 0 ? [] : [secrets[number]?.kind]))).toEqual([])
  })
})

describe('from stdin to stdout', () => {
  test('text without secrets stays byte for byte', async () => {
    const input = 'a\r\n\tb — ünï 日本 🎉\n\nno end'
    expect(await redact([], { input })).toEqual({ code: 0, stdout: input, stderr: '' })
  })

  test('secrets become markers, and nothing else changes', async () => {
    const input = secrets.map(({ line }) => line).join('\n\n')
    const { code, stdout } = await redact([], { input })
    expect(code).toBe(0)
    expect(stdout).toContain('[REDACTED:')
    for (const { secret } of secrets) expect(stdout).not.toContain(secret)
    expect((await redact([], { input: stdout })).stdout).toBe(stdout)
    expect((await redact([], { input: `x = 1 # ${KEY}!\n` })).stdout).toMatch(/^x = 1 # \[REDACTED:[a-z-]+\]!\n$/u)
  })

  test('what is no UTF-8 is told', async () => {
    const run = await redact([], { input: Buffer.concat([Buffer.from([233, 10]), Buffer.from(KEY)]) })
    expect(run.code).toBe(0)
    expect(run.stdout).not.toContain(KEY)
    expect(run.stderr).toBe('warning: The input is not UTF-8: bytes that are no text were replaced.\n')
  })

  test('a terminal is not waited for', async () => {
    expect(failureOf(await redact()).message).toBe(
      'Nothing to read: pipe text into stdin, or name files with --test. See: git chronicle redact -h',
    )
  })
})

describe('what is allowed', () => {
  const allowed = async (): Promise<void> => {
    expect(await redact(['--test', 'src/leaky.ts'])).toMatchObject({ code: 0, stderr: '' })
    expect((await redact([], { input: KEY })).stdout).toBe(KEY)
  }

  test('by git', async () => {
    await repository.git('config', 'chronicle.redactAllow', KEY)
    await allowed()
  })

  test('by an expression', async () => {
    await repository.git('config', 'chronicle.redactAllow', '/^AKIA[A-Z2-7]{16}$/')
    await allowed()
  })

  test('by the shared file', async () => {
    await repository.write({ '.chronicle-config.toml': `[chronicle.write]\nredact_allow = ["${KEY}", "/^x{40}$/"]\n` })
    await allowed()
  })

  test('by the environment', async () => {
    expect((await redact([], { input: KEY, env: { CHRONICLE_REDACT_ALLOW: KEY } })).stdout).toBe(KEY)
  })

  test('is nothing else', async () => {
    await repository.git('config', 'chronicle.redactAllow', 'something else')
    expect((await redact(['--test', 'src/leaky.ts'])).code).toBe(3)
  })

  test('is stored, too', async () => {
    await repository.git('config', 'chronicle.redactAllow', KEY)
    await repository.git('add', 'clean.ts')
    const run = await chronicle(dir, ['commit', '-m', 'Add', '--reasoning', `The key ${KEY} is of the documentation`])
    expect(run.code, run.stderr).toBe(0)
    expect(run.stdout).not.toContain('was removed before')
    expect(await repository.git('notes', '--ref=chronicle', 'show')).toContain(KEY)
  })

  test('by an expression that is none is refused', async () => {
    await repository.git('config', 'chronicle.redactAllow', '/(/')
    const run = await redact(['--test', 'clean.ts'])
    expect(run.code).toBe(2)
    expect(failureOf(run).message).toContain('texts, or regular expressions between slashes')
  })
})
