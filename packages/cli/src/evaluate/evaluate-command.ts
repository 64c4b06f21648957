import { InvalidArgumentError, Option, type Command } from 'commander'
import { EVALUATION_OUTPUT_SCHEMA } from '@chronicle/schema'
import { resolveHost, type CommandOptions } from '../host/command-host.ts'
import { createCommand } from '../host/create-command.ts'
import { settingOption } from '../host/setting-option.ts'
import { countOption } from '../host/option-values.ts'
import { PROFILES } from '../retrieve/retrieve-flags.ts'
import { SYSTEM_NAMES, type EvaluateFlags } from './evaluate-flags.ts'

/** Minimum number of tokens of a package. */
const MIN_BUDGET = 128

/** Creates `evaluate`: measures how well `retrieve` finds the code of tasks whose code is known. */
export function createEvaluateCommand(options: CommandOptions = {}): Command {
  const host = resolveHost(options)
  return createCommand(options.name ?? 'evaluate', host.io)
    .answers(EVALUATION_OUTPUT_SCHEMA)
    .summary('measure how well retrieve finds code')
    .description(
      'Gives `retrieve` tasks whose code is known, and measures what it finds: by task, by repository and in\n' +
        'total, with reported issues and mined commits apart, next to BM25 over files, a match of paths, and the\n' +
        'other profile. For each task, only the history before it is visible.',
    )
    .optionsGroup('Tasks:')
    .option('--cases <file>', 'tasks and the code that they need; - reads stdin')
    .addOption(countOption('--mine <n>', 'derive this many tasks from past commits: the message, and what was changed'))
    .addOption(countOption('--seed <n>', 'decides which commits are drawn').default(1, '1'))
    .optionsGroup('Repositories:')
    .addOption(new Option('--repo <dir>', 'ask every task about this repository').conflicts('repos'))
    .option('--repos <dir>', 'folder of clones, each under the name that the tasks use')
    .option('-C <dir>', 'work as if started in this folder')
    .addOption(settingOption('gitBackend', '--git-backend <name>').choices(['cli', 'isomorphic']))
    .optionsGroup('Systems:')
    .addOption(new Option('--profile <name>', 'how files are ranked').choices(PROFILES).default('fused', 'fused'))
    .addOption(
      new Option('--compare <systems...>', 'compare these instead: the first with each of the others')
        .choices(SYSTEM_NAMES)
        .conflicts('ablation'),
    )
    .option('--ablation', 'compare the profile with itself without each of its signals')
    .addOption(budgetsOption())
    .optionsGroup('Output:')
    .formatOption('of the report', ['markdown', 'html', 'json'])
    .option('--output <file>', 'write the report to this file')
    .option('--no-pager', 'print to the terminal instead of a pager')
    .action(async (flags: EvaluateFlags) => (await import('./run-evaluate.ts')).runEvaluate(host, flags))
    .addHelpText('after', HELP)
    .examples([
      { line: '$ --mine 50', shows: 'on this repository, without writing any task' },
      { line: '$ --cases cases.json --repo ../app --output report.html --format html', shows: 'on tasks of your own' },
      {
        line: '$ --cases tasks.jsonl --repos clones --compare fused weighted',
        shows: 'whether a difference is significant',
      },
      { line: '$ --mine 50 --ablation --budgets 8000', shows: 'what each signal contributes' },
    ])
}

function budgetsOption(): Option {
  return new Option('--budgets <list>', 'token budgets to measure')
    .default([4_000, 8_000, 16_000], '4000,8000,16000')
    .argParser((text) => {
      const budgets = text.split(',').map((part) => (/^\s*\d{1,7}\s*$/u.test(part) ? Number(part) : 0))
      if (budgets.every((budget) => budget >= MIN_BUDGET)) return [...new Set(budgets)].sort((a, b) => a - b)
      throw new InvalidArgumentError(`Expected whole numbers from ${MIN_BUDGET}, separated by commas.`)
    })
}

const HELP = `
A file of cases is JSON, or one JSON object in each line:
  {"task": "…", "expected_files": ["src/a.ts"], "expected_symbols": ["load"],
   "repo_path": ".", "base": "v1.2.0"}
The records of SWE-bench, Loc-Bench and ContextBench are read as they are published.
Acc@k is strict: all of the files, or functions, are among the first k.
Differences come with a bootstrap interval over repositories, and p of the exact McNemar test.`
