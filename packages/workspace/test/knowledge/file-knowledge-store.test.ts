import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createCachedKnowledgeStore } from '@chronicle/context'
import { createFileCacheStorage } from '@chronicle/node'
import { testKnowledgeStore } from '@chronicle/testing'

testKnowledgeStore('files', {
  persistent: true,
  runs: 15,
  createPlace: async () => {
    const dir = await mkdtemp(join(tmpdir(), 'chronicle-knowledge-'))
    return {
      open: () => createCachedKnowledgeStore(createFileCacheStorage(dir)),
      damage: async (choice) => damageFile(dir, choice),
      dispose: async () => rmSync(dir, { recursive: true, force: true }),
    }
  },
})

function damageFile(dir: string, choice: number): void {
  const files = readdirSync(dir, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  const file = files[Math.floor(choice * files.length)]
  if (file === undefined) return
  const path = join(file.parentPath, file.name)
  const bytes = readFileSync(path)
  const fraction = (choice * files.length) % 1
  if (fraction < 0.2) rmSync(path)
  else if (fraction < 0.6) writeFileSync(path, bytes.subarray(0, Math.floor(bytes.length * (fraction - 0.2) * 2.5)))
  else writeFileSync(path, bytes.fill(0x5a, Math.floor(bytes.length * (fraction - 0.6) * 2.5)))
}
