import { execFile } from 'node:child_process'
import { chmod, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createFileCacheStorage } from './file-cache-storage.ts'

let dir: string
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'chronicle-cache-'))
})
afterEach(async () => {
  await rm(dir, { recursive: true, force: true })
})

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)
const text = (value: Uint8Array | undefined): string | undefined => value && new TextDecoder().decode(value)

describe('createFileCacheStorage', () => {
  test('keeps values under keys, across instances', async () => {
    const storage = createFileCacheStorage(join(dir, 'not', 'there', 'yet'))
    expect(await storage.read('outline/a.json')).toBeUndefined()
    expect(await storage.write('outline/a.json', bytes('one'))).toBe(true)
    expect(await storage.write('outline/a.json', bytes('two'))).toBe(true)
    const again = createFileCacheStorage(join(dir, 'not', 'there', 'yet'))
    expect(text(await again.read('outline/a.json'))).toBe('two')
    await again.remove('outline/a.json')
    await again.remove('outline/a.json')
    expect(await storage.read('outline/a.json')).toBeUndefined()
  })

  test('keeps nothing until its folder is found', async () => {
    const found: string[] = []
    const storage = createFileCacheStorage(() => Promise.resolve(found[0]))
    expect(await storage.write('a', bytes('x'))).toBe(false)
    found.push(dir)
    expect(await storage.write('a', bytes('x'))).toBe(true)
    expect(text(await storage.read('a'))).toBe('x')
  })

  test('creates nothing until something is written, in a folder named for its layout', async () => {
    const storage = createFileCacheStorage(dir)
    await storage.read('a')
    await storage.remove('a')
    expect(await readdir(dir)).toEqual([])
    await storage.write('a', bytes('x'))
    expect(await readdir(dir, { recursive: true })).toEqual(['cache-v1', join('cache-v1', 'a')])
  })

  test('asks for its folder once, when first needed', async () => {
    let asked = 0
    const storage = createFileCacheStorage(async () => {
      asked++
      return dir
    })
    expect(asked).toBe(0)
    await Promise.all([storage.write('a', bytes('1')), storage.write('b', bytes('2')), storage.read('c')])
    expect(asked).toBe(1)
  })

  test.each([
    ['no folder', async () => undefined],
    ['a lookup that fails', async () => Promise.reject(new Error('no repository'))],
  ])('is empty and stores nothing with %s', async (_, find: () => Promise<undefined>) => {
    const storage = createFileCacheStorage(find)
    expect(await storage.write('a', bytes('1'))).toBe(false)
    expect(await storage.read('a')).toBeUndefined()
    await storage.remove('a')
  })

  test('is empty where its folder is a file, and leaves no temporary file where it cannot write', async () => {
    const file = join(dir, 'file')
    await writeFile(file, '')
    const storage = createFileCacheStorage(file)
    expect(await storage.write('a', bytes('1'))).toBe(false)
    expect(await storage.read('a')).toBeUndefined()

    // With a folder in place of the value, the temporary file can be written but the rename fails.
    await mkdir(join(dir, 'cache-v1', 'taken', 'inside'), { recursive: true })
    expect(await createFileCacheStorage(dir).write('taken', bytes('1'))).toBe(false)
    expect(await readdir(join(dir, 'cache-v1'))).toEqual(['taken'])
  })

  test('tolerates a folder it may not write to', async (context) => {
    await mkdir(join(dir, 'cache-v1'))
    await chmod(join(dir, 'cache-v1'), 0o500)
    context.onTestFinished(() => chmod(join(dir, 'cache-v1'), 0o700))
    if (process.getuid?.() === 0) context.skip('root may write everywhere')
    expect(await createFileCacheStorage(dir).write('a', bytes('1'))).toBe(false)
  })

  test.each(['../a', 'a/../../b', '..', '.', './a', '/a', 'a//b', '', 'A', 'a b', 'a\\b', 'a/..'])(
    'refuses the key %j',
    async (key) => {
      const storage = createFileCacheStorage(join(dir, 'cache'))
      expect(await storage.write(key, bytes('1'))).toBe(false)
      expect(await storage.read(key)).toBeUndefined()
      expect(await readdir(dir)).toEqual([])
    },
  )

  test('readers see whole values while several processes write', async () => {
    const size = 200_000
    const writer = `
      import { createFileCacheStorage } from ${JSON.stringify(new URL('./file-cache-storage.ts', import.meta.url).href)}
      const storage = createFileCacheStorage(${JSON.stringify(dir)})
      for (let i = 0; i < 40; i++) await storage.write('shared', new Uint8Array(${size}).fill(65 + (i % 26)))
    `
    const run = promisify(execFile)
    const args = ['--import', 'tsx', '--input-type=module', '-e', writer]
    let writing = true
    const writers = Promise.all([run(process.execPath, args), run(process.execPath, args)]).finally(() => {
      writing = false
    })
    const storage = createFileCacheStorage(dir)
    let torn = 0
    while (writing) {
      const value = await storage.read('shared')
      if (value !== undefined && (value.length !== size || value.some((byte) => byte !== value[0]))) torn++
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
    await writers
    expect(torn).toBe(0)
    expect((await storage.read('shared'))?.length).toBe(size)
    expect(await readdir(join(dir, 'cache-v1'))).toEqual(['shared'])
  })
})
