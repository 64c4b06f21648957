import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openSessionMemory } from './session-memory.ts'

let dir: string
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'chronicle-memory-'))
})
afterEach(() => rm(dir, { recursive: true }))

test('a session knows what it was told, and another one does not', async () => {
  expect(await (await openSessionMemory(dir, 'one')).claim(['a', 'b'])).toEqual(new Set(['a', 'b']))
  const later = await openSessionMemory(dir, 'one')
  expect(['a', 'b', 'c'].map(later.isKnown)).toEqual([true, true, false])
  expect(await later.claim(['a', 'c'])).toEqual(new Set(['c']))
  expect((await openSessionMemory(dir, 'two')).isKnown('a')).toBe(false)
})

test('of many that claim the same at one moment, one gets it', async () => {
  const memories = await Promise.all(Array.from({ length: 20 }, () => openSessionMemory(dir, 'one')))
  const claimed = await Promise.all(memories.map((memory) => memory.claim(['a', 'b'])))
  expect(claimed.flatMap((texts) => [...texts]).sort()).toEqual(['a', 'b'])
})

test('what it keeps is bounded, the newest last', async () => {
  for (const part of [0, 1, 2]) {
    const memory = await openSessionMemory(dir, 'one')
    await memory.claim(Array.from({ length: 4000 }, (_, index) => `${part} ${index}`))
  }
  const [name = ''] = await readdir(join(dir, 'hook-sessions'))
  const kept = await readFile(join(dir, 'hook-sessions', name), 'utf8')
  expect(kept.trim().split('\n')).toHaveLength(4000)
  const memory = await openSessionMemory(dir, 'one')
  expect([memory.isKnown('2 3999'), memory.isKnown('0 0')]).toEqual([true, false])
})

test('without a session or a folder everything is new', async () => {
  for (const memory of [await openSessionMemory(dir, undefined), await openSessionMemory(undefined, 'one')]) {
    expect(await memory.claim(['a'])).toEqual(new Set(['a']))
    expect(memory.isKnown('a')).toBe(false)
  }
})
