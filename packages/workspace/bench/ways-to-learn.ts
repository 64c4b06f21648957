import { chronicleTools, type AgentTool } from '@chronicle/mcp/tools'
import { openChronicle } from '@chronicle/node'
import type { LineRange, NotesRef } from '@chronicle/schema'
import { runProgram } from '../src/demo/run-program.ts'
import type { Clone } from './bundles.ts'

/** A function of a real repository, and what is recorded about it. */
export interface RecordedFunction {
  readonly file: string
  readonly anchor: string
  /** What `annotate` takes. */
  readonly notes: readonly { readonly commit: string }[]
}

/** What an agent sends and reads to learn about a function, by way. */
export interface WaysToLearn {
  /** `cat`, and `git log -p` of the file. */
  readonly file: string
  /** The lines of the function, and their `git log -L`. */
  readonly lines: string
  /** The lines of the function, and the messages of all commits that `git log -L` finds for them. */
  readonly messages: string
  /** `read` of the function, and `chronicle_lookup`. */
  readonly lookup: string
  /** The JSON document of the lookup, which some clients hand to the model beside its text. */
  readonly document: string
  /** The lookup before anything was recorded. */
  readonly nothing: string
  /** What a model is told of these two tools, in every conversation. */
  readonly tools: string
}

/** Newest commits whose patches are looked at with git. */
export const COMMITS = 10

/** Apart from the notes that other measurements write. */
const NOTES_REF = 'refs/notes/real-reasons' as NotesRef

/** Records what there is to record in a clone, and learns about the function in each way. */
export async function waysToLearn(clone: Clone, { file, anchor, notes }: RecordedFunction): Promise<WaysToLearn> {
  let time = 0
  const chronicle = openChronicle({ dir: clone.dir, notesRefs: [NOTES_REF], clock: () => time })
  try {
    const tools = chronicleTools(chronicle).filter(({ name }) => name === 'read' || name === 'chronicle_lookup')
    const ask = (): Promise<Called> => call(tools, 'chronicle_lookup', { path: file, anchor })
    const nothing = await ask()
    for (const note of notes) {
      // As if its author had done it then.
      time = 1000 * Number(await runProgram('git', ['show', '-s', '--format=%ct', note.commit], { cwd: clone.dir }))
      const stored = await chronicle.annotate(note)
      if (stored.isErr()) throw new Error(`${note.commit}: ${stored.error.message}`)
    }
    const source = await call(tools, 'read', { mode: 'symbol', target: anchor, path: file })
    const lookup = await ask()
    const [unit] = lookup.document['resolved'] as readonly { readonly lines: LineRange }[]
    if (unit === undefined) throw new Error(`${file} has no ${anchor}`)
    const range = `${unit.lines.start},${unit.lines.end}`
    const shown = await shell(clone, `sed -n ${range}p ${file}`)
    return {
      file: (await shell(clone, `cat ${file}`)) + (await shell(clone, `git log -p -n ${COMMITS} -- ${file}`)),
      lines: shown + (await shell(clone, `git log -n ${COMMITS} -L ${range}:${file}`)),
      messages: shown + (await shell(clone, `git log --no-patch -L ${range}:${file}`)),
      lookup: source.text + lookup.text,
      document: JSON.stringify(lookup.document),
      nothing: nothing.text,
      tools: JSON.stringify(tools.map(({ name, description, inputSchema }) => ({ name, description, inputSchema }))),
    }
  } finally {
    await chronicle.close()
  }
}

/** What a command line prints, with the command line. */
async function shell({ dir }: Clone, command: string): Promise<string> {
  return `${command}\n${await runProgram('sh', ['-c', command], { cwd: dir })}`
}

interface Called {
  readonly text: string
  readonly document: Readonly<Record<string, unknown>>
}

/** What a tool answers, its text with the call. */
async function call(tools: readonly AgentTool[], name: string, input: object): Promise<Called> {
  const reply = await tools.find((tool) => tool.name === name)?.call(input)
  if (reply === undefined || reply.isError) throw new Error(`${name}: ${reply?.text ?? 'no such tool'}`)
  return { text: `${name} ${JSON.stringify(input)}\n${reply.text}\n`, document: reply.document }
}
