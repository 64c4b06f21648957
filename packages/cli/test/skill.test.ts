import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { parse as parseJson } from 'jsonc-parser'
import { TOOL_NAMES } from '@chronicle/mcp'
import type { InstallReceipt } from '@chronicle/schema'
import { installReceiptSchema } from '@chronicle/schema/validate'
import { createFixtureRepository, type FixtureRepository } from '@chronicle/testing'
import { createGptTokenCounter } from '@chronicle/tokens-gpt'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { chronicleCommand } from '../../workspace/src/testing/chronicle-command.ts'
import { createProgram } from '../src/index.ts'
import { CLAUDE_HOOKS } from '../src/skill/claude-hooks.ts'
import { AGENTS_SECTION, SKILL_TEXT } from '../src/skill/skill-text.ts'
import { chronicle, documentOf, failureOf, testEnvironment, type CliRun } from './run-chronicle.ts'

let repository: FixtureRepository
let home: string
beforeEach(async () => {
  repository = await createFixtureRepository()
  home = await mkdtemp(join(tmpdir(), 'chronicle-home-'))
})
afterEach(async () => {
  await repository.dispose()
  await rm(home, { recursive: true })
})

const install = (...args: readonly string[]): Promise<CliRun> =>
  chronicle(repository.dir, ['skill', 'install', ...args], { env: { HOME: home } })

async function receiptOf(...args: readonly string[]): Promise<InstallReceipt> {
  return documentOf(await install(...args, '--format', 'json'), installReceiptSchema)
}

const at = (path: string): string => join(repository.dir, path)
const textOf = (path: string): Promise<string> => readFile(at(path), 'utf8')
const put = async (path: string, text: string): Promise<void> => {
  await mkdir(dirname(at(path)), { recursive: true })
  await writeFile(at(path), text)
}
const leftovers = async (): Promise<readonly string[]> =>
  (await readdir(repository.dir)).filter((name) => name !== '.git')

const SKILL = '.claude/skills/chronicle/SKILL.md'
const SETTINGS = '.claude/settings.json'

