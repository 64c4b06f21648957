import { Option, type Command } from 'commander'
import { resolveHost, type CommandOptions } from '../host/command-host.ts'
import { addExamples, createCommand } from '../host/create-command.ts'
import { settingOption } from '../host/setting-option.ts'
import type { AnnotateFlags } from './annotate-flags.ts'

/** `annotate --live`: records what the author of a commit states about it. */
export function createAnnotateCommand(options: CommandOptions = {}): Command {
  const host = resolveHost(options)
  const command = createCommand(options.name ?? 'annotate', host.io)
    .summary('record why a commit is as it is')
    .description(
      'Records what you, the author of a commit, know about it and the code does not say. Takes one JSON\n' +
        'document on stdin, checks it, merges it with what is recorded already, and tells what was stored.',
    )
    .option('--live', 'the annotation is given by its author, as JSON')
    .optionsGroup('Input (default: stdin):')
    .addOption(new Option('--json <text>', 'the document itself').conflicts('file'))
    .option('--file <path>', 'a file that holds it')
    .optionsGroup('Output:')
    .option('--dry-run', 'check and derive everything, write nothing')
    .addOption(new Option('--format <format>', 'of the confirmation').choices(['pretty', 'json']).default('pretty'))
    .optionsGroup('Repository:')
    .option('-C <dir>', 'work as if started in this folder')
    .addOption(settingOption('notesRefs', '--notes-ref <ref>', 'notes ref to write'))
    .addOption(settingOption('gitBackend', '--git-backend <name>').choices(['cli', 'isomorphic']))
    .action(async (flags: AnnotateFlags) => {
      const { runAnnotate } = await import('./run-annotate.ts')
      await runAnnotate(host, flags)
    })
    .addHelpText('after', DOCUMENT_HELP)
  return addExamples(command, [
    { line: '$ --live < note.json', shows: 'record it' },
    { line: "$ --live --dry-run --json '{…}'", shows: 'see what would be stored' },
  ])
}

const DOCUMENT_HELP = `
The document, as short as possible and with everything it may hold:
  {"summary": "Reconnect with backoff", "regions": [
    {"file": "src/mqtt/client.rs", "anchor": "connect", "intent": "Survive broker restarts"}]}

  commit             default HEAD
  summary            what the commit does and why
  task               ticket or issue
  regions[]          file     from the repository root, or else from the current folder
                     anchor   a name: its type, signature and lines are looked up at the commit
                     lines    {"start", "end"}, instead of an anchor: the unit around them is looked up;
                              with neither, the region is the whole file
                     intent   what it is for (required)
                     reasoning, risk_notes            text
                     constraints                      ["must hold", …]
                     rejected_alternatives            [{"approach", "reason"}]
                     semantic_dependencies            [{"file", "anchor", "nature"}]
                     related_annotations              [{"commit", "anchor", "relationship"}]
                     tags                             ["word", …]
  cross_cutting[]    places that must change together: {"description", "regions": ["file:anchor"]}

The JSON Schema is printed by: schema live-annotation

Exit code: 0 stored, or nothing new in it; 1 not stored; 2 wrong usage, not JSON or not as above. A
failure is one JSON document on stdout, {"$schema":"chronicle-read/v1","error":{"code","message"}}.`
