import type { SemanticDependency } from '@chronicle/schema'
import { expect, it } from 'vitest'
import { createHeuristicWriter } from '../src/index.ts'
import { contextOf, useRepositories } from './gather-scope.ts'

const { fixture, open } = useRepositories()

type Files = Readonly<Record<string, string>>

/** Returns the dependencies recorded on the second of two commits. */
async function dependenciesAfter(before: Files, after: Files): Promise<readonly SemanticDependency[]> {
  const repository = await fixture()
  await repository.commitFiles('Before', before)
  const message = 'Send later\n\nThe queue is needed because the broker drops bursts.'
  const context = await contextOf(open(repository.dir), await repository.commitFiles(message, after))
  const { annotation } = (await createHeuristicWriter().write(context))._unsafeUnwrap()
  expect(annotation, 'the reason of the message is recorded').toBeDefined()
  return (annotation?.regions ?? []).flatMap((region) => region.semantic_dependencies)
}

const QUEUE = {
  'lib/queue.ts': 'export const queue = []\n',
  'lib/queue.py': 'queue = []\n',
  'src/mqtt/queue.rs': 'pub struct Queue;\n',
}

it.each([
  ['src/a.ts', "import { queue } from '../lib/queue.ts'", 'lib/queue.ts'],
  ['src/a.ts', "import { queue } from '../lib/queue.js'", 'lib/queue.ts'],
  ['src/a.js', "const { queue } = require('../lib/queue.ts')", 'lib/queue.ts'],
  ['src/deep/a.py', 'from ...lib.queue import queue', 'lib/queue.py'],
  ['src/net/a.rs', 'use crate::mqtt::queue::Queue;', 'src/mqtt/queue.rs'],
])('%s: %s', async (path, line, target) => {
  const before = { ...QUEUE, [path]: 'first\nsecond\n' }
  expect(await dependenciesAfter(before, { [path]: `${line}\nfirst\nchanged()\n` })).toEqual([
    { file: target, anchor: '', nature: line },
  ])
})

it.each([
  ['the same folder', { 'lib/a.ts': 'x\n' }, { 'lib/a.ts': "import { queue } from './queue.ts'\nx()\n" }],
  [
    'what it imported before',
    { 'src/a.ts': "import { queue } from '../lib/queue.ts'\nx\n" },
    { 'src/a.ts': "import { queue, other } from '../lib/queue.ts'\nx()\n" },
  ],
  ['a package', { 'src/a.ts': 'x\n' }, { 'src/a.ts': "import { queue } from 'queue'\nx()\n" }],
  ['what is not there', { 'src/a.ts': 'x\n' }, { 'src/a.ts': "import { queue } from '../lib/none.ts'\nx()\n" }],
  ['what is outside', { 'src/a.ts': 'x\n' }, { 'src/a.ts': "import { queue } from '../../../lib/queue.ts'\nx()\n" }],
  ['a new file', {}, { 'src/a.ts': "import { queue } from '../lib/queue.ts'\nx()\n" }],
])('not of %s', async (_, before, after) => {
  expect(await dependenciesAfter({ ...QUEUE, ...(before as Files) }, after as Files)).toEqual([])
})