/** Returns the commands in fenced blocks, with their stdin. */
function commandsIn(markdown: string): readonly string[] {
  const blocks = [...markdown.matchAll(/^```sh\n([^]*?)^```$/gmu)].map(([, text]) => text ?? '')
  return blocks
    .flatMap((text) => text.replace(/^#.*\n/gmu, '').split(/^(?=git )/mu))
    .filter((text) => text.trim() !== '')
}

describe('the text', () => {
  test('is short', async () => {
    const tokens = (await createGptTokenCounter('o200k_base'))._unsafeUnwrap()
    expect(tokens.count(SKILL_TEXT)).toBeLessThanOrEqual(900)
    expect(tokens.count(AGENTS_SECTION)).toBeLessThanOrEqual(225)
  })

  test('has the front matter that skills need', async () => {
    const { stdout } = await install('--print')
    const [, name, description] =
      /^---\nname: ([a-z-]{1,64})\ndescription: (.{1,1024})\nmetadata: .*\n---\n/u.exec(stdout) ?? []
    expect(name).toBe('chronicle')
    // The text is a plain YAML scalar: no character in it has a special meaning.
    expect(description).not.toMatch(/: | #|^[&*!|>'"%@`{[]/u)
    expect(await leftovers()).toEqual([])
  })

  test('names tools that there are', () => {
    const named = [...SKILL_TEXT.matchAll(/chronicle_[a-z]+/gu)].map(([tool]) => tool)
    expect(named.length).toBeGreaterThan(1)
    expect(TOOL_NAMES).toEqual(expect.arrayContaining(named))
  })

  test('has commands and options that there are, each of which succeeds on a repository that has the files', async () => {
    await repository.commitFiles('Reconnect', {
      'src/mqtt/client.rs':
        'pub struct MqttClient;\n\nimpl MqttClient {\n    pub fn new() -> Self {\n        MqttClient\n    }\n\n    pub fn connect(&self) -> u32 {\n        for _ in 0..3 {}\n        2\n    }\n\n    pub fn close(&self) {}\n}\n',
      'src/tls/session.rs': 'pub fn max_sessions() -> u32 {\n    4\n}\n',
    })
    const folder = join(home, 'bin')
    await mkdir(folder)
    const program = [process.execPath, ...chronicleCommand]
    await writeFile(
      join(folder, 'git-chronicle'),
      `#!/bin/sh\nexec ${program.map((word) => `'${word}'`).join(' ')} "$@"\n`,
    )
    await chmod(join(folder, 'git-chronicle'), 0o755)
    const env = { ...testEnvironment, HOME: home, PATH: `${folder}:${process.env['PATH'] ?? ''}` }
    const sh = async (command: string): Promise<string> =>
      (await promisify(execFile)('sh', ['-ec', command], { cwd: repository.dir, env })).stdout

    const commands = commandsIn(SKILL_TEXT)
    expect(commands.length).toBe(12)
    // What is queried must be recorded first.
    const ordered = commands.toSorted((a, b) => Number(b.includes('annotate')) - Number(a.includes('annotate')))
    const answers: string[] = []
    for (const command of ordered) {
      const [, name = ''] = /^git chronicle ([a-z]+)/u.exec(command) ?? []
      const known = createProgram().commands.find((one) => one.name() === name)
      expect(known, command).toBeDefined()
      const words = command.split('\n')[0] ?? ''
      // `commit` parses its own options among those of git; its help lists them.
      const help = name === 'commit' ? await sh('git chronicle commit --help') : known?.helpInformation()
      for (const [option] of words.matchAll(/(?<= )--[a-z-]+/gu)) expect(help, command).toContain(option)
      if (name === 'commit')
        await repository.write({ 'src/tls/session.rs': 'pub fn max_sessions() -> u32 {\n    2\n}\n' })
      answers.push(await sh(command))
    }
    expect(answers[0]).toContain('Recorded 1 region')
    for (const answer of answers.slice(1, 5)) expect(answer).toContain('watchdog')
    expect(answers[5]).toContain('Is at least 2')
    expect(answers.slice(6, 8).join('')).toContain('Survive restarts')
    expect(answers.find((answer) => answer.includes('Reconnect with backoff) in'))).toContain('Recorded 2 regions')
    // The prose mentions this command.
    expect(await sh('git chronicle lookup src/mqtt/client.rs --format json')).toContain('"$schema"')
  })

  test('of the section names commands that there are, and its example is an annotation', async () => {
    await repository.commitFiles('Add', { 'a.ts': 'export function f() {}\n' })
    const [, json = ''] = /--json '([^']*)'/u.exec(AGENTS_SECTION) ?? []
    const input = json.replace('"file": "…", "anchor": "…"', '"file": "a.ts", "anchor": "f"')
    expect((await chronicle(repository.dir, ['annotate', '--live', '--json', input])).code).toBe(0)
    for (const [, name = ''] of AGENTS_SECTION.matchAll(/git chronicle ([a-z]+)/gu)) {
      expect(createProgram().commands.map((one) => one.name())).toContain(name)
    }
    expect((await chronicle(repository.dir, ['lookup', 'a.ts', 'f'])).code).toBe(0)
    expect((await chronicle(repository.dir, ['deps', 'a.ts', 'f'])).code).toBe(0)
    expect((await chronicle(repository.dir, ['flag', 'a.ts', 'f', '--reason', '…'])).code).toBe(0)
  })
})

describe('the skill', () => {
  test('is put in place, is as asked, and goes with its folders', async () => {
    expect(await receiptOf('--dry-run')).toMatchObject({
      status: 'changed',
      dry_run: true,
      files: [{ path: at(SKILL), content: 'skill', change: 'created' }],
    })
    expect(await leftovers()).toEqual([])
    await receiptOf()
    expect(await textOf(SKILL)).toBe((await install('--print')).stdout)
    expect(await receiptOf('skill')).toMatchObject({ status: 'unchanged' })
    await put(SKILL, (await textOf(SKILL)).replaceAll('\n', '\r\n'))
    expect(await receiptOf()).toMatchObject({ status: 'unchanged' })
    expect(await receiptOf('--uninstall')).toMatchObject({ files: [{ change: 'deleted' }] })
    expect(await leftovers()).toEqual([])
    expect(await receiptOf('--uninstall')).toMatchObject({ status: 'unchanged' })
  })

  test('for the user, or in another folder', async () => {
    expect((await receiptOf('--user')).files[0]?.path).toBe(join(home, SKILL))
    expect((await receiptOf('--dir', '.agents/skills')).files[0]?.path).toBe(at('.agents/skills/chronicle/SKILL.md'))
    await put('.agents/mine', 'x')
    await receiptOf('--dir', '.agents/skills', '--uninstall')
    expect(await readdir(at('.agents'))).toEqual(['mine'])
    await receiptOf('--dir', join(home, 'other/skills'))
    await receiptOf('--dir', join(home, 'other/skills'), '--uninstall')
    expect(await readdir(join(home, 'other/skills'))).toEqual([])
    await receiptOf('--user', '--uninstall')
    expect(await readdir(join(home, '.claude/skills'))).toEqual([])
  })

  test('of a project below the home folder is not taken out with that of the user', async () => {
    await receiptOf('--user')
    for (const folder of ['.agents', 'my-plugin']) await receiptOf('--dir', join(home, folder, 'skills'))
    const { files } = await receiptOf('--user', '--uninstall')
    expect(files.map(({ path }) => path)).toEqual([join(home, SKILL), join(home, '.agents/skills/chronicle/SKILL.md')])
    for (const folder of ['.agents', 'my-plugin']) await rm(join(home, folder), { recursive: true })
  })

  test('in the folders of other agents is taken out with it, but not what somebody made of it, nor through a link', async () => {
    const others = ['.agents/skills', '.other/skills']
    await receiptOf()
    for (const dir of others) await receiptOf('--dir', dir)
    await put('.other/skills/chronicle/SKILL.md', 'own\n')
    await mkdir(at('.linked'))
    await symlink(at('.agents/skills'), at('.linked/skills'))
    const { files } = await receiptOf('--uninstall')
    expect(files.map(({ path, change }) => [path, change])).toEqual([
      [at(SKILL), 'deleted'],
      [at('.agents/skills/chronicle/SKILL.md'), 'deleted'],
    ])
    expect(await textOf('.other/skills/chronicle/SKILL.md')).toBe('own\n')
    await rm(at('.linked'), { recursive: true })
    await rm(at('.other'), { recursive: true })
  })

  test('that was edited by hand is not touched; one of another version is replaced', async () => {
    await receiptOf()
    const text = await textOf(SKILL)
    await put(SKILL, `${text}\nMine.\n`)
    for (const args of [[], ['--uninstall']]) {
      const run = await install(...args)
      expect([run.code, failureOf(run).code]).toEqual([1, 'config_conflict'])
      expect(failureOf(run).message).toContain('edited by hand')
    }
    expect(await textOf(SKILL)).toBe(`${text}\nMine.\n`)
    // The file looks like that of an older version: another text, with its own digest.
    await put(SKILL, '---\nname: chronicle\ndescription: x\nmetadata: { digest: 85ca0a7a8fc8 }\n---\nold\n')
    expect(failureOf(await install()).code).toBe('config_conflict')
    const old = '---\nname: chronicle\ndescription: x\n---\nold\n'
    const digest = createHash('sha256').update(old).digest('hex').slice(0, 12)
    await put(SKILL, old.replace('x\n', `x\nmetadata: { digest: ${digest} }\n`))
    expect(await receiptOf()).toMatchObject({ files: [{ change: 'updated' }] })
    expect(await textOf(SKILL)).toBe(text)
  })
})

describe('the hooks', () => {
  const MINE = `{
  "permissions": { "allow": ["Bash(ls)"] },
  "hooks": {
    "PreToolUse": [
      {
        "matcher": "Write",
        "hooks": [{ "type": "command", "command": "./mine.sh" }]
      }
    ]
  }
}
`
  test('stand beside those that are there, once, and go again', async () => {
    await put(SETTINGS, MINE)
    await receiptOf('hooks')
    const text = await textOf(SETTINGS)
    const mine = parseJson(MINE) as {
      readonly permissions: unknown
      readonly hooks: { readonly PreToolUse: readonly unknown[] }
    }
    expect(parseJson(text)).toEqual({
      ...mine,
      hooks: {
        PreToolUse: [...mine.hooks.PreToolUse, CLAUDE_HOOKS['PreToolUse']],
        PostToolUse: [CLAUDE_HOOKS['PostToolUse']],
      },
    })
    expect(await receiptOf('hooks')).toMatchObject({ status: 'unchanged' })
    await receiptOf('hooks', '--uninstall')
    expect(await textOf(SETTINGS)).toBe(MINE)
    expect(await receiptOf('hooks', '--uninstall')).toMatchObject({ status: 'unchanged' })
  })

  test('of another version are replaced, wherever they stand', async () => {
    const old = { type: 'command', command: 'git chronicle hook claude-code' }
    const mine = { type: 'command', command: './mine.sh' }
    await put(
      SETTINGS,
      JSON.stringify({
        hooks: {
          PreToolUse: [{ matcher: 'Edit', hooks: [mine, old] }],
          PostToolUse: [{ matcher: 'Bash', hooks: [old] }],
        },
      }),
    )
    await receiptOf('hooks')
    expect(parseJson(await textOf(SETTINGS))).toEqual({
      hooks: {
        PreToolUse: [{ matcher: 'Edit', hooks: [mine] }, CLAUDE_HOOKS['PreToolUse']],
        PostToolUse: [CLAUDE_HOOKS['PostToolUse']],
      },
    })
    await receiptOf('hooks', '--uninstall')
    expect(parseJson(await textOf(SETTINGS))).toEqual({ hooks: { PreToolUse: [{ matcher: 'Edit', hooks: [mine] }] } })
  })

  test('in a file of their own go with it; for the user they are at home', async () => {
    await receiptOf('hooks', 'skill')
    expect((await readdir(at('.claude'))).toSorted()).toEqual(['settings.json', 'skills'])
    await receiptOf('skill', 'hooks', '--uninstall')
    expect(await leftovers()).toEqual([])
    expect((await receiptOf('hooks', '--user')).files[0]?.path).toBe(join(home, SETTINGS))
  })

  test.each(['{"hooks": []}', '{"hooks": {"PreToolUse": {}}}', '{', '[]'])('%s is refused', async (text) => {
    await put(SETTINGS, text)
    const run = await install('hooks')
    expect([run.code, failureOf(run).code]).toEqual([1, 'config_malformed'])
    expect(failureOf(run).data).toMatchObject({ path: at(SETTINGS), line: 1 })
    expect(await textOf(SETTINGS)).toBe(text)
  })
})

describe('the section of AGENTS.md', () => {
  test('is added, brought up to date in place, and taken out again', async () => {
    const mine = '# Rules\n\nBe kind.'
    await put('AGENTS.md', mine)
    await receiptOf('agents-md')
    const text = await textOf('AGENTS.md')
    expect(text.startsWith(`${mine}\n\n<!-- chronicle:begin -->\n## `)).toBe(true)
    await put('AGENTS.md', `${text.replace('Recorded reasons', 'Old')}\nMore.\n`)
    expect(await receiptOf('agents-md')).toMatchObject({ files: [{ content: 'agents_md', change: 'updated' }] })
    expect(await textOf('AGENTS.md')).toBe(`${text}\nMore.\n`)
    await put('AGENTS.md', text)
    await receiptOf('agents-md', '--uninstall')
    expect(await textOf('AGENTS.md')).toBe(mine)
    await rm(at('AGENTS.md'))
    await receiptOf('agents-md')
    await receiptOf('agents-md', '--uninstall')
    expect(await leftovers()).toEqual([])
  })

  test('is of a project, and needs marks that pair', async () => {
    expect((await install('agents-md', '--user')).code).toBe(2)
    await put('AGENTS.md', '<!-- chronicle:end -->')
    expect(failureOf(await install('agents-md')).code).toBe('config_malformed')
  })
})

test('when one part cannot be put in place, none is', async () => {
  await put(SETTINGS, '{')
  expect((await install('skill', 'hooks')).code).toBe(1)
  expect(await readdir(at('.claude'))).toEqual(['settings.json'])
})

test('wrong usage, and completion', async () => {
  expect(failureOf(await install('claude')).message).toContain('Allowed choices are skill, hooks, agents-md')
  expect((await install('--print', '--uninstall')).code).toBe(2)
  const { stdout } = await chronicle(repository.dir, ['complete', '--', 'skill', 'install', ''])
  expect(stdout).toContain('agents-md')
})
