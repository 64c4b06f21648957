import { Command, Option, type AddHelpTextContext, type AddHelpTextPosition } from 'commander'
import { codedError } from '@chronicle/core/contracts'
import { nearestWord } from '../config/nearest-word.ts'
import type { CliIo } from './cli-io.ts'
import { reportFailure } from './report-failure.ts'
import { settingOption } from './setting-option.ts'
import { useColour } from './use-colour.ts'
import { joinParagraphs, wrapHelp } from './wrap-help.ts'

type HelpText = string | ((context: AddHelpTextContext) => string | undefined)

/** An example in the help of a command; `$` as a separate word stands for the full name of the command. */
export interface HelpExample {
  readonly line: string
  readonly shows: string
}

/** A command with methods that add options and help sections shared by many commands. */
export class ChronicleCommand extends Command {
  /** The schema of the answer that the command prints as JSON. Absent: it prints a receipt, or nothing. */
  answerSchema?: string

  /** Sets the schema of the answer, which a usage error has, too. */
  answers(schema: string): this {
    this.answerSchema = schema
    return this
  }

  /**
   * Adds `--format` with the given choices, the first being the default, and `--json`. `of` describes the formatted
   * output.
   */
  formatOption(of: string, choices: readonly string[] = ['pretty', 'json']): this {
    return this.formatOptionAlone(of, choices).jsonOption()
  }

  /** Adds only `--format`, for a command in which `--json` has another meaning. */
  formatOptionAlone(of: string, choices: readonly string[] = ['pretty', 'json']): this {
    return this.addOption(new Option('--format <format>', of).choices(choices).default(choices[0]))
  }

  /** Adds the short form of `--format json`; an explicit `--format` takes precedence. */
  jsonOption(): this {
    return this.addOption(new Option('--json', 'the same as --format json').implies({ format: 'json' }))
  }

  /**
   * Adds the option for the location of the repository and, on request, for the notes ref, with its own description,
   * and for the git backend.
   */
  repositoryOptions({ notesRef, gitBackend }: RepositoryOptions = {}): this {
    this.optionsGroup('Repository:').option('-C <dir>', 'work as if started in this folder')
    if (notesRef !== undefined) {
      this.addOption(settingOption('notesRefs', '--notes-ref <ref>', notesRef === true ? undefined : notesRef))
    }
    if (gitBackend === true) {
      this.addOption(settingOption('gitBackend', '--git-backend <name>').choices(['cli', 'isomorphic']))
    }
    return this
  }

  /** Applies a function that adds shared options. */
  with(add: (command: ChronicleCommand) => Command): this {
    add(this)
    return this
  }

  /**
   * Adds text to the help, wrapped at the width of the help. Lines that begin with a blank are not joined to the line
   * before.
   */
  override addHelpText(position: AddHelpTextPosition, text: HelpText): this {
    return super.addHelpText(position, (context) => {
      const { error } = context
      const width = this.configureOutput()[error ? 'getErrHelpWidth' : 'getOutHelpWidth']?.() ?? 100
      return wrapHelp(typeof text === 'string' ? text : (text(context) ?? ''), width)
    })
  }

  /** Adds examples to the help, with the command's full name in each. */
  examples(examples: readonly HelpExample[]): this {
    // Not wrapped, so that a command can be pasted.
    return super.addHelpText('after', () => {
      const name = fullName(this)
      const lines = examples.map(({ line, shows }) => `  ${line.replace(COMMAND, name)}\n      ${shows}`)
      return `\nExamples:\n${lines.join('\n')}`
    })
  }
}

/** The repository options of a command besides `-C`. */
interface RepositoryOptions {
  /** `--notes-ref`: `true`, or the description in the help. */
  readonly notesRef?: true | string
  readonly gitBackend?: true
}

/**
 * Creates a command that writes to the given streams and reports wrong usage in the documented way. It then throws
 * commander's `CommanderError`, like every command of a program that calls `exitOverride`; it never ends the process.
 */
