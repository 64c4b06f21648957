import type { Command } from 'commander'
import { describe, expect, test } from 'vitest'
import { createProgram } from '../create-program.ts'
import { asksForJson, type CliIo } from './cli-io.ts'

const io = {
  stdin: Object.assign((async function* () {})(), { isTTY: true }),
  stdout: { write: () => true },
  stderr: { write: () => true },
  env: {},
  cwd: '/',
  setExitCode: () => undefined,
} satisfies CliIo

/** Returns all commands with the switch `--json`, including subcommands. */
function switched(command: Command): readonly Command[] {
  const own = command.options.some(({ long, required }) => long === '--json' && !required) ? [command] : []
  return [...own, ...command.commands.flatMap(switched)]
}

/** Returns the command names from the root to a command. */
function words(command: Command): readonly string[] {
  return command.parent === null ? [] : [...words(command.parent), command.name()]
}

/** Returns the format that a command receives. */
async function formatGiven(path: readonly string[], ...options: readonly string[]): Promise<unknown> {
  const program = createProgram({ io })
  const command = path.reduce<Command>(
    (above, name) => above.commands.find((each) => each.name() === name) ?? above,
    program,
  )
  let format: unknown
  command.action(() => void (format = command.opts<{ format?: unknown }>().format))
  const needed = [
    ...command.options
      .filter(({ mandatory }) => mandatory)
      .flatMap(({ argChoices, long }) => [long ?? '', argChoices?.[0] ?? 'x']),
    ...command.registeredArguments.filter(({ required }) => required).map(() => 'x'),
  ]
  await program.parseAsync([...path, ...options, ...needed], { from: 'user' })
  return format
}

describe('--json', () => {
  const paths = switched(createProgram({ io })).map(words)

  test('is a switch of many commands', () => {
    expect(paths.length).toBeGreaterThan(25)
    for (const name of ['read', 'lookup', 'deps', 'history', 'summary', 'check', 'retrieve', 'record', 'backfill'])
      expect(paths).toContainEqual([name])
  })

  test.each(paths.map((path) => [path.join(' '), path] as const))(
    'of %s is --format json, unless one is given',
    async (_, path) => {
      expect(await formatGiven(path, '--json')).toBe('json')
      const other = path[0] === 'evaluate' || path[0] === 'retrieve' ? 'markdown' : 'pretty'
      expect(await formatGiven(path, '--json', '--format', other)).toBe(other)
      expect(await formatGiven(path, '--format', other, '--json')).toBe(other)
    },
  )

  test.each([
    [['--json'], {}, true],
    [['--format', 'json'], {}, true],
    [['--format=json'], {}, true],
    [['--format', 'pretty', '--json'], {}, false],
    [['--json', '--format=pretty'], {}, false],
    [['--format', 'pretty', '--format', 'json'], {}, true],
    [['--', '--json'], {}, false],
    [[], { CHRONICLE_FORMAT: 'json' }, true],
    [['--format', 'pretty'], { CHRONICLE_FORMAT: 'json' }, false],
    [['--json'], { CHRONICLE_FORMAT: 'pretty' }, true],
  ])('%j with %j makes failures documents: %s', (argv, env, expected) => {
    expect(asksForJson(argv, env)).toBe(expected)
  })
})
