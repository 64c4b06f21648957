import { Option, type Command } from 'commander'
import { resolveHost, type CommandOptions } from '../host/command-host.ts'
import { createCommand } from '../host/create-command.ts'
import type { CorrectFlags } from './run-correct.ts'
import { addCorrectingOptions, addSelectionOptions, EXIT_CODES } from './correcting-options.ts'

/** Creates `correct SHA --field FIELD …`: removes or replaces one value of an annotation. */
export function createCorrectCommand(options: CommandOptions = {}): Command {
  const host = resolveHost(options)
  return createCommand(options.name ?? 'correct', host.io)
    .summary('remove or replace a value of an annotation')
    .description(
      'Removes a value from an annotation, or replaces it. The annotation stays as it is; the correction is\n' +
        'stored beside it, and readers see the corrected value, and what it was.',
    )
    .argument('<sha>', 'the commit that the annotation is on, as read shows it')
    .requiredOption('--field <field>', 'constraints, intent, reasoning, risk_notes, tags, … (see below)')
    .addOption(new Option('--remove <value>', 'the value to remove').conflicts(['amend', 'with']))
    .option('--amend <value>', 'the value to replace')
    .option('--with <value>', 'the new value')
    .requiredOption('--reason <text>', 'why, and how you know')
    .with(addSelectionOptions)
    .with(addCorrectingOptions)
    .action(async (sha: string, flags: CorrectFlags) => (await import('./run-correct.ts')).runCorrect(host, sha, flags))
    .addHelpText('after', FIELDS_HELP + EXIT_CODES)
    .examples([
      {
        line: '$ 3f2a1c9 --region connect --field constraints --remove "Must drain first" --reason "Not since v2"',
        shows: 'a constraint that does not hold',
      },
      {
        line: '$ 3f2a1c9 --field intent --amend "Retry twice" --with "Retry three times" --reason "Miscounted"',
        shows: 'a wrong number',
      },
    ])
}

const FIELDS_HELP = `
Fields and their values, to be given exactly as read shows them:
  intent, reasoning, risk_notes      the text, or one of the passages that ---- divides
  constraints                        the text of one
  rejected_alternatives              the approach or the reason of one
  semantic_dependencies              file:anchor, or what is assumed
  related_annotations                commit:anchor, or the relationship
  tags, evidence                     a tag; a quote
  summary, task, cross_cutting       of the annotation as a whole, without --file and --region;
                                     of a group, its description
`