export function createCommand(name: string, io: CliIo): ChronicleCommand {
  const command = new ChronicleCommand(name)
  return (
    command
      .configureOutput({
        writeOut: (text) => io.stdout.write(text),
        writeErr: (text) => io.stderr.write(text),
        outputError: () => undefined,
        getOutHelpWidth: () => io.stdout.columns ?? 100,
        getErrHelpWidth: () => io.stderr.columns ?? 100,
        getOutHasColors: () => useColour(io.stdout, io.env),
        getErrHasColors: () => useColour(io.stderr, io.env),
      })
      // Joins the source's line breaks, so that lines wrap at the display width; lists and paragraphs stay.
      .configureHelp({ commandDescription: (shown) => joinParagraphs(shown.description()) })
      // Commander prints the help before it looks at the command that was named.
      .addHelpText('before', () => refuseUnknownCommand(command))
      .exitOverride((error) => {
        if (error.exitCode !== 0) {
          error.exitCode = 2
          reportFailure(io, codedError('usage', usageMessage(error.message, command)), command.answerSchema)
        }
        throw error
      })
  )
}

/** Fails if the command line has an unknown command where `command` takes one. */
function refuseUnknownCommand(command: Command): undefined {
  const { args, commands, registeredArguments } = command
  const [name = '-'] = args
  if (commands.length === 0 || registeredArguments.length > 0 || name.startsWith('-')) return
  // `help` is visible, but not among `commands`.
  const visible = command.createHelp().visibleCommands(command)
  if ([...commands, ...visible].some((each) => each.name() === name)) return
  const nearest = nearestWord(
    name,
    visible.map((each) => each.name()),
  )
  command.error(`error: unknown command '${name}'${nearest === undefined ? '' : `\n(Did you mean ${nearest}?)`}`)
}

/** Matches a `$` that does not start a shell variable. */
const COMMAND = /(?<![^\s(|])\$(?![^\s)])/u

/** Returns the full name of the command: `git chronicle read`. */
export function fullName(command: Command): string {
  return command.parent === null ? command.name() : `${fullName(command.parent)} ${command.name()}`
}

/** Turns `error: unknown option '--fromat'\n(Did you mean --format?)` into sentences, with a reference to the help. */
function usageMessage(message: string, command: Command): string {
  // The message of commander when a command that has subcommands is given none. The help has been printed already.
  if (message === '(outputHelp)') {
    const below = command.createHelp().visibleCommands(command)
    return `Say what to do: ${fullName(command)} ${below.map((each) => each.name()).join('|')}. See: ${fullName(command)} -h`
  }
  const [first = '', ...rest] = message.replace(/^error: /u, '').split('\n')
  const sentence = `${first.charAt(0).toUpperCase()}${first.slice(1)}`
  const hint =
    rest
      .join(' ')
      .replace(/^\((.*)\)$/u, '$1')
      .trim() ||
    equivalentOptionHint(first, command) ||
    argumentsHint(first, command)
  const help = `See: ${fullName(command)} -h`
  return `${sentence}${/[.?!]$/u.test(sentence) ? '' : '.'} ${hint === '' ? '' : `${hint} `}${help}`
}

/** Returns what a command that got too many arguments takes instead; `''` for another message, or if it takes none. */
function argumentsHint(message: string, command: Command): string {
  const { registeredArguments: expected } = command
  if (!message.startsWith('too many arguments') || expected.length === 0) return ''
  const names = expected.map((each) => (each.required ? `<${each.name()}>` : `[${each.name()}]`))
  const meaning = expected.length === 1 ? ` (${expected[0]?.description ?? ''})` : ''
  return `It takes ${names.join(' ')}${meaning}.`
}

/** Options of different commands with the same meaning. */
const EQUIVALENT_OPTIONS = [['--max-tokens', '--budget']] as const

/** Returns a hint at the option of this command that does what was asked for; `''` if there is none. */
function equivalentOptionHint(message: string, { options }: Command): string {
  const [, revision] = /^option '--at <state>' argument '(.*)' is invalid/su.exec(message) ?? []
  if (revision !== undefined && options.some(({ long }) => long === '--rev')) {
    return `For a branch, a tag or a commit: --rev ${revision}.`
  }
  const [, unknown] = /^unknown option '(--[\w-]+)/u.exec(message) ?? []
  const names = EQUIVALENT_OPTIONS.find((pair) => pair.some((name) => name === unknown)) ?? []
  const meant = options.find(({ long }) => names.some((name) => name === long))?.long
  return meant === undefined ? '' : `Did you mean ${meant}?`
}
