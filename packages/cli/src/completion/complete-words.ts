import { readdir, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { RootCommand, ShellCompDirective, type Complete, type Command as TabCommand } from '@bomb.sh/tab'
import { placeReadings } from '@chronicle/core/text'
import type { Argument, Command, Option } from 'commander'
import { FAIL_ON } from '../doctor/doctor-command.ts'
import type { CommandHost } from '../host/command-host.ts'
import { AGENT_CLIENT_NAMES } from '../install/agent-clients.ts'
import { SKILL_PARTS } from '../skill/skill-flags.ts'
import { captureConsoleLog } from './capture-console-log.ts'
import {
  fieldNames,
  namesFor,
  remoteNames,
  revisionNames,
  schemaNames,
  toolNames,
  unitNames,
} from './completed-names.ts'

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
  const partial = words.at(-1) ?? ''
  const folder = findFolder(words)
  if (folder === words.length - 2) return listCandidates(await matchingFolders(partial, dir))
  if (folder !== undefined) {
    const rest = words.toSpliced(folder, 2)
    return completeWords(root, rest, resolve(dir, words[folder + 1] ?? ''), host)
  }
  const files: Candidates = partial.startsWith('-')
    ? { files: [], units: [], names: [], commands: [] }
    : {
        files: await matchingFiles(partial, dir),
        names: await lookUpNames(root, words, dir, host),
        commands: root
          .createHelp()
          .visibleCommands(root)
          .map((command) => command.name()),
        ...(await matchingUnits(root, words, dir, host)),
      }
  const tab = new RootCommand()
  describe(root, tab, files, partial)
  for (const command of root.createHelp().visibleCommands(root)) {
    describe(command, tab.command(command.name(), command.summary() || command.description()), files, partial)
    for (const below of command.createHelp().visibleCommands(command)) {
      describe(below, tab.command(`${command.name()} ${below.name()}`, below.summary()), files, partial)
    }
  }
  // `parse` removes the last word from its argument if it is empty.
  const lines = captureConsoleLog(() => tab.parse([...words]))
  return listCandidates(lines.slice(0, -1))
}

/** Returns the lines of the answer: the candidates, and the directive. */
function listCandidates(candidates: readonly string[]): string {
  const foldersOnly = candidates.length > 0 && candidates.every((line) => line.split('\t')[0]?.endsWith('/'))
  const noSpace = foldersOnly ? ShellCompDirective.ShellCompDirectiveNoSpace : 0
  return [...candidates, `:${ShellCompDirective.ShellCompDirectiveNoFileComp | noSpace}`].join('\n')
}

/** Candidates for the current word, in addition to commands and options. */
interface Candidates {
  readonly files: readonly string[]
  /** Places in a file, and names of units of the file named earlier. */
  readonly units: readonly string[]
  /** Names from a lookup for the current word: branches, remotes, … */
  readonly names: readonly string[]
  readonly commands: readonly string[]
}

