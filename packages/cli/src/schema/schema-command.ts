import type { Command } from 'commander'
import { codedError } from '@chronicle/core/contracts'
import { nearestWord } from '../config/nearest-word.ts'
import { resolveHost, type CommandOptions } from '../host/command-host.ts'
import { createCommand } from '../host/create-command.ts'
import { reportFailure } from '../host/report-failure.ts'

/** Creates `schema [name]`: prints the JSON Schemas of stored and printed documents. */
export function createSchemaCommand(options: CommandOptions = {}): Command {
  const { io } = resolveHost(options)
  return createCommand(options.name ?? 'schema', io)
    .summary('print the JSON Schemas of stored and printed documents')
    .description('Prints a JSON Schema, or the names of all of them.')
    .argument('[name]', 'which one')
    .action(async (name: string | undefined) => {
      const { jsonSchemas } = await import('@chronicle/schema/json')
      const names = Object.keys(jsonSchemas).sort()
      if (name === undefined) {
        io.stdout.write(`${names.join('\n')}\n`)
        return
      }
      const schema = (jsonSchemas as Readonly<Record<string, unknown>>)[name]
      if (names.includes(name)) io.stdout.write(`${JSON.stringify(schema, null, 2)}\n`)
      else {
        const near = nearestWord(name, names)
        const hint = near === undefined ? '' : ` Did you mean ${near}?`
        const message = `There is no schema '${name}'. There are: ${names.join(', ')}.${hint}`
        reportFailure(io, codedError('usage', message, { data: { name, names } }))
      }
    })
    .examples([
      { line: '$', shows: 'the names of the schemas' },
      { line: '$ live-annotation', shows: 'what `annotate --live` takes' },
    ])
}
