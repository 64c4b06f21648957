import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ExportDocument, ImportReceipt } from '@chronicle/schema'
import { exportDocumentSchema, importReceiptSchema } from '@chronicle/schema/validate'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  annotate,
  chronicle,
  documentOf,
  failureOf,
  readJson,
  testEnvironment,
  type CliRunOptions,
} from './run-chronicle.ts'

const NOTES = 'refs/notes/chronicle'

let root: string
let dir: string
let clock: number
beforeEach(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), 'chronicle-export-')))
  dir = join(root, 'a')
  clock = 1_700_000_000
  git(root, 'init', '--quiet', '--initial-branch=main', 'a')
  git(dir, 'config', 'user.name', 'Ada')
  git(dir, 'config', 'user.email', 'ada@example.com')
  await commit(dir, 'f.ts', 'export function f() {\n  return 1\n}\n', 'Add f')
})
afterEach(() => rm(root, { recursive: true, force: true }))

function git(cwd: string, ...args: readonly string[]): string {
  const date = `${clock} +0000`
  const env = { ...testEnvironment, GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date }
  const { status, stdout, stderr } = spawnSync('git', args, { cwd, env, encoding: 'utf8' })
  if (status !== 0) throw new Error(`git ${args.join(' ')}: ${stderr}`)
  return stdout.trim()
}

async function commit(cwd: string, file: string, text: string, message: string): Promise<string> {
  clock += 3600
  await writeFile(join(cwd, file), text)
  git(cwd, 'add', '.')
  git(cwd, 'commit', '--quiet', '-m', message)
  return git(cwd, 'rev-parse', 'HEAD')
}

/** An annotation that says the same of its commit as a whole. */
function ofTheWhole(description: string): object {
  const commit = git(dir, 'rev-parse', 'HEAD')
  const rest = { context_level: 'enhanced', provenance: { operation: 'initial' } }
  const cross_cutting = [{ title: 'All', description, regions: [{ file: 'f.ts', anchor: 'f' }], tags: [] }]
  return {
    ...rest,
    $schema: 'chronicle/v1',
    commit,
    timestamp: '2024-01-01T00:00:00Z',
    summary: 'x',
    regions: [],
    cross_cutting,
  }
}

async function record(intent: string, at = 'HEAD'): Promise<void> {
  await annotate(dir, { commit: at, summary: 'x', regions: [{ file: 'f.ts', anchor: 'f', intent }] })
}

async function exported(cwd: string, ...args: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await chronicle(cwd, ['export', ...args])
  expect([code, stderr]).toEqual([0, ''])
  return stdout
}

async function imported(cwd: string, args: readonly string[], options?: CliRunOptions): Promise<ImportReceipt> {
  return documentOf(await chronicle(cwd, ['import', '--json', ...args], options), importReceiptSchema)
}

const documents = (text: string): readonly ExportDocument[] =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as ExportDocument)

/**
 * Records notes of every kind: our own, with corrections and acknowledgements, those of other tools, text, bytes, and
 * notes about the repository.
 */
async function recordEverything(): Promise<void> {
  await record('the first reason')
  await chronicle(dir, ['retract', 'HEAD', '--reason', 'never true'])
  git(dir, 'notes', `--ref=${NOTES}-acks`, 'add', '-m', 'no JSON at all', 'HEAD')
  const texts: readonly (string | Uint8Array)[] = [
    JSON.stringify({ schema: 'chronicle/v2', narrative: { summary: 'From elsewhere' }, markers: [] }, null, 2),
    'Reviewed-by: Grace\n',
    Uint8Array.of(0xff, 0xfe, 0, 10, 13),
  ]
  for (const [index, text] of texts.entries()) {
    const on = await commit(dir, 'g.txt', `${index}\n`, `Change ${index}`)
    note(on, text)
  }
  note('4b825dc642cb6eb9a060e54bf8d69288fbee4904', '{"schema":"chronicle/knowledge-v1","conventions":[]}')
}

function note(on: string, content: string | Uint8Array): void {
  const stored = spawnSync('git', ['hash-object', '-w', '--stdin'], { cwd: dir, env: testEnvironment, input: content })
  git(dir, 'notes', `--ref=${NOTES}`, 'add', '-f', '-C', stored.stdout.toString().trim(), on)
}

