import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { chronicleCommand } from '../src/demo/chronicle-command.ts'
import { busiestFiles, type Clone } from './bundles.ts'
import { compare, elapsed, median, runTimed, startNode } from './measure.ts'
import { milliseconds, type Section } from './section.ts'

const ROUNDS = 9
/** Longer than any first search of these histories takes. */
const NO_BOUND = ['--history-ms', '60000']

/** Measures the hook before an agent's edit: one process per edit, which the agent waits for. */
export async function editHook(clones: readonly Clone[]): Promise<Section> {
  const rows: string[][] = []
  const overheads: number[] = []
  const firsts: number[] = []
  for (const { dir, name } of clones) {
    const [file = ''] = await busiestFiles(dir, 1)
    const old = await uniqueLine(join(dir, file))
    let sessions = 0
    const hook = (session: string, options: readonly string[] = []): Promise<string> => {
      const event = {
        ...{ hook_event_name: 'PreToolUse', tool_name: 'Edit', session_id: session, cwd: dir },
        tool_input: { file_path: join(dir, file), old_string: old, new_string: `${old} ` },
      }
      const args = [chronicleCommand, 'hook', 'claude-code', ...options]
      return runTimed(process.execPath, args, dir, JSON.stringify(event))
    }
    // As in a fresh clone, nothing about the history is cached.
    await rm(join(dir, '.git/chronicle'), { recursive: true, force: true })
    const first = await elapsed(() => hook('first'))
    const output = await hook('all of it', NO_BOUND)
    const { node, shownTime, known } = await compare(ROUNDS, {
      node: () => startNode(dir),
      shownTime: () => hook(`session ${sessions++}`),
      known: () => hook('all of it'),
    })
    overheads.push(shownTime - node)
    firsts.push(first - node)
    rows.push([
      `${name} ${file}`,
      output === '' ? 'silent' : 'speaks',
      ...[node, first, shownTime, shownTime - node, known - node].map(milliseconds),
    ])
  }
  return {
    title: 'The hook before an edit',
    about:
      'A process that is given the input of an edit of one line of a file which changed often. First in a clone ' +
      'without caches, where the history may take a second; then, once the history of the unit is known, by sessions ' +
      'that were not told anything yet, and by one that was told all.',
    columns: ['file', 'answer', 'node', 'first', 'later', 'later, over node', 'told before, over node'],
    rows,
    claims: [
      {
        text: 'a later edit waits at most 150 ms more than for `node`',
        holds: median(overheads) <= 150,
        measured: `median ${milliseconds(median(overheads))}, at most ${milliseconds(Math.max(...overheads))}`,
      },
      {
        text: 'the first edit in a clone waits at most 2 s more than for `node`',
        holds: Math.max(...firsts) <= 2000,
        measured: `at most ${milliseconds(Math.max(...firsts))}`,
      },
    ],
  }
}

/** Returns the first line after the middle of a file that is unique in it and long enough to be code. */
async function uniqueLine(file: string): Promise<string> {
  const text = await readFile(file, 'utf8')
  const lines = text.split('\n')
  const later = lines.slice(Math.floor(lines.length / 2))
  const found = later.find((line) => line.trim().length > 20 && text.split(line).length === 2)
  if (found === undefined) throw new Error(`${file} has no line that stands in it once`)
  return found
}
