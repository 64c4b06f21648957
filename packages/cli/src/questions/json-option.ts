import { Option, type Command } from 'commander'

/** Adds the short form of `--format json`. */
export function addJsonOption(command: Command): Command {
  return command
    .optionsGroup('Output:')
    .addOption(new Option('--json', 'the same as --format json').implies({ format: 'json' }))
}