describe('export', () => {
  test('gives a document for each commit, in the order of their ids, that its schema accepts', async () => {
    await recordEverything()
    const text = await exported(dir)
    const lines = documents(text)
    expect(lines).toHaveLength(5)
    for (const document of lines) expect(exportDocumentSchema.safeParse(document).error).toBeUndefined()
    expect(lines.map((each) => each.commit)).toEqual(lines.map((each) => each.commit).toSorted())
    expect(await exported(dir)).toBe(text)
    const first = lines.find(({ subject }) => subject === 'Add f')
    expect(first).toMatchObject({
      annotation: { $schema: 'chronicle/v1', regions: [{ intent: 'the first reason' }] },
      corrections: [{ correction_type: 'retract', reason: 'never true' }],
      other_acknowledgements: ['no JSON at all'],
      patch_id: git(dir, 'rev-list', '--max-parents=0', 'HEAD') && (expect.stringMatching(/^[0-9a-f]{40}$/) as string),
    })
    expect(first).not.toHaveProperty('note')
    expect(lines.find(({ subject }) => subject === 'Change 0')?.annotation).toMatchObject({ summary: 'From elsewhere' })
    await exported(dir, '-o', 'notes.jsonl')
    expect(await readFile(join(dir, 'notes.jsonl'), 'utf8')).toBe(text)
  })

  test('gives nothing where nothing is recorded, and says where it cannot write', async () => {
    expect(await exported(dir)).toBe('')
    const failed = await chronicle(dir, ['export', '-o', 'absent/notes.jsonl'])
    expect(failed.code).toBe(2)
    expect(failureOf(failed).message).toContain('Cannot write absent/notes.jsonl')
  })
})

