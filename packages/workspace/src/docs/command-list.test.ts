import { createProgram } from '@chronicle/cli'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { repositoryRoot } from '../checks/workspace-packages.ts'

const guide = readFileSync(join(repositoryRoot, 'docs/guide.md'), 'utf8')

/** Returns the commands in the table of the section "All commands". */
function listedCommands(): readonly string[] {
  const [, section = ''] = /^## All commands\n(.*?)^## /msu.exec(guide) ?? []
  const cells = section.split('\n').flatMap((line) => line.split('|')[2] ?? [])
  return cells.flatMap((cell) => {
    const names = [...cell.matchAll(/`([^`]+)`/gu)].map(([, name = '']) => name)
    // `context set`, `show`: the first name says which command the others are in.
    const [command, isInCommand] = names[0]?.split(' ') ?? []
    return names.map((name) => (isInCommand === undefined || name.includes(' ') ? name : `${command ?? ''} ${name}`))
  })
}

/** Returns the commands that can be run, without `help`. */
function offeredCommands(): readonly string[] {
  const program = createProgram()
  const offered = program.createHelp().visibleCommands(program)
  return offered
    .filter((command) => command.name() !== 'help')
    .flatMap((command) => {
      const below = command.createHelp().visibleCommands(command)
      const runsItself = below.length === 0 || command.registeredArguments.length > 0
      const names = below.filter((each) => each.name() !== 'help').map((each) => `${command.name()} ${each.name()}`)
      return runsItself ? [command.name(), ...names] : names
    })
}

it('the guide lists every command, and no other', () => {
  expect([...listedCommands()].sort()).toEqual([...offeredCommands()].sort())
})
