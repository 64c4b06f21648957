import { Option, type Command } from 'commander'
import { resolveHost, type CommandOptions } from '../host/command-host.ts'
import { createCommand } from '../host/create-command.ts'
import { settingOption } from '../host/setting-option.ts'
import { SETTINGS } from '../config/settings.ts'
import { isLive, type AnnotateFlags } from './annotate-flags.ts'

/** Creates `annotate`: records why a commit is as it is, from what its author states or from the commit itself. */
export function createAnnotateCommand(options: CommandOptions = {}): Command {
  const host = resolveHost(options)
  return createCommand(options.name ?? 'annotate', host.io)
    .summary('record the reasons for a commit')
    .description(
      'Records the reasons for commits, merged with what is recorded already. With --live, you, the author,\n' +
        'give them as JSON on stdin. Otherwise, they are what you said before (context, note, CHRONICLE_*) and what\n' +
        'a writer finds in the commit: by default only words of the commit itself, cited.',
    )
    .option('--live', 'you, the author, give the annotation as JSON')
    .optionsGroup('Input with --live (default: stdin):')
    .addOption(new Option('--json <text>', 'the document itself').conflicts('file'))
    .option('--file <path>', 'a file with the document')
    .optionsGroup('Without --live:')
    .addOption(new Option('--commit <rev>', 'the commit (default: HEAD)').conflicts('range'))
    .option('--range <a..b>', 'all commits of a range, newest first')
    .addOption(writerOption())
    .addOption(settingOption('maxSpend', '--max-spend <dollars>'))
    .addOption(settingOption('maxSpendTokens', '--max-spend-tokens <n>'))
    .option('--force', 'also examine commits that are annotated, trivial or had nothing to record')
    .option('--replace', 'the same, and replace what this writer recorded for you before')
    .addOption(
      listOption('--squash-sources <sha,…>', 'carry over what is recorded on the commits it was squashed from'),
    )
    .option('--amend-source <sha>', 'carry over what is recorded on the commit that it replaced')
    .addOption(
      new Option('--review', 'write nothing: show what is recorded on the commit, and what is wrong with it').conflicts(
        [...['live', 'json', 'file', 'range', 'async', 'dryRun']],
      ),
    )
    .addOption(new Option('--sync', 'wait for it (default)').conflicts('async'))
    .option('--async', 'do it in the background; failures are written to failed.log')
    .optionsGroup('Output:')
    .option('--dry-run', 'check and derive everything, write nothing; a model is not asked')
    .option('--ask-model', 'with --dry-run: ask the model anyway')
    .formatOptionAlone('of the confirmation')
    .repositoryOptions({ notesRef: 'notes ref to write', gitBackend: true })
    .action(async (flags: AnnotateFlags) => {
      if (flags.review === true) {
        const { runReview } = await import('./run-review.ts')
        return runReview(host, flags)
      }
      if (isLive(flags)) {
        const { runAnnotate } = await import('./run-annotate.ts')
        return runAnnotate(host, flags)
      }
      const { runAnnotateCommits } = await import('./run-annotate-commits.ts')
      return runAnnotateCommits(host, flags)
    })
    .addHelpText('after', DOCUMENT_HELP)
    .examples([
      { line: '$ --live < note.json', shows: 'record it' },
      { line: "$ --live --dry-run --json '{…}'", shows: 'see what would be stored' },
      { line: '$', shows: 'record what you said about HEAD before, and what the commit says itself' },
      { line: '$ --review --commit 3f2a1c9', shows: 'is its annotation still true?' },
      { line: '$ --range main..HEAD --writer llm --max-spend 0.50', shows: 'ask the model that is configured' },
    ])
}

/** Creates `--writer`: the values of the setting of that name, and the author (`live`). */
function writerOption(): Option {
  const { description } = SETTINGS.writer
  return new Option('--writer <name>', `${description} (default: ${SETTINGS.writer.default})`).choices([
    ...['auto', 'heuristic', 'llm', 'live'],
  ])
}

/** Creates an option that accepts several values, separated by commas or by repeating it. */
function listOption(flags: string, description: string): Option {
  return new Option(flags, description).argParser((text, before: readonly string[] = []) => [
    ...before,
    ...text.split(/[\s,]+/u).filter((entry) => entry !== ''),
  ])
}

const DOCUMENT_HELP = `
The document of --live, as short as possible and with everything it may hold:
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
failure is one JSON document on stdout, {"$schema":"chronicle-read/v1","error":{"code","message"}};
on a terminal it is one line, unless --format json is given.`