describe('import', () => {
  test('makes the same notes in another clone, to the byte, and once', async () => {
    await recordEverything()
    const text = await exported(dir)
    git(root, 'clone', '--quiet', 'a', 'b')
    const b = join(root, 'b')
    git(b, 'config', 'user.name', 'b')
    git(b, 'config', 'user.email', 'b@example.com')
    const dry = await imported(b, ['--dry-run'], { input: text })
    expect(dry).toMatchObject({ dry_run: true, read: { chronicle: 5 }, written: 5, unchanged: 0, skipped: [] })
    expect(await exported(b)).toBe('')
    expect(await imported(b, [], { input: text })).toMatchObject({ written: 5, unchanged: 0, skipped: [] })
    expect(await exported(b)).toBe(text)
    for (const ref of [NOTES, `${NOTES}-corrections`, `${NOTES}-acks`]) {
      expect(git(b, 'notes', `--ref=${ref}`, 'list')).toBe(git(dir, 'notes', `--ref=${ref}`, 'list'))
    }
    const tip = git(b, 'rev-parse', NOTES)
    expect(await imported(b, [], { input: text })).toMatchObject({ written: 0, unchanged: 5 })
    expect(git(b, 'rev-parse', NOTES)).toBe(tip)
  })

  test('brings nothing back that was scrubbed here, and the rest all the same', async () => {
    await record('the password is hunter2')
    await record('another reason')
    await chronicle(dir, ['flag', 'f.ts', '--reason', 'hunter2 is old'])
    const text = await exported(dir)
    await chronicle(dir, ['scrub', '--text', 'hunter2'])
    const scrubbed = await exported(dir)
    const other = text.replaceAll('another reason', 'a third reason')
    const { warnings } = await imported(dir, [], { input: other })
    expect(warnings).toMatchObject([{ code: 'target_scrubbed' }])
    expect(await exported(dir)).not.toContain('hunter2')
    expect(await exported(dir)).toContain('a third reason')
    expect(scrubbed).not.toContain('a third reason')
  })

  test('brings no text outside of regions back that was scrubbed here', async () => {
    git(dir, 'notes', '--ref=chronicle', 'add', '-m', JSON.stringify(ofTheWhole('the password is hunter2')))
    const text = await exported(dir)
    await chronicle(dir, ['scrub', '--text', 'hunter2'])
    expect(await imported(dir, [], { input: text })).toMatchObject({ warnings: [{ code: 'target_scrubbed' }] })
    expect(await exported(dir)).not.toContain('hunter2')
  })

  test('adds nothing outside of regions to an annotation of which regions were scrubbed', async () => {
    const regions = [{ file: 'f.ts', ast_anchor: { unit_type: 'function', name: 'f' }, intent: 'Kept' }]
    const note = { ...ofTheWhole('the password is hunter2'), regions }
    git(dir, 'notes', '--ref=chronicle', 'add', '-m', JSON.stringify({ ...note, provenance: { scrubbed: true } }))
    const text = await exported(dir)
    const closed = { ...note, cross_cutting: [], provenance: { operation: 'initial', scrubbed: true } }
    git(dir, 'notes', '--ref=chronicle', 'add', '-f', '-m', JSON.stringify(closed))
    expect(await imported(dir, [], { input: text })).toMatchObject({ warnings: [{ code: 'target_scrubbed' }] })
    expect(await exported(dir)).not.toContain('hunter2')
  })

  test('brings no scrubbed region back, and no correction of it', async () => {
    await record('the password is hunter2')
    await chronicle(dir, ['flag', 'f.ts', '--reason', 'hunter2 is old'])
    const text = await exported(dir)
    await chronicle(dir, ['scrub', '--commit', 'HEAD', '--region', 'f'])
    const { annotation: _, ...corrections } = JSON.parse(text) as Record<string, unknown>
    for (const input of [text, JSON.stringify(corrections)]) {
      expect(await imported(dir, [], { input })).toMatchObject({ warnings: [{ code: 'target_scrubbed' }] })
      expect(await exported(dir)).not.toContain('hunter2')
    }
  })

  test('finds commits that were rebased, by their patch', async () => {
    await commit(dir, 'f.ts', 'export function f() {\n  return 2\n}\n', 'Return two')
    await record('two, not one')
    const text = await exported(dir)
    git(root, 'init', '--quiet', '--initial-branch=main', 'b')
    const b = join(root, 'b')
    git(b, 'config', 'user.name', 'b')
    git(b, 'config', 'user.email', 'b@example.com')
    clock -= 7200
    await commit(b, 'other.txt', 'x\n', 'Another beginning')
    git(b, 'pull', '--quiet', '--no-edit', '--rebase=false', '--allow-unrelated-histories', '--no-commit', '../a')
    git(b, 'merge', '--abort')
    git(b, 'cherry-pick', '--allow-empty', git(dir, 'rev-parse', 'HEAD~1'), git(dir, 'rev-parse', 'HEAD'))
    git(b, 'update-ref', '-d', 'ORIG_HEAD')
    git(b, 'reflog', 'expire', '--expire=now', '--all')
    await rm(join(b, '.git/FETCH_HEAD'), { force: true })
    git(b, 'gc', '--quiet', '--prune=now')
    const head = git(b, 'rev-parse', 'HEAD')
    const receipt = await imported(b, [], { input: text })
    expect(receipt).toMatchObject({
      written: 1,
      skipped: [],
      remapped: [{ from: git(dir, 'rev-parse', 'HEAD'), to: head }],
    })
    const answer = await readJson(b, ['f.ts', 'f'])
    expect(answer.regions.map(({ intent }) => intent)).toEqual(['two, not one'])
    expect(git(b, 'notes', '--ref=chronicle', 'show', 'HEAD')).toContain(
      `"derived_from":["${git(dir, 'rev-parse', 'HEAD')}"]`,
    )
  })

  test('puts a region on the lines that its unit has in the other commit', async () => {
    const padding = Array.from({ length: 10 }, (_, index) => `const n${index} = ${index}\n`).join('')
    const unit = (value: number): string => `export function g() {\n  return ${value}\n}\n`
    await commit(dir, 'g.ts', padding + unit(1), 'Add g')
    git(root, 'clone', '--quiet', 'a', 'b')
    const b = join(root, 'b')
    git(b, 'config', 'user.name', 'b')
    git(b, 'config', 'user.email', 'b@example.com')
    await commit(b, 'g.ts', `const one = 1\nconst two = 2\nconst three = 3\n${padding}${unit(1)}`, 'Say more')
    await commit(dir, 'g.ts', padding + unit(2), 'Return two')
    const input = JSON.stringify({ summary: 'x', regions: [{ file: 'g.ts', anchor: 'g', intent: 'two is enough' }] })
    expect((await chronicle(dir, ['annotate', '--live'], { input })).code).toBe(0)
    const text = await exported(dir)
    expect(documents(text)[0]?.annotation).toMatchObject({ regions: [{ lines: { start: 11, end: 13 } }] })
    git(b, 'fetch', '--quiet', 'origin')
    git(b, 'cherry-pick', 'origin/main')
    git(b, 'remote', 'remove', 'origin')
    git(b, 'reflog', 'expire', '--expire=now', '--all')
    await rm(join(b, '.git/FETCH_HEAD'), { force: true })
    git(b, 'gc', '--quiet', '--prune=now')
    expect(await imported(b, [], { input: text })).toMatchObject({ written: 1, remapped: [{}] })
    const stored = JSON.parse(git(b, 'notes', '--ref=chronicle', 'show', 'HEAD')) as object
    expect(stored).toMatchObject({ regions: [{ intent: 'two is enough', lines: { start: 14, end: 16 } }] })
    const answer = await readJson(b, ['g.ts', 'g'])
    expect(answer.regions).toMatchObject([{ intent: 'two is enough', freshness: 'fresh' }])
  })

  test('skips what it cannot place or read, says why, and takes the rest', async () => {
    await record('the first reason')
    const [line] = (await exported(dir)).split('\n')
    const gone = JSON.stringify({
      ...(JSON.parse(line ?? '') as object),
      commit: 'd'.repeat(40),
      patch_id: 'e'.repeat(40),
    })
    const input = [
      line,
      gone,
      '{"a":',
      '[1]',
      '{"hello":"world"}',
      '{"$schema":"chronicle-export/v1","commit":"HEAD"}',
      '',
    ]
    const receipt = await imported(dir, [], { input: input.join('\n') })
    expect(receipt).toMatchObject({ written: 0, unchanged: 1 })
    expect(receipt.skipped.map(({ line: at, reason }) => [at, reason]).toSorted()).toEqual([
      [2, 'the commit is not here, nor is one that makes the same change'],
      [3, 'it is not JSON'],
      [4, 'it is not a JSON object'],
      [5, 'it is no line of an export, no agent-trace record and no comment of git-appraise'],
      [6, 'it has no full commit id'],
    ])
    expect(await imported(dir, ['--keep-unknown'], { input: gone })).toMatchObject({ written: 1, skipped: [] })
    expect(git(dir, 'notes', '--ref=chronicle', 'list')).toContain('d'.repeat(40))
    const shown = await chronicle(dir, ['import'], { input: '{"hello":"world"}\n' })
    expect(shown.stdout).toContain('Skipped 1 record:\n  line 1: it is no line of an export')
  })

  test('skips a region whose path leads out of the repository, and leaves the note as it is', async () => {
    await record('the first reason')
    const known = await exported(dir)
    const [line = ''] = known.split('\n')
    const document = JSON.parse(line) as ExportDocument
    const regions = [{ file: '../../etc/passwd', intent: 'hostile', constraints: [] }]
    const input = JSON.stringify({ ...document, annotation: { ...document.annotation, regions } })
    const receipt = await imported(dir, [], { input: `${line}\n${input}` })
    expect(receipt).toMatchObject({
      written: 0,
      skipped: [{ line: 2, reason: 'a region names no path in a repository: "../../etc/passwd"' }],
    })
    expect(await exported(dir)).toBe(known)
  })

  test.each<readonly [string, (text: string) => object]>([
    ['text', (note) => ({ note })],
    ['base64', (note) => ({ note_base64: Buffer.from(note).toString('base64') })],
  ])('looks at the paths of a note that is given as %s, too', async (_, given) => {
    await record('the first reason')
    const known = await exported(dir)
    const head = git(dir, 'rev-parse', 'HEAD')
    const notes = [
      { $schema: 'chronicle/v1', summary: 'x', regions: [{ file: '../../etc/passwd', intent: 'hostile' }] },
      { schema: 'chronicle/v2', narrative: { summary: 'x' }, markers: [{ file: '../x', kind: { type: 'hazard' } }] },
    ]
    const texts = [...notes.map((each) => JSON.stringify(each, null, 2)), `{"a":1}\n${JSON.stringify(notes[1])}`]
    const input = texts.map((text) =>
      JSON.stringify({ $schema: 'chronicle-export/v1', commit: head, annotation: {}, ...given(text) }),
    )
    const receipt = await imported(dir, [], { input: `${known}${input.join('\n')}` })
    expect([receipt.written, receipt.skipped.map(({ reason }) => reason)]).toEqual([
      0,
      ['../../etc/passwd', '../x', '../x'].map((path) => `a region names no path in a repository: "${path}"`),
    ])
  })

  test('fails when no record of the input can be imported, and tells each', async () => {
    await record('the first reason')
    const [line] = (await exported(dir)).split('\n')
    const codes: (number | undefined)[] = []
    for (const input of ['no JSON\n', '{"hello":"world"}\n[]', '', `${line}\nno JSON\n`]) {
      codes.push((await chronicle(dir, ['import'], { input })).code)
    }
    expect(codes).toEqual([1, 1, 0, 0])
    const told = await chronicle(dir, ['import', '--json'], { input: 'no JSON\n' })
    const receipt = importReceiptSchema.parse(JSON.parse(told.stdout))
    expect([told.code, receipt.skipped]).toEqual([1, [{ line: 1, reason: 'it is not JSON' }]])
  })

  test('says what is wrong with its arguments', async () => {
    const absent = await chronicle(dir, ['import', 'absent.jsonl'])
    expect([absent.code, failureOf(absent).message]).toEqual([2, 'Cannot read absent.jsonl: There is no such file.'])
    expect(failureOf(await chronicle(dir, ['import', '.'])).message).toContain('It is a folder')
    expect(failureOf(await chronicle(dir, ['import'])).message).toContain('Nothing to import')
  })
})

