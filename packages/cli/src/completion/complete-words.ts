import { readdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { RootCommand, ShellCompDirective, type Complete, type Command as TabCommand } from '@bomb.sh/tab'
import type { Argument, Command, Option } from 'commander'
import { captureConsoleLog } from './capture-console-log.ts'

/**
 * The candidates for the last of the words, in the form that the shell scripts of `@bomb.sh/tab` read: one on each
 * line with its description after a tab, then the directive.
 *
 * @param words The command line after the program's name, the last one as far as it is typed, `''` after a space.
 */
export async function completeWords(root: Command, words: readonly string[], dir: string): Promise<string> {
  if (words[0] === '-C' && words.length > 2) return completeWords(root, words.slice(2), resolve(dir, words[1] ?? ''))
  const partial = words.at(-1) ?? ''
  const files = partial.startsWith('-') ? [] : await matchingFiles(partial, dir)
  const tab = new RootCommand()
  describe(root, tab, files)
  for (const command of root.createHelp().visibleCommands(root)) {
    describe(command, tab.command(command.name(), command.summary() || command.description()), files)
    for (const below of command.createHelp().visibleCommands(command)) {
      describe(below, tab.command(`${command.name()} ${below.name()}`, below.summary()), files)
    }
  }
  // `parse` takes the last word off the list that it is given when it is empty.
  const lines = captureConsoleLog(() => tab.parse([...words]))
  const candidates = lines.slice(0, -1)
  const foldersOnly = candidates.length > 0 && candidates.every((line) => line.split('\t')[0]?.endsWith('/'))
  const noSpace = foldersOnly ? ShellCompDirective.ShellCompDirectiveNoSpace : 0
  return [...candidates, `:${ShellCompDirective.ShellCompDirectiveNoFileComp | noSpace}`].join('\n')
}

function describe(command: Command, tab: TabCommand, files: readonly string[]): void {
  for (const option of command.createHelp().visibleOptions(command)) {
    const long = option.long?.slice(2)
    if (long === undefined) continue
    const takesValue = option.required || option.optional
    const short = option.short?.slice(1)
    if (takesValue) tab.option(long, option.description, offer(valuesOf(option, files)), short)
    else tab.option(long, option.description, short)
  }
  for (const argument of command.registeredArguments) {
    tab.argument(argument.name(), offer(wordsOf(argument, files)), argument.variadic)
  }
}

function offer(values: readonly string[]): (complete: Complete) => void {
  return (complete) => {
    for (const value of values) complete(value, '')
  }
}

function valuesOf(option: Option, files: readonly string[]): readonly string[] {
  return option.argChoices ?? (/<(?:path|file|dir)>/u.test(option.flags) ? files : [])
}

function wordsOf(argument: Argument, files: readonly string[]): readonly string[] {
  return argument.argChoices ?? (/^(?:path|file)$/u.test(argument.name()) ? files : [])
}

/** Files and folders that the word may become, as it would be typed. */
async function matchingFiles(partial: string, dir: string): Promise<readonly string[]> {
  const folder = partial.slice(0, partial.lastIndexOf('/') + 1)
  const start = partial.slice(folder.length)
  const entries = await readdir(folder.startsWith('/') ? folder : join(dir, folder), { withFileTypes: true }).catch(
    // A folder that is not there has nothing to offer.
    () => [],
  )
  return entries
    .filter((entry) => entry.name.startsWith(start) && entry.name !== '.git')
    .filter((entry) => start.startsWith('.') || !entry.name.startsWith('.'))
    .map((entry) => `${folder}${entry.name}${entry.isDirectory() ? '/' : ''}`)
    .sort()
}
