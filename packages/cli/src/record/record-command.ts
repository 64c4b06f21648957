import { Option, type Command } from 'commander'
import { resolveHost, type CommandOptions } from '../host/command-host.ts'
import { createCommand } from '../host/create-command.ts'
import { listOption } from '../host/option-values.ts'
import type { RecordFlags } from './run-record.ts'

/** Creates `record PLACE [ANCHOR]`: records knowledge about existing code. */
export function createRecordCommand(options: CommandOptions = {}): Command {
  const host = resolveHost(options)
  return createCommand(options.name ?? 'record', host.io)
    .summary('record what you know about existing code')
    .description(
      'Records what is known about existing code, whoever wrote it: what must hold, why it is so, what was\n' +
        'rejected, what may go wrong. It is found by the code that it is about, for as long as that code lives.',
    )
    .argument('<place>', 'path, path:unit, path:10-20, folder/ or ./ (see below); - reads a document from stdin')
    .argument('[anchor]', 'a unit in the file, by the name it has at the commit')
    .optionsGroup('What you know (each but --why may be repeated; give - to read a text from stdin):')
    .addOption(listOption('--constraint <text>', 'what must hold'))
    .option('--why <text>', 'why it is as it is')
    .addOption(listOption('--rejected <"approach: reason">', 'what was considered and not done'))
    .addOption(listOption('--risk <text>', 'what may go wrong'))
    .addOption(listOption('--depends-on <path:unit=assumption>', 'what it assumes of other code'))
    .addOption(listOption('--tag <word>', 'a word to find it by'))
    .optionsGroup('Where it is recorded:')
    .option('--anchor <name>', 'the unit, instead of the second argument')
    .addOption(new Option('--lines <start:end>', 'lines of the file now, or at --commit').conflicts('anchor'))
    .option('--commit <rev>', 'the commit whose code it is about (default: HEAD)')
    .optionsGroup('Output:')
    .option('--dry-run', 'check everything, write nothing')
    .formatOption('of the confirmation')
    .repositoryOptions({ notesRef: 'notes ref to write', gitBackend: true })
    .action(async (place: string, anchor: string | undefined, flags: RecordFlags) =>
      (await import('./run-record.ts')).runRecord(host, { place, anchor, flags }),
    )
    .addHelpText('after', PLACE_HELP)
    .examples([
      {
        line: '$ src/mqtt/client.rs:connect --constraint "Drain the queue before reconnecting" --why "QoS 1 resends"',
        shows: 'a rule, and its reason',
      },
      {
        line: '$ src/pool.ts:10-20 --depends-on src/limits.ts:MAX="at most four connections"',
        shows: 'an assumption about other code',
      },
      { line: '$ src/mqtt/ --constraint "No blocking calls: one thread serves all"', shows: 'a rule for a folder' },
      { line: '$ ./ --rejected "an ORM: the queries are tuned by hand"', shows: 'a rule for the whole repository' },
    ])
}

const PLACE_HELP = `
Places:
  src/a.ts             the whole file
  src/a.ts:connect     a unit in it, by its name at the commit; src/a.ts connect is the same
  src/a.ts:10-20       its lines now, or at --commit; the unit around them is added
  src/mqtt/            everything below a folder
  ./                   from the top of the repository: all of it
  -                    a JSON document on stdin, as annotate --live takes it; its summary may be left out

What you record is about the code as it is at the commit. A path or unit that does not exist there is refused, with
those that are nearest.

Exit code: 0 recorded, or nothing new; 1 not recorded; 2 wrong usage, or not a document. A failure is one JSON
document on stdout, {"$schema":"chronicle-read/v1","error":{"code","message"}}.`
