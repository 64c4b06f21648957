import {
  createAnnotateCommand,
  createCheckCommand,
  createDepsCommand,
  createReadCommand,
  type CliIo,
  type OpenRepository,
} from '@chronicle/cli'
import { weightedScorer } from '@chronicle/core'
import { openChronicle } from '@chronicle/node'
import { Command } from 'commander'

/** Age has no weight: at Acme a reason does not become less reliable with time. */
const scorer = weightedScorer({
  weights: { recency: 0, context_level: 0.5, anchor_stability: 0.3, provenance: 0.2 },
})

const open: OpenRepository = (options) => {
  const chronicle = openChronicle(options)
  return { ...chronicle, createPipeline: (stages) => chronicle.createPipeline({ ...stages, scorer }) }
}

/**
 * Creates Acme's own program: Chronicle's commands under Acme's names and with Acme's scorer, plus one command of its
 * own.
 */
export function createAcme(io: CliIo): Command {
  return new Command('acme')
    .description("Acme's tools")
    .addCommand(createReadCommand({ name: 'why', io, open }))
    .addCommand(createDepsCommand({ name: 'uses', io, open }))
    .addCommand(createCheckCommand({ name: 'review', io, open }))
    .addCommand(createAnnotateCommand({ name: 'because', io, open }))
    .addCommand(createRulesCommand(io))
    .exitOverride()
}

/** `acme rules <folder>`: prints only the constraints of that folder, one per line. */
function createRulesCommand(io: CliIo): Command {
  return new Command('rules')
    .description('What must hold in a file or folder')
    .argument('<path>')
    .action(async (path: string) => {
      const chronicle = openChronicle({ dir: io.cwd, env: io.env })
      const answer = await chronicle.summary({ file: path })
      await chronicle.close()
      answer.match(
        ({ units }) => {
          for (const { file, anchor = '', constraints } of units) {
            for (const { text } of constraints) io.stdout.write(`${file} ${anchor}: ${text}\n`)
          }
        },
        ({ code, message }) => {
          io.stderr.write(`acme: ${code}: ${message}\n`)
          io.setExitCode(1)
        },
      )
    })
}
