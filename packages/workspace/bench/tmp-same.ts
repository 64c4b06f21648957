// compares answers with fresh caches and with kept ones
import { openChronicle } from '@chronicle/node'
import { readdir } from 'node:fs/promises'
import { rm } from 'node:fs/promises'
for (const name of await readdir('/tmp/w')) {
  const dir = `/tmp/w/${name}`
  const files = (process.argv[2] ?? '').split(',').filter((f) => f.startsWith(name + ':')).map((f) => f.slice(name.length + 1))
  for (const file of files) {
    const answers: string[] = []
    await rm(`${dir}/.git/chronicle`, { recursive: true, force: true })
    for (let i = 0; i < 3; i++) {
      const c = openChronicle({ dir })
      for (let k = 0; k < (i === 1 ? 2 : 1); k++) {
        const r = await c.read({ files: [file], maxRegions: 500, verbose: true })
        answers.push(JSON.stringify(r._unsafeUnwrap(), (key, v) => key === 'stats' ? undefined : v))
      }
      await c.close()
    }
    console.log(name, file, answers.map((a) => a.length).join(' '), answers.every((a) => a === answers[0]))
  }
}
