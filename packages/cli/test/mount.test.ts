import { Readable } from 'node:stream'
import { createReadPipeline, type ReadPipelineOptions } from '@chronicle/core'
import type { Scorer } from '@chronicle/core/contracts'
import { openChronicle } from '@chronicle/node'
import * as schema from '@chronicle/schema'
import { Command, CommanderError } from 'commander'
import { expect, test } from 'vitest'
import {
  createAnnotateCommand,
  createLookupCommand,
  createProgram,
  createReadCommand,
  createSchemaCommand,
  runCli,
  type CliIo,
  type CommandOptions,
} from '../src/index.ts'
import * as exported from '../src/index.ts'
import { ChronicleCommand } from '../src/host/create-command.ts'
import { testEnvironment } from './run-chronicle.ts'
import { useStation } from './station.ts'

const station = await useStation()

/** Runs a program that knows only Chronicle's commands. */
async function acme(args: readonly string[], options: Omit<CommandOptions, 'io' | 'name'> = {}) {
  const run = { stdout: '', stderr: '', code: 0 }
  const io: CliIo = {
    stdin: Readable.from([]),
    stdout: { write: (text) => (run.stdout += text) },
    stderr: { write: (text) => (run.stderr += text) },
    env: testEnvironment,
    cwd: station.dir,
    setExitCode: (code) => (run.code = code),
  }
  const knowledge = new Command('knowledge').addCommand(createReadCommand({ ...options, io, name: 'why' }))
  const program = new Command('acme')
    .exitOverride()
    .option('--loud', "acme's own option")
    .addCommand(knowledge)
    .addCommand(createAnnotateCommand({ ...options, io, name: 'because' }))
    .addCommand(createSchemaCommand({ io }))
  await program.parseAsync([...args], { from: 'user' })
  return run
}

test('commands run under another name, on the streams of the program', async () => {
  const run = await acme(['--loud', 'knowledge', 'why', 'src/client.rs', 'connect'])
  expect(run).toMatchObject({ code: 0, stderr: '' })
  expect(run.stdout).toContain('Survive a restart of the broker')
})

test('-- is understood below other commands', async () => {
  expect((await acme(['knowledge', 'why', '--', 'src/client.rs', 'connect'])).code).toBe(1)
  expect((await acme(['knowledge', 'why', '--anchor', 'connect', '--', 'src/client.rs'])).code).toBe(0)
})

test.each([
  () => {
    throw new Error('no such project.')
  },
  () => Promise.reject(new Error('no such project.')),
])('an open that fails is an error of the command', async (open) => {
  const run = await acme(['knowledge', 'why', 'src/client.rs'], { open })
  expect(run.code).toBe(2)
  expect(run.stderr).toContain('was not opened: no such project.\n')
})

test('a line of a program that names no folder is wrong usage', async () => {
  const { io, printed } = printingIo()
  expect(await runCli(['status'], { ...io, cwd: undefined as never })).toBe(2)
  expect(printed.text).toContain('The option cwd of runCli is undefined. Give the folder to work in.')
})

test('there is a function for every command of the program', () => {
  const names = createProgram()
    .commands.map((command) => command.name())
    .filter((name) => name !== 'help' && name !== 'git-hook')
  const created = Object.entries(exported).flatMap(([name, create]) =>
    /^create\w+Command$/.test(name) ? (create as () => Command)().name() : [],
  )
  expect(created.toSorted()).toEqual(names.toSorted())
})

/** Returns the streams of a program outside of any repository, and what it prints. */
function printingIo(): { readonly io: CliIo; readonly printed: { text: string } } {
  const printed = { text: '' }
  const io: CliIo = {
    stdin: Readable.from([]),
    stdout: { write: (text) => (printed.text += text) },
    stderr: { write: () => true },
    env: {},
    cwd: '/',
    setExitCode: () => undefined,
  }
  return { io, printed }
}

test('the help names the command as it is called there', async () => {
  const { io, printed } = printingIo()
  const program = new Command('acme').addCommand(createReadCommand({ io, name: 'why' }))
  await expect(program.parseAsync(['why', '--help'], { from: 'user' })).rejects.toBeInstanceOf(CommanderError)
  expect(printed.text).toContain('Usage: acme why [options] <path...>')
  expect(printed.text).toContain('acme why src/mqtt/client.rs MqttClient::connect')
  expect(printed.text).not.toContain('git chronicle')
})

test('a failed query sets the exit code and throws nothing', async () => {
  const run = await acme(['knowledge', 'why', 'src/absent.rs'])
  expect(run.code).toBe(1)
  expect(JSON.parse(run.stdout)).toMatchObject({ error: { code: 'file_not_found' } })
})

test('wrong usage is reported and then thrown, as commander does for a program that overrides exits', async () => {
  await expect(acme(['knowledge', 'why', '--fromat', 'json', 'x'])).rejects.toMatchObject({
    exitCode: 2,
    code: 'commander.unknownOption',
  })
})

test('wrong usage of a renamed command has the schema of its answer', async () => {
  const { io, printed } = printingIo()
  const program = new Command('acme').addCommand(createLookupCommand({ io, name: 'before' }))
  await expect(program.parseAsync(['before', '--fromat'], { from: 'user' })).rejects.toBeInstanceOf(CommanderError)
  expect(JSON.parse(printed.text)).toMatchObject({ $schema: 'chronicle-lookup/v1', error: { code: 'usage' } })
})

test('each schema of an answer is that of one command', () => {
  const schemas = Object.entries(schema).flatMap(([name, value]) => (name.endsWith('_OUTPUT_SCHEMA') ? [value] : []))
  const commands = createProgram().commands.filter((command) => command instanceof ChronicleCommand)
  const answers = commands.flatMap(({ answerSchema }) => answerSchema ?? [])
  expect(answers.sort()).toEqual(schemas.sort())
})

test('the pipeline, the scorer and git are those of the program', async () => {
  const certain: Scorer = {
    name: 'certain',
    score: () => ({
      confidence: 0.12,
      factors: { recency: 'new', context_level: 'enhanced', anchor_match: 'exact', provenance: 'initial' },
      scores: { recency: 1, context_level: 1, anchor_stability: 1, provenance: 1 },
    }),
  }
  const asked: string[] = []
  const run = await acme(['knowledge', 'why', 'src/client.rs', 'connect', '--format', 'json'], {
    open: ({ dir, env = {} }) => {
      const chronicle = openChronicle({ dir, env, cacheDir: false })
      const git = {
        ...chronicle.git,
        resolve: (...args: Parameters<typeof chronicle.git.resolve>) => (
          asked.push(args[0]),
          chronicle.git.resolve(...args)
        ),
      }
      const createPipeline = (overrides: Partial<ReadPipelineOptions> = {}) =>
        createReadPipeline({ ...overrides, git, ast: chronicle.ast, scorer: certain })
      return { ...chronicle, git, createPipeline }
    },
  })
  expect(JSON.parse(run.stdout)).toMatchObject({ regions: [{ confidence: 0.12 }] })
  expect(asked).toContain('HEAD')
})
