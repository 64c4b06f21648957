import type { ChronicleCommand } from '../host/create-command.ts'
/** Adds the options that all installing commands share. */
export function addInstallOptions(command: ChronicleCommand): ChronicleCommand {
  return command
    .option('--user', 'for all projects of this user, instead of this one')
    .option('--uninstall', 'remove what this command added, and nothing else')
    .optionsGroup('Output:')
    .option('--dry-run', 'show what would change as a diff, write nothing')
    .formatOption('of the confirmation')
    .repositoryOptions()
}

export const INSTALL_EXIT_CODES: string = `
Exit code: 0 done, or nothing to do; 1 a file cannot be edited, or no client was found; 2 wrong
usage. A failure is one JSON document on stdout,
{"$schema":"chronicle-read/v1","error":{"code","message"}}.`
