import { execFile } from 'node:child_process'
import { chmod, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { jsonSchemas } from '@chronicle/schema/json'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { createProgram } from '../src/index.ts'
import { chronicle } from './run-chronicle.ts'
import { useStation } from './station.ts'

const run = promisify(execFile)
const station = await useStation()

/** Returns the candidates for the last word, and the directive. */
async function candidates(...words: readonly string[]): Promise<readonly string[]> {
  const { stdout, stderr, code } = await chronicle(station.dir, ['complete', '--', ...words])
  expect({ stderr, code }).toEqual({ stderr: '', code: 0 })
  return stdout
    .trimEnd()
    .split('\n')
    .map((line) => line.split('\t')[0] ?? '')
}

describe('complete', () => {
  test('commands', async () => {
    const program = createProgram()
    const commands = program.createHelp().visibleCommands(program)
    expect(await candidates('')).toEqual([...commands.map((command) => command.name()), ':4'])
    expect(await candidates('')).toEqual(expect.arrayContaining(['read', 'annotate', 'schema', 'completion', 'help']))
    expect(await candidates('an')).toEqual(['annotate', ':4'])
  })

  test('options of the command', async () => {
    expect(await candidates('read', 'x', '--max')).toEqual(['--max-regions', '--max-tokens', ':4'])
    expect(await candidates('annotate', '--d')).toEqual(['--dry-run', ':4'])
  })

  test('values of options', async () => {
    expect(await candidates('read', '--format', '')).toEqual(['markdown', 'json', 'pretty', ':4'])
    expect(await candidates('lookup', 'x', '--sources', '')).toEqual(['notes', 'history', ':4'])
    expect(await candidates('read', '--at', 'I')).toEqual(['INDEX', ':4'])
    expect(await candidates('completion', 'z')).toEqual(['zsh', ':4'])
  })

  test('branches and tags where a revision is taken, ranges, commands to help with', async () => {
    expect(await candidates('read', 'src/client.rs', '--rev', 'm')).toEqual(['main', ':4'])
    expect(await candidates('check', 'HEAD..m')).toEqual(['HEAD..main', ':4'])
    expect(await candidates('log', '')).toEqual(expect.arrayContaining(['HEAD', 'main', 'src/']))
    expect(await candidates('show', 'H')).toEqual(['HEAD', ':4'])
    expect(await candidates('help', 'rec')).toEqual(['record', 'reconcile', ':4'])
    expect(await candidates('flag', 'src/client.rs', '--intent', '')).toEqual([':4'])
  })

  test('values of a fixed set, the last of a list too', async () => {
    expect(await candidates('grep', '--kind', 'summary,co')).toEqual(['summary,constraint', 'summary,correction', ':4'])
    expect(await candidates('init', '--skill', 'hooks,')).toEqual([
      ...['skill', 'hooks', 'agents-md'].map((part) => `hooks,${part}`),
      ':4',
    ])
    expect(await candidates('init', '--mcp', 'cur')).toEqual(['cursor', ':4'])
    expect(await candidates('doctor', '--fail-on', 'err')).toEqual(['error', ':4'])
    expect(await candidates('correct', 'HEAD', '--field', 'con')).toEqual(['constraints', ':4'])
    expect(await candidates('mcp', 'start', '--tools', 'chronicle_re')).toEqual(['chronicle_read', ':4'])
    expect(await candidates('schema', 'live')).toEqual(['live-annotation', ':4'])
  })

  test('remotes, and revisions under their other names', async () => {
    await run('git', ['-C', station.dir, 'remote', 'add', 'upstream', 'https://example.com/x.git'])
    onTestFinished(() => run('git', ['-C', station.dir, 'remote', 'remove', 'upstream']).then(() => undefined))
    expect(await candidates('sync', 'push', 'u')).toEqual(['upstream', ':4'])
    expect(await candidates('import', 'github', '--remote', 'u')).toEqual(['upstream', ':4'])
    expect(await candidates('annotate', '--range', 'HEAD..m')).toEqual(['HEAD..main', ':4'])
    expect(await candidates('log', '--since', 'm')).toEqual(['main', ':4'])
  })

  test('places as values, and folders to work in, wherever -C is', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    expect(await candidates('note', 'x', '--at', 'src/client.rs:co')).toEqual(['src/client.rs:connect', ':4'])
    expect(await candidates('record', '--depends-on', 'src/p')).toEqual(['src/pool.ts', ':4'])
    expect(await candidates('-C', '')).toEqual(['docs/', 'src/', ':6'])
    expect(await candidates('read', '-C', 's')).toEqual(['src/', ':6'])
    expect(await candidates('read', '-C', 'src', 'c')).toEqual(['client.rs', ':4'])
  })

  test('files, with folders to go on in', async () => {
    expect(await candidates('read', 's')).toEqual(['src/', ':6'])
    expect(await candidates('read', 'src/')).toEqual(['src/client.rs', 'src/pool.ts', ':4'])
    expect(await candidates('read', 'src/client.rs', 'src/p')).toEqual(['src/pool.ts', ':4'])
    expect(await candidates('read', 'nowhere/')).toEqual([':4'])
    expect(await candidates('-C', 'src', 'read', 'c')).toEqual(['client.rs', ':4'])
    expect(await candidates('annotate', '--live', '--file', 'd')).toEqual(['docs/', ':6'])
  })

  test('units of the file that was named, after it and after a colon', async () => {
    // Completion has a time limit, but a busy machine may need longer to load the parser.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const units = ['MqttClient', 'MqttClient::url', 'MqttClient::connect', 'MqttClient::dial', 'MqttClient::close']
    expect(await candidates('lookup', 'src/client.rs', '')).toEqual([...units, ':4'])
    expect(await candidates('read', 'src/client.rs', 'MqttClient::c')).toEqual([units[2], units[4], ':4'])
    expect(await candidates('read', 'src/client.rs', 'c')).toEqual(['connect', 'close', ':4'])
    expect(await candidates('deps', 'src/client.rs', '--anchor', 'di')).toEqual(['dial', ':4'])
    expect(await candidates('history', 'src/client.rs:')).toEqual([
      ...units.map((unit) => `src/client.rs:${unit}`),
      ':4',
    ])
    expect(await candidates('flag', 'src/client.rs:co')).toEqual(['src/client.rs:connect', ':4'])
    expect(await candidates('record', 'src/client.rs:co')).toEqual(['src/client.rs:connect', ':4'])
    expect(await candidates('-C', 'src', 'read', 'client.rs:MqttClient::d')).toEqual([
      'client.rs:MqttClient::dial',
      ':4',
    ])
  })

  test('no units where there are none to be had, and no word about it', async () => {
    expect(await candidates('lookup', 'docs/runbook.txt', '')).toEqual([':4'])
    expect(await candidates('lookup', 'src/absent.rs:')).toEqual([':4'])
    expect(await candidates('doctor', 'src/client.rs:')).toEqual([':4'])
    const open = (): never => {
      throw new Error('no repository')
    }
    const run = await chronicle(station.dir, ['complete', '--', 'lookup', 'src/client.rs', ''], { open })
    expect(run).toEqual({ code: 0, stdout: ':4\n', stderr: '' })
  })

  test('does not offer itself', async () => {
    expect(await candidates('comp')).toEqual(['completion', ':4'])
  })
})

