import { createAiSdkModel } from '@chronicle/llm-ai-sdk'
import { createAgentWriter } from '@chronicle/writer'
import { describe, expect, it, onTestFinished } from 'vitest'
import { useGatheredCommit } from './gathered-commit.ts'
import { events, serveLoopback, status } from './loopback.ts'
import { wires } from './wire/index.ts'
import type { Wire, WireAnswer, WireCall } from './wire/wire.ts'

const FILES = 60
const REASON = 'Two sensors on one port were taken for one, because nobody looked at their names.'

const text = (number: number, port: string): string =>
  `export function sensor${number}(): string[] {\n  return [\n${Array.from({ length: 25 }, (_, line) => `    'name ${number}.${line} at ${port} of the gateway',`).join('\n')}\n  ]\n}\n`
const files = (port: string): Record<string, string> =>
  Object.fromEntries(Array.from({ length: FILES }, (_, number) => [`src/s${number}.ts`, text(number, port)]))
const context = useGatheredCommit(files('port A'), files('the port that is named so'), `Name the sensors\n\n${REASON}`)

interface ServedModel {
  /**
   * The server's message for rejecting tools. Absent: it accepts them. `silently`: it accepts them but hides them from
   * the model.
   */
  readonly refusesTools?: string
  /** Maximum number of tokens of a request and its answer. */
  readonly context?: number
  /** Maximum number of entries or calls before an answer is cut off. */
  readonly cutAfter?: number
}

/**
 * Serves a model that looks at every file of its part and annotates each. Returns its address and the sizes of the
 * requests.
 */
async function serve(
  wire: Wire,
  model: ServedModel,
): Promise<{ readonly url: string; readonly sizes: readonly number[] }> {
  const sizes: number[] = []
  const server = await serveLoopback([
    (response, { body }) => {
      const hasTools = body['tools'] !== undefined
      if (hasTools && model.refusesTools !== undefined && model.refusesTools !== 'silently') {
        return status(400, wire.failure(400, model.refusesTools))(response)
      }
      const size = Math.ceil(JSON.stringify(body).length / 4)
      if (model.context !== undefined && size + outputOf(body) > model.context) {
        return status(wire.tooLong.status, wire.tooLong.body)(response)
      }
      sizes.push(size)
      const prompt = textsOf(body).join('\n')
      const sees = hasTools && model.refusesTools === undefined
      const full = sees ? answerWithTools(prompt) : hasTools ? { text: 'A fine change.' } : writeOut(prompt)
      return events(wire.stream(model.cutAfter === undefined ? full : cut(full, model.cutAfter)))(response)
    },
  ])
  onTestFinished(() => server.close())
  return { url: server.url + wire.root, sizes }
}

/** Looks at all unseen files, then annotates each, then ends. */
function answerWithTools(prompt: string): WireAnswer {
  const files = filesIn(prompt)
  const unseen = files.filter(
    (file) => !prompt.includes(`from="diff of ${file}"`) && !prompt.includes('left out to make room'),
  )
  if (unseen.length > 0 && !prompt.includes('Recorded for')) {
    return { calls: unseen.map((path) => ({ name: 'get_diff_for_file', json: JSON.stringify({ path }) })) }
  }
  const untold = files.filter((file) => !prompt.includes(`Recorded for ${file}`))
  if (untold.length === 0) return { text: 'Summary: Sensors are told apart.' }
  return {
    calls: untold.map((file): WireCall => ({ name: 'emit_annotation', json: JSON.stringify(emissionOf(file)) })),
  }
}

function writeOut(prompt: string): WireAnswer {
  // The last list is the longest.
  const recorded = [...prompt.matchAll(/Recorded are: (.*)\. Give/gu)].at(-1)?.[1] ?? ''
  const recordedFiles = new Set(recorded.split(', ').map((place) => place.split(':')[0]))
  const annotations = filesIn(prompt)
    .filter((file) => !recordedFiles.has(file))
    .map(emissionOf)
  return { text: JSON.stringify({ annotations, summary: 'Sensors are told apart.' }) }
}

function cut(answer: WireAnswer, after: number): WireAnswer {
  const { calls = [], text = '' } = answer
  if (calls.length > after) return { ...answer, calls: calls.slice(0, after), stop: 'max_tokens' }
  const second = text.split('{"file"').slice(0, after + 2)
  if (second.length <= after + 1) return answer
  return { text: `${second.join('{"file"').slice(0, -30)}`, stop: 'max_tokens' }
}

const emissionOf = (file: string): object => ({
  file,
  ast_anchor: { name: `sensor${/\d+/u.exec(file)?.[0] ?? ''}` },
  intent: 'Sensors on one port are told apart by their names.',
  evidence: [{ kind: 'commit_message', quote: REASON }],
})

/** Returns the files of the part in the prompt. The final pass over all parts lists none. */
function filesIn(prompt: string): readonly string[] {
  const list = /from="changed files">\n([^]*?)\n<\/data/u.exec(prompt)?.[1] ?? ''
  return [...list.matchAll(/^(src\/s\d+\.ts): modified/gmu)].map(([, file = '']) => file)
}

function outputOf(body: Readonly<Record<string, unknown>>): number {
  const google = body['generationConfig'] as { readonly maxOutputTokens?: number } | undefined
  const most = [body['max_tokens'], body['max_output_tokens'], body['max_completion_tokens'], google?.maxOutputTokens]
  return most.find((each) => typeof each === 'number') ?? 0
}

function textsOf(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap(textsOf)
}

describe.each(wires)('a commit of 60 files over $provider', (wire) => {
  it.each<[string, ServedModel]>([
    ['with tools', {}],
    ['without tools, as the server says', { refusesTools: 'test-model does not support tools' }],
    ['without tools, as the server does not say', { refusesTools: 'silently' }],
    ['with a context of 8k tokens', { context: 8192 }],
    [
      'with a context of 8k tokens and without tools',
      { context: 8192, refusesTools: 'Function calling is not enabled for test-model' },
    ],
    ['with answers that are cut off', { cutAfter: 1 }],
    [
      'with answers that are cut off and without tools',
      { cutAfter: 2, refusesTools: 'tools are not supported by this model' },
    ],
    ['with all of it', { context: 8192, cutAfter: 1, refusesTools: 'silently' }],
  ])('by a model %s', async (_, served) => {
    const { url, sizes } = await serve(wire, served)
    const model = createAiSdkModel({
      ...{ provider: wire.provider, model: 'test-model', baseUrl: url, env: { [wire.keyVariable]: 'sk-test' } },
      sleep: () => Promise.resolve(),
    })._unsafeUnwrap()
    const result = await createAgentWriter({ model }).write(context())
    const outcome = result._unsafeUnwrap()
    const files = (outcome.annotation?.regions ?? []).map(({ file }) => file)
    expect(new Set(files).size, JSON.stringify(outcome.diagnostics)).toBe(FILES)
    expect(files).toHaveLength(FILES)
    expect(outcome.diagnostics.filter(({ severity }) => severity === 'warning')).toEqual([])
    expect(outcome.annotation?.summary).toBe('Sensors are told apart.')
    if (served.context !== undefined) expect(Math.max(...sizes)).toBeLessThanOrEqual(served.context)
  })
})
