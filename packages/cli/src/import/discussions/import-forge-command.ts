import type { Command } from 'commander'
import { resolveHost, type CommandOptions } from '../../host/command-host.ts'
import { createCommand } from '../../host/create-command.ts'
import { countOption, dateOption, listOption } from '../../host/option-values.ts'
import { settingOption } from '../../host/setting-option.ts'
import type { ImportForgeFlags } from './import-forge-flags.ts'

const WORDS = {
  github: { host: 'GitHub', changes: 'pull requests', tokens: 'GITHUB_TOKEN or GH_TOKEN', own: 'git.example.org' },
  gitlab: { host: 'GitLab', changes: 'merge requests', tokens: 'GITLAB_TOKEN', own: 'https://example.org/gitlab' },
} as const

/** Creates `import github` and `import gitlab`: import discussions from reviews of changes. */
export function createImportForgeCommand(kind: 'github' | 'gitlab', options: CommandOptions = {}): Command {
  const host = resolveHost(options)
  const words = WORDS[kind]
  return createCommand(kind, host.io)
    .summary(`quote what was said in ${words.changes} of ${words.host}`)
    .description(
      `Quotes what was said in merged ${words.changes} on the commits that they became:\n` +
        'descriptions, the remark that ended each thread, at its lines, and what was decided in the\n' +
        'conversation, with its address and who said it. What programs wrote is left out, and secrets\n' +
        'are taken out. If it is interrupted, start it again to continue. A token is taken\n' +
        `from ${words.tokens}.`,
    )
    .argument('[repository]', 'owner/name (default: the one that --remote names)')
    .optionsGroup(`Which ${words.changes} (default: all that were merged):`)
    .addOption(countOption('--limit <n>', 'maximum number, newest activity first'))
    .addOption(dateOption('--since <date>', 'merged since then: 2026-01-31, or any ISO date'))
    .option('--force', 'read again what was imported before')
    .optionsGroup('Where they are read:')
    .option('--remote <name>', 'the remote that names the repository (default: origin)')
    .option('--host <host>', `a ${words.host} of your own; a token is sent only to a host that is named`)
    .addOption(listOption('--from <path>', 'files or folders with answers of the API, read instead of the host'))
    .option('--token-stdin', 'read the token from stdin')
    .addOption(countOption('--max-wait <minutes>', 'stop if the host asks for a longer pause (default: 15)'))
    .optionsGroup('A model (default: none is asked, and what was said is only quoted):')
    .option('--ask-model', 'also ask the configured model, which can cite the discussion')
    .addOption(settingOption('maxSpend', '--max-spend <dollars>'))
    .addOption(settingOption('maxSpendTokens', '--max-spend-tokens <n>'))
    .optionsGroup('Output:')
    .option('--dry-run', 'tell what would be recorded, write nothing')
    .formatOption('of the confirmation')
    .repositoryOptions({ notesRef: 'notes ref to write' })
    .action(async (repository: string | undefined, flags: ImportForgeFlags) =>
      (await import('./run-import-discussions.ts')).runImportDiscussions(host, kind, repository, flags),
    )
    .examples([
      { line: '$ --limit 100 --dry-run', shows: 'what would be said about the newest hundred' },
      { line: `$ owner/name --host ${words.own}`, shows: `a ${words.host} of your own` },
      kind === 'github'
        ? {
            line: "gh api --paginate 'repos/{owner}/{repo}/pulls?state=closed' > pulls/list.json; $ --from pulls",
            shows: 'from files; more of them add comments, reviews and commits',
          }
        : { line: '$ --from answers', shows: 'from files that were taken from the API' },
    ])
}