describe('agent-trace', () => {
  const trace = (revision: string): object => ({
    version: '0.1.0',
    id: '550e8400-e29b-41d4-a716-446655440000',
    timestamp: '2026-01-23T14:30:00Z',
    vcs: { type: 'git', revision },
    tool: { name: 'cursor', version: '2.4.0' },
    files: [
      {
        path: 'f.ts',
        conversations: [
          {
            url: 'https://api.example.com/v1/conversations/12345',
            contributor: { type: 'ai', model_id: 'anthropic/claude-opus-4-5-20251101' },
            ranges: [
              { start_line: 1, end_line: 2, content_hash: 'murmur3:9f2e8a1b' },
              { start_line: 3, end_line: 3 },
            ],
            related: [{ type: 'session', url: 'https://api.example.com/v1/sessions/67890' }],
          },
        ],
      },
    ],
    metadata: { confidence: 0.95, 'dev.cursor': { workspace_id: 'ws-abc123' } },
  })

  test('records come in and go out again as they were', async () => {
    const head = git(dir, 'rev-parse', 'HEAD')
    const record = trace(head)
    // The input is one document over several lines, and then one line.
    const receipt = await imported(dir, [], { input: JSON.stringify(record, null, 2) })
    expect(receipt).toMatchObject({ read: { agent_trace: 1 }, written: 1, warnings: [], skipped: [] })
    expect(await imported(dir, [], { input: `${JSON.stringify(record)}\n` })).toMatchObject({
      written: 0,
      unchanged: 1,
    })
    expect(documents(await exported(dir, '--agent-trace'))).toEqual([record])
    const answer = await readJson(dir, ['f.ts', '--lines', '1:2'])
    expect(answer.regions[0]).toMatchObject({
      intent: 'Written by a model: anthropic/claude-opus-4-5-20251101',
      reasoning: 'Conversation: https://api.example.com/v1/conversations/12345',
    })
  })

  test('what is recorded here goes out with its reasons as metadata', async () => {
    await record('callers do not catch')
    const [out] = documents(await exported(dir, '--agent-trace')) as unknown as readonly Record<string, unknown>[]
    expect(out).toMatchObject({
      version: '0.1.0',
      id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/) as string,
      vcs: { type: 'git', revision: git(dir, 'rev-parse', 'HEAD') },
      files: [
        {
          path: 'f.ts',
          conversations: [{ contributor: { type: 'unknown' }, ranges: [{ start_line: 1, end_line: 3 }] }],
        },
      ],
      metadata: { chronicle: [{ intent: 'callers do not catch' }] },
    })
  })

  test('records of no commit here are skipped', async () => {
    const { vcs: _, ...none } = trace('') as { readonly vcs: unknown }
    const others = [trace('b'.repeat(40)), none, { ...none, vcs: { type: 'jj', revision: 'kkmpptxz' } }]
    const receipt = await imported(dir, [], { input: others.map((each) => JSON.stringify(each)).join('\n') })
    expect(receipt.skipped.map(({ reason }) => reason).toSorted()).toEqual([
      'the commit is not here, nor is one that makes the same change',
      'the trace is of jj, not of git',
      'the trace names no revision',
    ])
  })
})

