import type { ChronicleCommand } from '../host/create-command.ts'

/** Adds the options that all correcting commands share. */
export function addCorrectingOptions(command: ChronicleCommand): ChronicleCommand {
  return command
    .optionsGroup('Output:')
    .option('--dry-run', 'check everything, write nothing')
    .formatOption('of the confirmation', ['pretty', 'json', 'markdown'])
    .repositoryOptions({ notesRef: 'notes ref of the annotations', gitBackend: true })
}

/**
 * Adds the options that select regions of a commit's annotation. The heading says which ones are selected by default.
 */
export function addSelectionOptions(
  command: ChronicleCommand,
  heading = 'Which regions (default: all of the annotation):',
): ChronicleCommand {
  return command
    .optionsGroup(heading)
    .option('--file <path>', 'those of a file, as the annotation names it')
    .option('--region <anchor>', 'those of a unit, as the annotation names it: MqttClient::connect, or connect')
    .option('--intent <words>', 'those whose intent contains these words')
    .option('--id <id>', 'the one with this id, which errors and receipts show')
}

export const EXIT_CODES: string = `
Exit code: 0 recorded, or recorded already; 1 not recorded; 2 wrong usage. A failure is one JSON document
on stdout, {"$schema":"chronicle-read/v1","error":{"code","message"}}; on a terminal it is
one line, unless --format json is given.`
