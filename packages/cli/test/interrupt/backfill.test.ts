import { execFile, spawnSync } from 'node:child_process'
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { createFixtureRepository, type FixtureRepository } from '@chronicle/testing'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { compatibleWire } from '../../../llm-ai-sdk/test/wire/compatible.ts'
import { chronicleCommand } from '../../../workspace/src/testing/chronicle-command.ts'
import { repetitions } from '../../../workspace/src/testing/repetitions.ts'
import { testEnvironment } from '../run-chronicle.ts'
import { importSensorHistory } from '../sensor-history.ts'
import { configure, modelSettings } from '../serve-model.ts'
import { serveWriter, type ServedWriter } from './serve-writer.ts'

/** Number of interruptions per writer. */
const ROUNDS = Number(process.env['CHRONICLE_INTERRUPT_ROUNDS'] ?? repetitions(1, 3))

const NOTES = 'refs/notes/chronicle'
const COMMITS = 40
const PRESS = fileURLToPath(new URL('press-ctrl-c.py', import.meta.url))
const words = [process.execPath, ...chronicleCommand]

const hasPython = spawnSync('python3', ['-c', 'import pty']).status === 0
const run = promisify(execFile)

interface Ended {
  readonly text: string
  readonly code: number
  readonly pressed: boolean
  readonly seconds: number
}

/** A writer of `backfill`, with its settings. */
interface Interrupted {
  readonly name: string
  readonly settings: (server: ServedWriter) => Readonly<Record<string, string>>
}

const wire = compatibleWire('openai-compatible', 'OPENAI_COMPATIBLE_API_KEY')
const model = (server: ServedWriter): Readonly<Record<string, string>> => ({
  ...modelSettings(wire, server),
  maxSpendTokens: '100000000',
})

const WRITERS: readonly Interrupted[] = [
  { name: 'heuristic', settings: () => ({ writer: 'heuristic' }) },
  { name: 'llm', settings: model },
  { name: 'llm without tools', settings: (server) => model(server) },
]

describe.skipIf(!hasPython)('Ctrl-C in a terminal (made by python3, skipped where there is none)', () => {
  let programs: string
  let repository: FixtureRepository
  let server: ServedWriter | undefined

  beforeAll(async () => {
    programs = await mkdtemp(join(tmpdir(), 'chronicle-programs '))
    const program = join(programs, 'git-chronicle')
    const quoted = words.map((word) => `'${word.replaceAll("'", `'\\''`)}'`).join(' ')
    await writeFile(program, `#!/bin/sh\nexec ${quoted} "$@"\n`)
    await chmod(program, 0o755)
    await mkdir(join(programs, 'cache'))
    repository = await createFixtureRepository()
    await importSensorHistory(repository, COMMITS, 7)
  })
  afterEach(async () => {
    await server?.close()
    server = undefined
  })
  afterAll(async () => {
    await repository.dispose()
    await rm(programs, { recursive: true, force: true })
  })

  async function backfill(delay: number | 'never'): Promise<Ended> {
    const { stdout } = await run('python3', [PRESS, String(delay), 'git', 'chronicle', 'backfill'], {
      cwd: repository.dir,
      env: {
        ...testEnvironment,
        PATH: `${programs}${delimiter}${testEnvironment['PATH'] ?? ''}`,
        XDG_CACHE_HOME: join(programs, 'cache'),
        [wire.keyVariable]: 'sk-test',
      },
    })
    return JSON.parse(stdout) as Ended
  }

  /** Returns the number of regions of each commit with a note. */
  async function stored(): Promise<ReadonlyMap<string, number>> {
    const list =
      (await repository.git('for-each-ref', NOTES)) === ''
        ? ''
        : await repository.git('notes', `--ref=${NOTES}`, 'list')
    const entries = list.split('\n').flatMap((line) => (line === '' ? [] : [line.split(' ')]))
    const input = Buffer.from(entries.map(([blob = '']) => `${blob}\n`).join(''))
    const notes = (await repository.gitBytes(['cat-file', '--batch=%(objecttype)'], { input })).toString('utf8')
    // A note is one line of JSON, below the line with its object type.
    const texts = notes.split('\n').filter((line) => line.startsWith('{'))
    const counts = new Map<string, number>()
    for (const [index, [, commit = '']] of entries.entries()) {
      const { regions } = JSON.parse(texts[index] ?? '') as { readonly regions: readonly unknown[] }
      counts.set(commit, regions.length)
    }
    return counts
  }

  async function forget(): Promise<void> {
    if ((await repository.git('for-each-ref', NOTES)) !== '') await repository.git('update-ref', '-d', NOTES)
    await rm(join(repository.dir, '.git', 'chronicle'), { recursive: true, force: true })
  }

  const reported = ({ text }: Ended): readonly string[] =>
    [...text.matchAll(/(?:^|\r|K)([\da-f]{12}) \d+ region/gmu)].map(([, id = '']) => id)

  test.each(WRITERS)(
    'of a backfill by $name: what was reported is stored, a rerun does the rest, nothing is twice',
    async ({ name, settings }) => {
      server = await serveWriter(wire, { tools: name !== 'llm without tools' })
      for (const key of ['writer', 'provider', 'model', 'baseUrl', 'maxSpendTokens']) {
        await repository.git('config', '--unset-all', `chronicle.${key}`).catch(() => undefined)
      }
      await configure(repository, settings(server))
      await forget()
      const whole = await backfill('never')
      expect(whole.text).toContain(`${COMMITS} annotated`)
      const expected = await stored()
      for (let round = 0; round < ROUNDS; round++) {
        await forget()
        server.forget()
        // The interrupt comes at any moment from the start of git to shortly after the end.
        const at = whole.seconds * 1.05 * ((round + Math.random()) / ROUNDS)
        const ended = await backfill(at)
        const label = `round ${round}, Ctrl-C after ${at} s: ${JSON.stringify(ended)}`
        const kept = await stored()
        for (const id of reported(ended))
          expect(
            [...kept.keys()].some((each) => each.startsWith(id)),
            label,
          ).toBe(true)
        if (ended.pressed) {
          expect(ended.code, label).toBe(130)
          // If something was stored, it was reported. Otherwise the program may not have started yet.
          if (kept.size > 0 && kept.size < COMMITS) {
            expect(ended.text, label).toContain('Ended early')
            expect(ended.text, label).toContain(`${kept.size} annotated`)
          }
          const output = ended.text.replace(/error:\S* Interrupted before anything was written\./u, '')
          expect(output, label).not.toMatch(/error:|Failed:|\bat .*\.[jt]s:\d/u)
        }
        const rest = await backfill('never')
        expect(rest.code, label + rest.text).toBe(0)
        // What was paid for when a commit was interrupted is stored, and the commit is examined again as a whole.
        const inPart = ended.text.split(' (in part)\n').length - 1
        expect(rest.text, label).toContain(`${COMMITS - kept.size + inPart} annotated`)
        expect(await stored(), label).toEqual(expected)
        // If a commit was stored in part, its last model call may have been interrupted and its result lost.
        const again = new Set([...ended.text.matchAll(/([\da-f]{12}) [^\n]*\(in part\)\n/gu)].map(([, id]) => id))
        for (const id of kept.keys()) {
          expect(server.finished(id), label).toBeLessThanOrEqual(again.has(id.slice(0, 12)) ? 2 : 1)
        }
        expect(await repository.git('fsck', '--strict', '--no-dangling')).toBe('')
      }
    },
    60_000 + ROUNDS * 30_000,
  )
})
