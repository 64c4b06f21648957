import { readdir, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { RootCommand, ShellCompDirective, type Complete, type Command as TabCommand } from '@bomb.sh/tab'
import { placeReadings } from '@chronicle/core/text'
import type { Argument, Command, Option } from 'commander'
import type { CommandHost } from '../host/command-host.ts'
import { captureConsoleLog } from './capture-console-log.ts'
import { namesFor, revisionNames, unitNames } from './completed-names.ts'

/**
 * Returns the candidates for the last word, in the format that the shell scripts of `@bomb.sh/tab` read: one per line
 * with its description after a tab, then the directive.
 *
 * @param words The command line after the program's name. The last word may be incomplete; it is `''` after a space.
 */
export async function completeWords(
  root: Command,
  words: readonly string[],
  dir: string,
  host: CommandHost,
): Promise<string> {
  if (words[0] === '-C' && words.length > 2) {
    return completeWords(root, words.slice(2), resolve(dir, words[1] ?? ''), host)
  }
  const partial = words.at(-1) ?? ''
  const files: Candidates = partial.startsWith('-')
    ? { files: [], units: [], revisions: [], commands: [] }
    : {
        files: await matchingFiles(partial, dir),
        revisions: takesRevision(root, words) ? await revisionNames(partial, dir, host) : [],
        commands: root
          .createHelp()
          .visibleCommands(root)
          .map((command) => command.name()),
        ...(await matchingUnits(root, words, dir, host)),
      }
  const tab = new RootCommand()
  describe(root, tab, files)
  for (const command of root.createHelp().visibleCommands(root)) {
    describe(command, tab.command(command.name(), command.summary() || command.description()), files)
    for (const below of command.createHelp().visibleCommands(command)) {
      describe(below, tab.command(`${command.name()} ${below.name()}`, below.summary()), files)
    }
  }
  // `parse` removes the last word from its argument if it is empty.
  const lines = captureConsoleLog(() => tab.parse([...words]))
  const candidates = lines.slice(0, -1)
  const foldersOnly = candidates.length > 0 && candidates.every((line) => line.split('\t')[0]?.endsWith('/'))
  const noSpace = foldersOnly ? ShellCompDirective.ShellCompDirectiveNoSpace : 0
  return [...candidates, `:${ShellCompDirective.ShellCompDirectiveNoFileComp | noSpace}`].join('\n')
}

/** Candidates for the current word, in addition to commands and options. */
interface Candidates {
  readonly files: readonly string[]
  /** Places in a file, and names of units of the file named earlier. */
  readonly units: readonly string[]
  /** Branches and tags, or ranges that end with one. */
  readonly revisions: readonly string[]
  readonly commands: readonly string[]
}

function describe(command: Command, tab: TabCommand, files: Candidates): void {
  for (const option of command.createHelp().visibleOptions(command)) {
    const long = option.long?.slice(2)
    if (long === undefined) continue
    const takesValue = option.required || option.optional
    const short = option.short?.slice(1)
    if (takesValue) tab.option(long, option.description, suggestAll(valuesOf(option, files)), short)
    else tab.option(long, option.description, short)
  }
  for (const argument of command.registeredArguments) {
    tab.argument(argument.name(), suggestAll(wordsOf(argument, files)), argument.variadic)
  }
}

function suggestAll(values: readonly string[]): (complete: Complete) => void {
  return (complete) => {
    for (const value of values) complete(value, '')
  }
}

/** Match the values and arguments that the help describes as revisions or ranges. */
const REVISION_VALUE = /<(?:revision|rev|commit|sha|range)>/u
const REVISION_ARGUMENT = /^(?:revision|range|sha|commit)$/u

function valuesOf(option: Option, { files, revisions, units }: Candidates): readonly string[] {
  if (option.argChoices !== undefined) return option.argChoices
  if (REVISION_VALUE.test(option.flags)) return revisions
  if (/--(?:anchor|region) </u.test(option.flags)) return units
  return /<(?:path|file|dir)>/u.test(option.flags) ? files : []
}

function wordsOf(argument: Argument, { commands, files, revisions, units }: Candidates): readonly string[] {
  if (argument.argChoices !== undefined) return argument.argChoices
  const name = argument.name()
  if (name === 'anchor') return units
  if (name === 'command') return commands
  if (REVISION_ARGUMENT.test(name)) return revisions
  // `words` is a revision or range, followed by files and folders.
  if (name === 'words') return [...revisions, ...files]
  return /^(?:paths?|files?|place)$/u.test(name) ? [...files, ...units] : []
}

/** Whether the word being typed may be a revision. Only then is a repository opened to list the names. */
function takesRevision(root: Command, words: readonly string[]): boolean {
  const named = root.commands.find((each) => each.name() === words[0])
  const command = named?.commands.find((each) => each.name() === words[1]) ?? named
  if (command === undefined) return false
  const before = words.at(-2) ?? ''
  const option = command.options.find(({ long, short }) => before !== '' && (long === before || short === before))
  if (option !== undefined && (option.required || option.optional)) return REVISION_VALUE.test(option.flags)
  return command.registeredArguments.some((each) => each.name() === 'words' || REVISION_ARGUMENT.test(each.name()))
}

/**
 * Returns units where a command takes one: `path:unit` after a colon, otherwise the units of the file named earlier.
 */
async function matchingUnits(
  root: Command,
  words: readonly string[],
  dir: string,
  host: CommandHost,
): Promise<Pick<Candidates, 'units'>> {
  const partial = words.at(-1) ?? ''
  const command = root.commands.find((each) => each.name() === words[0])
  if (command === undefined || !takesUnit(command)) return { units: [] }
  for (const { path, part } of placeReadings(partial).slice(1)) {
    if (!(await isFile(path, dir))) continue
    const names = namesFor(part, await unitNames(path, dir, host))
    return { units: names.map((name) => `${partial.slice(0, partial.length - part.length)}${name}`) }
  }
  for (const word of words.slice(1, -1).reverse()) {
    if (word.startsWith('-') || !(await isFile(word, dir))) continue
    return { units: namesFor(partial, await unitNames(word, dir, host)) }
  }
  return { units: [] }
}

function takesUnit(command: Command): boolean {
  return (
    command.registeredArguments.some((argument) => /^(?:anchor|place)$/u.test(argument.name())) ||
    command.options.some((option) => option.long === '--anchor')
  )
}

function isFile(path: string, dir: string): Promise<boolean> {
  return stat(resolve(dir, path)).then(
    (found) => found.isFile(),
    () => false,
  )
}

/** Returns files and folders that match the word, as the user would type them. */
async function matchingFiles(partial: string, dir: string): Promise<readonly string[]> {
  const folder = partial.slice(0, partial.lastIndexOf('/') + 1)
  const start = partial.slice(folder.length)
  const entries = await readdir(folder.startsWith('/') ? folder : join(dir, folder), { withFileTypes: true }).catch(
    // A missing folder has no candidates.
    () => [],
  )
  return entries
    .filter((entry) => entry.name.startsWith(start) && entry.name !== '.git')
    .filter((entry) => start.startsWith('.') || !entry.name.startsWith('.'))
    .map((entry) => `${folder}${entry.name}${entry.isDirectory() ? '/' : ''}`)
    .sort()
}