function describe(command: Command, tab: TabCommand, files: Candidates, partial: string): void {
  for (const option of command.createHelp().visibleOptions(command)) {
    const long = option.long?.slice(2)
    if (long === undefined) continue
    const takesValue = option.required || option.optional
    const short = option.short?.slice(1)
    if (takesValue) tab.option(long, option.description, suggestAll(valuesOf(option, files, partial)), short)
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

/** Names that take a lookup, by the option or argument that takes them, as the help writes it. */
const LOOKUPS: readonly { readonly takes: RegExp; readonly find: typeof revisionNames }[] = [
  { takes: /<(?:revision|rev|commit|sha|range|a\.\.b|date\|commit)>|^<words>$/u, find: revisionNames },
  { takes: /^--remote <|^<remote>$/u, find: remoteNames },
  { takes: /^--field </u, find: fieldNames },
  { takes: /^--tools </u, find: toolNames },
  { takes: /^<name>$/u, find: schemaNames },
  { takes: /<kinds>/u, find: () => Promise.resolve(FAIL_ON) },
  { takes: /\[clients\]/u, find: () => Promise.resolve(AGENT_CLIENT_NAMES) },
  { takes: /\[parts\]/u, find: () => Promise.resolve(SKILL_PARTS) },
]

/** Matches values that name a place: a file, or a unit in it. */
const PLACE_VALUE = /<(?:place|path:unit=assumption)>/u

function valuesOf(option: Option, { files, names, units }: Candidates, partial: string): readonly string[] {
  const { argChoices, flags } = option
  const values = argChoices ?? (LOOKUPS.some(({ takes }) => takes.test(flags)) ? names : undefined)
  // A list is completed at its last name.
  if (values !== undefined && /,\.\.\.>|\[clients\]|\[parts\]|<kinds>/u.test(flags)) {
    const before = partial.slice(0, partial.lastIndexOf(',') + 1)
    return values.map((value) => `${before}${value}`)
  }
  if (values !== undefined) return values
  if (/--(?:anchor|region) </u.test(flags)) return units
  if (PLACE_VALUE.test(flags)) return [...files, ...units]
  return /<(?:path|file|file\.\.\.|dir)>/u.test(flags) ? files : []
}

function wordsOf(argument: Argument, { commands, files, names, units }: Candidates): readonly string[] {
  if (argument.argChoices !== undefined) return argument.argChoices
  const name = argument.name()
  if (name === 'anchor') return units
  if (name === 'command') return commands
  // `words` is a revision or range, followed by files and folders.
  if (name === 'words') return [...names, ...files]
  if (LOOKUPS.some(({ takes }) => takes.test(`<${name}>`))) return names
  return /^(?:paths?|files?|place)$/u.test(name) ? [...files, ...units] : []
}

/** Returns the names for the word being typed. A lookup may open a repository, so it runs only where it is needed. */
async function lookUpNames(
  root: Command,
  words: readonly string[],
  dir: string,
  host: CommandHost,
): Promise<readonly string[]> {
  const command = namedCommand(root, words)
  if (command === undefined) return []
  const option = optionBefore(command, words)
  const placeholders =
    option === undefined ? command.registeredArguments.map((each) => `<${each.name()}>`) : [option.flags]
  const lookup = LOOKUPS.find(({ takes }) => placeholders.some((each) => takes.test(each)))
  return lookup === undefined ? [] : lookup.find(words.at(-1) ?? '', dir, host)
}

/** Returns the command, or the command in a command, that the line is for. */
function namedCommand(root: Command, words: readonly string[]): Command | undefined {
  const named = root.commands.find((each) => each.name() === words[0])
  return named?.commands.find((each) => each.name() === words[1]) ?? named
}

/** Returns the option whose value is being typed. */
function optionBefore(command: Command, words: readonly string[]): Option | undefined {
  const before = words.at(-2) ?? ''
  const option = command.options.find(({ long, short }) => before !== '' && (long === before || short === before))
  return option !== undefined && (option.required || option.optional) ? option : undefined
}

/** Returns the index of the first `-C`. What follows `commit` belongs to git, which has another `-C`. */
function findFolder(words: readonly string[]): number | undefined {
  const index = words.slice(0, -1).indexOf('-C')
  return index === -1 || words.slice(0, index).includes('commit') ? undefined : index
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
  const command = namedCommand(root, words)
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
    command.options.some(({ flags }) => /^--(?:anchor|region) </u.test(flags) || PLACE_VALUE.test(flags))
  )
}

function isFile(path: string, dir: string): Promise<boolean> {
  return stat(resolve(dir, path)).then(
    (found) => found.isFile(),
    () => false,
  )
}

async function matchingFolders(partial: string, dir: string): Promise<readonly string[]> {
  return (await matchingFiles(partial, dir)).filter((path) => path.endsWith('/'))
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