describe('completion', () => {
  test.each(['bash', 'zsh', 'fish', 'powershell'])('prints a script for %s that calls the command', async (shell) => {
    const { stdout, code } = await chronicle(station.dir, ['completion', shell])
    expect(code).toBe(0)
    expect(stdout).toMatch(/git-chronicle complete '?--'? /u)
    expect((await chronicle(station.dir, ['completion', shell, '--name', 'acme'])).stdout).toMatch(
      /acme complete '?--'? /u,
    )
  })

  test('the script of bash completes, for the command and below git, and evaluates nothing', async () => {
    const dir = await mkdtemp(join(tmpdir(), 'chronicle-bash-'))
    const { stdout: script } = await chronicle(station.dir, ['completion', 'bash'])
    // Prints the same answer as the command, and logs its arguments.
    await writeFile(
      join(dir, 'git-chronicle'),
      '#!/bin/sh\nprintf "<%s>" "$@" >> "$CALLS"\nprintf "read\\tshow\\na b\\t\\na.ts:Foo::bar\\t\\n:4\\n"\n',
    )
    await chmod(join(dir, 'git-chronicle'), 0o755)
    await writeFile(
      join(dir, 'test.bash'),
      `set -eu
${script}
${script}
complete -p git-chronicle
COMP_WORDS=(git-chronicle read '$(touch evil)' re more) COMP_CWORD=3
__git_chronicle_complete
printf '<%s>' "\${COMPREPLY[@]}"
words=(git chronicle read '' more) cword=3
_git_chronicle
printf '<%s>' "\${COMPREPLY[@]}"
COMP_LINE='git-chronicle read a.ts:Foo::b' COMP_WORDS=(git-chronicle read a.ts : Foo :: b) COMP_CWORD=6
__git_chronicle_complete
printf '<%s>' "\${COMPREPLY[@]}"
`,
    )
    const { stdout } = await run('bash', ['test.bash'], {
      cwd: dir,
      env: { PATH: `${dir}:${process.env['PATH'] ?? ''}`, CALLS: join(dir, 'calls') },
    })
    expect(stdout).toBe(
      'complete -F __git_chronicle_complete git-chronicle\n<read><a\\ b><a.ts:Foo::bar><read><a\\ b><a.ts:Foo::bar><read><a\\ b><bar>',
    )
    expect(await readFile(join(dir, 'calls'), 'utf8')).toBe(
      '<complete><--><read><$(touch evil)><re><complete><--><read><><complete><--><read><a.ts:Foo::b>',
    )
    expect((await readdir(dir)).sort()).toEqual(['calls', 'git-chronicle', 'test.bash'])
    await rm(dir, { recursive: true })
  })
})

test('schema prints what the files of the package hold', async () => {
  const { stdout } = await chronicle(station.dir, ['schema'])
  expect(stdout).toBe(`${Object.keys(jsonSchemas).sort().join('\n')}\n`)
  expect(stdout).toContain('live-annotation\n')
  for (const name of stdout.trim().split('\n')) {
    const schema = JSON.parse((await chronicle(station.dir, ['schema', name])).stdout) as Record<string, unknown>
    expect(schema['$schema']).toBe('https://json-schema.org/draft/2020-12/schema')
    expect(schema['$id']).toContain(name)
  }
})
