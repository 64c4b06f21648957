import { Option, type Command } from 'commander'
import { settingOption } from '../host/setting-option.ts'

/** The options that every correcting command has. */
export function addCorrectingOptions(command: Command): Command {
  return command
    .optionsGroup('Output:')
    .option('--dry-run', 'check everything, write nothing')
    .addOption(
      new Option('--format <format>', 'of the confirmation').choices(['pretty', 'json', 'markdown']).default('pretty'),
    )
    .optionsGroup('Repository:')
    .option('-C <dir>', 'work as if started in this folder')
    .addOption(settingOption('notesRefs', '--notes-ref <ref>', 'notes ref of the annotations'))
    .addOption(settingOption('gitBackend', '--git-backend <name>').choices(['cli', 'isomorphic']))
}

/** Which regions of the annotation on a commit are meant. */
export function addSelectionOptions(command: Command): Command {
  return command
    .optionsGroup('Which regions (default: all of the annotation):')
    .option('--file <path>', 'those of a file, as the annotation names it')
    .option('--region <anchor>', 'those of a unit, as the annotation names it: MqttClient::connect, or connect')
    .option('--intent <words>', 'those whose intent has these words')
    .option('--id <id>', 'the one with this id, which errors and receipts show')
}

export const EXIT_CODES: string = `
Exit code: 0 recorded, or said already; 1 not recorded; 2 wrong usage. A failure is one JSON document
on stdout, {"$schema":"chronicle-read/v1","error":{"code","message"}}; on a terminal it is
one line, unless --format json is given.`
