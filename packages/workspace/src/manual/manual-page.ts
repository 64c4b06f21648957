import type { EventEmitter } from 'node:events'
import type { createProgram } from '@chronicle/cli'

/** A commander command. */
export type Command = ReturnType<typeof createProgram>

/** Facts that every page states about the program. */
export interface ManualFacts {
  readonly version: string
  /** Further sections of the program's own page: a heading, and terms with their meanings. */
  readonly sections?: readonly { readonly heading: string; readonly terms: readonly Term[] }[]
}

/** An option, argument or command, and its meaning. */
export interface Term {
  readonly term: string
  readonly meaning: string
}

/** Returns the name of a page, such as `git-chronicle-read`. */
export function pageName(command: Command): string {
  return fullName(command).replaceAll(' ', '-')
}

/** Returns the commands that have their own page. Their subcommands are sections of it. */
export function commandsWithPages(program: Command): readonly Command[] {
  return program
    .createHelp()
    .visibleCommands(program)
    .filter((command) => command.name() !== 'help')
}

/** Returns the manual page of a command, in the roff macros `man`, which every `man` program supports. */
export function manualPage(command: Command, { version, sections = [] }: ManualFacts): string {
  const isProgram = command.parent === null
  const below = isProgram ? commandsWithPages(command) : []
  const lines = [
    `.TH ${quoted(pageName(command).toUpperCase())} 1 "" ${quoted(`Chronicle ${version}`)} ${quoted('Chronicle Manual')}`,
    // No hyphenation: names and options must not be broken at the end of a line.
    '.nh',
    '.ad l',
    '.SH NAME',
    `${escape(pageName(command))} \\- ${escape(summaryOf(command))}`,
    ...usageLines('SYNOPSIS', command),
    '.SH DESCRIPTION',
    ...paragraphs(command.description()),
    ...termLines(
      'COMMANDS',
      below.map((each) => ({ term: `${pageName(each)}(1)`, meaning: summaryOf(each) })),
    ),
    ...ownLines(command, 'SH'),
    ...sections.flatMap(({ heading, terms }) => termLines(heading, terms)),
    ...(isProgram ? [] : commandsBelow(command).flatMap((each) => [...subcommandLines(each)])),
    '.SH SEE ALSO',
    escape(isProgram ? 'git-notes(1), git-log(1), git-blame(1)' : `${pageName(programOf(command))}(1)`),
  ]
  return `${lines.join('\n')}\n`
}

/** Returns the arguments, options and additional help text. */
function ownLines(command: Command, level: 'SH' | 'SS'): readonly string[] {
  const help = command.createHelp()
  const name = (heading: string): string => (level === 'SH' ? heading.toUpperCase() : heading)
  const args = help.visibleArguments(command).map((argument) => ({
    term: help.argumentTerm(argument),
    meaning: help.argumentDescription(argument),
  }))
  const groups = new Map<string, Term[]>()
  for (const option of help.visibleOptions(command)) {
    const heading = (option.helpGroupHeading ?? 'Options:').replace(/:$/u, '')
    const term = { term: help.optionTerm(option), meaning: help.optionDescription(option) }
    groups.set(heading, [...(groups.get(heading) ?? []), term])
  }
  return [
    ...termLines(name('Arguments'), args, level),
    ...[...groups].flatMap(([heading, terms]) => termLines(name(heading), terms, level)),
    ...addedLines(addedHelp(command), level),
  ]
}

function subcommandLines(command: Command): readonly string[] {
  return [
    `.SH ${quoted(fullName(command))}`,
    ...paragraphs(command.description()),
    ...usageLines('Usage', command, 'SS'),
    ...ownLines(command, 'SS'),
  ]
}

function commandsBelow(command: Command): readonly Command[] {
  return command
    .createHelp()
    .visibleCommands(command)
    .filter((each) => each.name() !== 'help')
}

function usageLines(heading: string, command: Command, level: 'SH' | 'SS' = 'SH'): readonly string[] {
  return [`.${level} ${quoted(heading)}`, `.B ${escape(fullName(command))}`, escape(command.usage())]
}

function termLines(heading: string, terms: readonly Term[], level: 'SH' | 'SS' = 'SH'): readonly string[] {
  if (terms.length === 0) return []
  return [
    `.${level} ${quoted(heading)}`,
    ...terms.flatMap(({ term, meaning }) => ['.TP', `.B ${escape(term)}`, ...textLines(meaning)]),
  ]
}

/** Returns what `addHelpText('after', …)` prints. */
function addedHelp(command: Command): string {
  const texts: string[] = []
  // Commander's types do not declare that a command is an event emitter.
  const emitter = command as unknown as EventEmitter
  emitter.emit('afterHelp', { error: false, command, write: (text: string) => texts.push(text) })
  return texts.join('')
}

/** Formats the additional help. Blocks with their own heading keep their layout if they have columns. */
function addedLines(text: string, level: 'SH' | 'SS'): readonly string[] {
  const lines: string[] = []
  for (const block of text.split(/\n{2,}/u).filter((each) => each.trim() !== '')) {
    const [first = '', ...rest] = block.replace(/^\n+|\n+$/gu, '').split('\n')
    const isHeading = /^\S.*:$/u.test(first) && rest.every((line) => /^\s/u.test(line))
    if (isHeading)
      lines.push(`.${level} ${quoted(level === 'SH' ? first.slice(0, -1).toUpperCase() : first.slice(0, -1))}`)
    if (first.startsWith('Exit code:'))
      lines.push(`.${level} ${quoted(level === 'SH' ? 'EXIT STATUS' : 'Exit status')}`)
    const body = isHeading ? rest : [first, ...rest]
    const isLaidOut = body.some((line) => /\S {2,}\S/u.test(line)) || first === 'Examples:'
    lines.push(...(isLaidOut ? ['.PP', '.nf', ...body.map(escapeLine), '.fi'] : ['.PP', ...textLines(body.join('\n'))]))
  }
  return lines
}

function paragraphs(text: string): readonly string[] {
  return text.split(/\n{2,}/u).flatMap((paragraph) => ['.PP', ...textLines(paragraph)])
}

function textLines(text: string): readonly string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map(escapeLine)
}

function summaryOf(command: Command): string {
  return command.summary() || (command.description().split('\n')[0] ?? '').replace(/\.$/u, '')
}

function fullName(command: Command): string {
  return command.parent === null ? command.name() : `${fullName(command.parent)} ${command.name()}`
}

function programOf(command: Command): Command {
  return command.parent === null ? command : programOf(command.parent)
}

/** A line that begins with a dot or an apostrophe would be a roff request. */
function escapeLine(line: string): string {
  const text = escape(line)
  return /^\s*[.']/u.test(text) ? `\\&${text}` : text
}

function escape(text: string): string {
  return text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replace(/[^\n -~]/gu, (character) => {
      const code = character.codePointAt(0) ?? 0
      return `\\[u${code.toString(16).toUpperCase().padStart(4, '0')}]`
    })
}

function quoted(text: string): string {
  return `"${escape(text).replaceAll('"', '\\(dq')}"`
}