describe('git-appraise', () => {
  test('threads of comments become regions, with who said it', async () => {
    const head = git(dir, 'rev-parse', 'HEAD')
    const line = (comment: object): string => JSON.stringify(comment)
    const question = line({
      timestamp: '1700010000',
      author: 'grace@example.com',
      location: { commit: head, path: 'f.ts', range: { startLine: 2 } },
      description: 'Why not zero?',
    })
    const parent = createHash('sha1').update(question).digest('hex')
    const answer = line({
      timestamp: '1700010100',
      author: 'ada@example.com',
      parent,
      description: 'Zero means unset.',
      resolved: true,
    })
    const accept = line({ timestamp: '1700010200', author: 'grace@example.com', resolved: true })
    git(dir, 'notes', '--ref=refs/notes/devtools/discuss', 'add', '-m', [accept, answer, question].join('\n'), head)
    await record('one means set')
    const receipt = await imported(dir, ['--git-appraise'])
    expect(receipt).toMatchObject({ read: { git_appraise: 3 }, written: 1, warnings: [] })
    expect(await imported(dir, ['--git-appraise'])).toMatchObject({ written: 0, unchanged: 1 })
    const named = await imported(dir, ['--git-appraise', 'devtools/discuss'])
    expect(named).toMatchObject({ read: { git_appraise: 3 }, unchanged: 1 })
    const answerOf = await readJson(dir, ['f.ts', '--lines', '2:2'])
    const region = answerOf.regions.find(({ intent }) => intent === 'Why not zero?')
    expect(region).toMatchObject({ reasoning: 'ada@example.com: Zero means unset.', tags: ['resolved', 'review'] })
    expect(answerOf.regions.map(({ intent }) => intent)).toContain('one means set')
    expect(git(dir, 'notes', '--ref=chronicle', 'show', head)).toContain('"summary":"x"')
    // Of a time after the year 9999, as of any other that is none, nothing is stored.
    const late = question.replace('1700010000', '99999999999999')
    expect(await imported(dir, ['--dry-run'], { input: late })).toMatchObject({ written: 1, warnings: [] })
    // Comments from a file name their commit.
    const other = await imported(dir, ['--dry-run'], { input: `${question}\n${accept}\n` })
    expect(other).toMatchObject({ read: { git_appraise: 1 }, skipped: [{ line: 2 }] })
  })

  test('secrets are taken out', async () => {
    const head = git(dir, 'rev-parse', 'HEAD')
    const secret = `ghp_${'0123456789abcdefghijABCDEFGHIJ012345'}`
    const comment = { timestamp: '1700010000', author: 'g', location: { commit: head }, description: `token ${secret}` }
    const receipt = await imported(dir, [], { input: JSON.stringify(comment) })
    expect(receipt.warnings.map(({ code }) => code)).toEqual(['secret_redacted'])
    expect(git(dir, 'notes', '--ref=chronicle', 'show', head)).not.toContain(secret)
  })
})
