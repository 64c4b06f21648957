import { Argument, Option, type Command } from 'commander'
import { resolveHost, type CommandHost, type CommandOptions } from '../host/command-host.ts'
import { createCommand } from '../host/create-command.ts'
import { addInstallOptions, INSTALL_EXIT_CODES } from '../install/install-options.ts'
import { SKILL_PARTS, type SkillInstallFlags, type SkillPart } from './skill-flags.ts'

/** Creates `skill install`: installs instructions that tell agents when to query and when to record. */
export function createSkillCommand(options: CommandOptions = {}): Command {
  const host = resolveHost(options)
  return createCommand(options.name ?? 'skill', host.io)
    .summary('teach agents when to ask and when to record')
    .description('Teaches agents when to ask what is recorded, and when to record something themselves.')
    .helpCommand(false)
    .addCommand(createSkillInstallCommand(host))
}

function createSkillInstallCommand(host: CommandHost): Command {
  return createCommand('install', host.io)
    .summary('put a skill, hooks or a section of AGENTS.md in place')
    .description(
      'Puts in place what is named, by default the skill. Everything else in the files stays as it is.\n\n' +
        '  skill      .claude/skills/chronicle/SKILL.md: when to use which command, and how to read answers\n' +
        '  hooks      .claude/settings.json: Claude Code is shown what is recorded about a file before it\n' +
        '             edits it, and reminded after a commit that nothing is recorded on\n' +
        '  agents-md  a section of AGENTS.md, which most other agents read',
    )
    .addArgument(new Argument('[part...]', 'what to install').choices(SKILL_PARTS))
    .option('--dir <dir>', 'the folder that skills are in, for other agents: .agents/skills')
    .addOption(new Option('--print', 'print the skill, write nothing').conflicts(['uninstall', 'user', 'dir']))
    .with(addInstallOptions)
    .action(async (parts: readonly SkillPart[], flags: SkillInstallFlags) =>
      (await import('./run-skill-install.ts')).runSkillInstall(host, parts, flags),
    )
    .addHelpText('after', INSTALL_EXIT_CODES)
    .examples([
      { line: '$', shows: 'the skill, for whoever works in this repository' },
      { line: '$ skill hooks --dry-run', shows: 'see what would be written' },
      { line: '$ agents-md', shows: 'a section in AGENTS.md' },
      { line: '$ skill hooks agents-md --uninstall', shows: 'take out everything' },
    ])
}
