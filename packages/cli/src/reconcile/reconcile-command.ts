import type { Command } from 'commander'
import { resolveHost, type CommandOptions } from '../host/command-host.ts'
import { createCommand } from '../host/create-command.ts'
import type { ReconcileFlags } from './run-reconcile.ts'

/** Creates `reconcile`: carries annotations of rewritten commits over to the commits that replaced them. */
export function createReconcileCommand(options: CommandOptions = {}): Command {
  const host = resolveHost(options)
  return createCommand(options.name ?? 'reconcile', host.io)
    .summary('carry annotations of rewritten commits to their successors')
    .description(
      'Finds annotated commits that are no longer reachable from a branch, tag, remote-tracking branch or\n' +
        'working tree, because they were rebased, amended or squashed where no hook ran: on a server, by another\n' +
        'tool, in another clone. Copies their annotations to the commits that replaced them. If it is not certain\n' +
        'which commit that is, nothing is copied, and the commit is listed. Also copies the annotations of commits\n' +
        'that are still on another branch to commits of HEAD with the same change: cherry-picks and squashes. Notes\n' +
        'of the old commits stay; running it again changes nothing.',
    )
    .option(
      '--branch <revision>',
      'a branch that was squashed or rebased and still exists: use every rule on its commits',
    )
    .option('--commit-map <file>', 'old and new commit ids, a pair on each line (default: what git filter-repo left)')
    .optionsGroup('Output:')
    .option('--dry-run', 'show what would be carried where, and why; write nothing')
    .formatOption('of the answer', ['pretty', 'json', 'markdown'])
    .repositoryOptions({ notesRef: 'notes ref of the annotations', gitBackend: true })
    .addHelpText('after', HELP)
    .action(async (flags: ReconcileFlags) => (await import('./run-reconcile.ts')).runReconcile(host, flags))
    .examples([
      { line: '$ --dry-run', shows: 'which commits were rewritten, into what, and how that is known' },
      { line: '$', shows: 'carry what is recorded on them' },
      {
        line: '$ --branch my-feature',
        shows: 'the same for a branch that still exists and was edited when it was merged',
      },
    ])
}

const HELP = `
Evidence for a match: the same change, author and time; a message that names the old commit or lists
its subject; a trailer such as Change-Id; the change of a whole branch in one commit.

Where several commits became one, a model can shorten what they left: see git chronicle condense -h

Exit code: 0 carried, or nothing to carry; 1 failed; 2 wrong usage.`
