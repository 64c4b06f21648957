/*
 * `npm start`: creates a small repository with a history that is worth reading, shows what an agent gets from it, and
 * explains how to continue in one's own repository.
 */
import { existsSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chronicleCommand } from './chronicle-command.ts'
import { runProgram } from './run-program.ts'

const root = fileURLToPath(new URL('../../../../', import.meta.url))

const queries = [
  {
    args: ['src/mqtt/client.rs', 'connect'],
    before: 'An agent is about to change how the client connects. It asks first:',
  },
  {
    args: ['src/mqtt/reconnect.rs', 'next_delay', '--max-tokens', '400'],
    before: 'Here the code has changed since its reason was recorded, and the answer says so:',
  },
] as const

const repository = process.argv[2]
if (repository === undefined) throw new Error('Usage: main.ts <folder for the demonstration repository>')
await makeDemoRepository(repository)
const commits = await countLines('rev-list', 'HEAD')
const annotated = await countLines('notes', '--ref=chronicle', 'list')
print(`Demonstration repository: ${relative(root, repository)} (${commits} commits, ${annotated} annotated)
It is yours to change. To have it as it was, delete it and run \`npm start\` again, or make another one:
\`npm start -- ../saltmarsh\`.`)

const answers = await Promise.all(
  queries.map(({ args }) => runProgram(chronicleCommand, ['read', ...args], { cwd: repository })),
)
for (const [index, { args, before }] of queries.entries()) {
  print(`\n${before}\n\n$ git chronicle read ${args.join(' ')}\n\n${answers[index]?.trimEnd()}`)
}

print(`
Next, in a repository of your own:

  export PATH="${join(root, 'node_modules/.bin')}:$PATH"
  echo '{"commit":"HEAD","summary":"…","regions":[{"file":"…","anchor":"…","intent":"…","constraints":["…"]}]}' |
    git chronicle annotate --live
  git chronicle read <file> <function>

README.md has the rest.`)

/** Creates the repository unless it exists. It gets its final name only when it is complete. */
async function makeDemoRepository(dir: string): Promise<void> {
  if (existsSync(dir)) return
  process.stderr.write('Making the demonstration repository …\n')
  const { buildDemoRepository } = await import('./build-demo-repository.ts')
  const unfinished = `${dir}.${process.pid}`
  try {
    await buildDemoRepository(unfinished)
    await rename(unfinished, dir)
  } finally {
    await rm(unfinished, { recursive: true, force: true })
  }
}

async function countLines(...args: readonly string[]): Promise<number> {
  const printed = await runProgram('git', args, { cwd: repository ?? '' })
  return printed.split('\n').length - 1
}

function print(text: string): void {
  process.stdout.write(`${text}\n`)
}
