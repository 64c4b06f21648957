import { afterAll, describe, expect, it } from 'vitest'
import { createEscapeFixture, ESCAPES, SECRET } from './escapes.ts'
import { openWorkbench, type Workbench } from './workbench.ts'

const benches = new Map<string, Workbench>()
const repository = await createEscapeFixture()
benches.set('cli', openWorkbench(repository.dir))
benches.set('isomorphic', openWorkbench(repository.dir, { backend: 'isomorphic' }))

afterAll(async () => {
  for (const bench of benches.values()) await bench.close()
  await repository.dispose()
})

describe.each(['cli', 'isomorphic'])('what leads out of a repository, through git-%s', (backend) => {
  const bench = (): Workbench => benches.get(backend)!

  it.each(ESCAPES)('%j is refused', async (path, code) => {
    const requests = [
      { mode: 'file', target: path },
      { mode: 'snippet', target: path, start_line: 1 },
      { mode: 'diff_preview', target: path },
      { mode: 'diff_preview', target: path, against: 'HEAD' },
      { mode: 'symbol', target: 'secret', path },
    ]
    for (const request of requests) {
      const error = await bench().errorOf(request)
      expect({ request, code: error.code, message: error.message }).toMatchObject({ request, code })
      expect(JSON.stringify([error.message, error.data])).not.toContain(SECRET)
    }
  })

  it.each(ESCAPES)('%j is no place for a new file either', async (path, code) => {
    const request = { mode: 'diff_preview', target: path, content: 'new\n' }
    // A name that is only unusual may be that of a new file.
    if (code === 'file_not_found') {
      expect((await bench().ask(request)).meta.added_lines).toBe(1)
    } else expect((await bench().errorOf(request)).code).toBe(code)
  })

  it.each(ESCAPES.filter(([path]) => path !== ''))('%j is no beginning of a symbol id', async (path) => {
    const error = await bench().errorOf({ mode: 'symbol', target: `${path}:secret` })
    expect(error.code).toMatch(/^(?:invalid_path|symbol_not_found|is_symlink|is_submodule|no_grammar|INVALID_ARGS)$/)
    expect(JSON.stringify([error.message, error.data])).not.toContain(SECRET)
  })

  it('finds nothing outside when it searches', async () => {
    expect((await bench().errorOf({ mode: 'symbol', target: 'secret' })).code).toBe('symbol_not_found')
    expect((await bench().ask({ mode: 'symbol', target: 'a' })).location.file).toBe('src/a.ts')
  })
})

it('lists enough of them', () => {
  expect(new Set(ESCAPES.map(([path]) => path)).size).toBe(ESCAPES.length)
  expect(ESCAPES.length).toBeGreaterThan(80)
})
