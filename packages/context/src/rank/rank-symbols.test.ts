import type { RepoPath } from '@chronicle/schema'
import { createMemoryGit } from '@chronicle/testing'
import { describe, expect, it } from 'vitest'
import { openScene } from '../../test/open-scene.ts'
import { rankSymbols } from './rank-symbols.ts'

const files = {
  'src/session.ts': `export class Session {
  expire() {
    throw new Error('the session has no owner at all')
  }

  renew() {
    return this.lifetime()
  }

  lifetime() {
    return 3600
  }
}

export function openSession() {
  return new Session()
}
`,
  'src/cookie.ts': `export function parseCookie(text: string) {
  return text.split(';')
}

export function renew() {
  return parseCookie('')
}
`,
}
const { git } = createMemoryGit({ commits: [{ files }] })

async function rank(task: string, order: readonly string[] = Object.keys(files)): Promise<readonly string[]> {
  const { context } = await openScene({ git, task })
  const paths = order as readonly RepoPath[]
  const facts = (await context.snapshot.facts(paths))._unsafeUnwrap()
  const sources = paths.flatMap((path, place) => {
    const known = facts.get(path)
    return known === undefined ? [] : [{ path, rank: place, facts: known }]
  })
  return (await rankSymbols(context, sources))._unsafeUnwrap().map(({ path, symbol }) => `${path}:${symbol.name}`)
}

describe('the ranking of symbols', () => {
  it('has every symbol of the files once', async () => {
    const order = await rank('anything')
    expect(order).toHaveLength(7)
    expect(new Set(order).size).toBe(7)
  })

  it('gives each unit a number, whatever its kind is called', async () => {
    const text = 'export class Lock {\n  constructor() {\n    this.open()\n  }\n\n  open() {}\n}\n'
    const scene = await openScene({
      git: createMemoryGit({ commits: [{ files: { 'a.ts': text } }] }).git,
      task: 'open',
    })
    const path = 'a.ts' as RepoPath
    const facts = (await scene.context.snapshot.facts([path]))._unsafeUnwrap().get(path)
    if (facts === undefined) throw new Error('expected facts')
    expect(facts.symbols.map(({ kind }) => kind)).toContain('constructor')
    for (const { breakdown, score } of (await rankSymbols(scene.context, [{ path, rank: 0, facts }]))._unsafeUnwrap()) {
      expect(score).toBeCloseTo(Object.values(breakdown).reduce((sum, part) => sum + part, 0))
    }
  })

  it('begins with what the task names', async () => {
    expect((await rank('`parseCookie` is slow'))[0]).toBe('src/cookie.ts:parseCookie')
    expect((await rank('`openSession` is slow'))[0]).toBe('src/session.ts:openSession')
  })

  it('follows the ranking of the files where names are alike', async () => {
    expect((await rank('`renew` is slow'))[0]).toBe('src/session.ts:Session::renew')
    expect((await rank('`renew` is slow', ['src/cookie.ts', 'src/session.ts']))[0]).toBe('src/cookie.ts:renew')
  })

  it('prefers what a line of a trace stands in', async () => {
    const trace = 'It fails\n    at foo (/app/src/session.ts:11:3)\n'
    expect(withoutClasses(await rank(trace))[0]).toBe('src/session.ts:Session::lifetime')
  })

  it.each([
    ['/usr/lib/node_modules/gate/dist/session.js:11:3', ['Session', 'Session::expire']],
    ['/usr/lib/node_modules/gate/dist/session.js:3:3', ['Session', 'Session::expire']],
    ['/app/src/cookie.ts:2:3', ['parseCookie']],
  ])('takes the unit that a frame names before its line, which may be of another version: %s', async (frame, units) => {
    const { context } = await openScene({ git, task: `It fails\n  at Session.expire (${frame})\n` })
    const paths = Object.keys(files) as readonly string[] as readonly RepoPath[]
    const facts = (await context.snapshot.facts(paths))._unsafeUnwrap()
    const sources = [...facts].map(([path, known], place) => ({ path, rank: place, facts: known }))
    const ranked = (await rankSymbols(context, sources))._unsafeUnwrap()
    expect(
      ranked
        .filter(({ breakdown }) => 'frame' in breakdown)
        .map(({ symbol }) => symbol.name)
        .sort(),
    ).toEqual(units)
  })

  it.each(['See src/session.ts:11 for it', 'https://github.com/o/r/blob/main/src/session.ts#L11'])(
    'prefers what a line is given of: %s',
    async (reference) => {
      expect(withoutClasses(await rank(`It fails\n\n${reference}\n`))[0]).toBe('src/session.ts:Session::lifetime')
    },
  )

  it('prefers what holds the message of an error of an error', async () => {
    const order = withoutClasses(await rank('Fails: "the session has no owner at all"'))
    expect(order[0]).toBe('src/session.ts:Session::expire')
  })

  it('knows a message by what stands around its values', async () => {
    const scored = async (message: string): Promise<unknown> => {
      const text = 'export function f(id) {\n  warn(`no number is assigned for ${id}: ${id}`)\n}\n'
      const { context } = await openScene({
        git: createMemoryGit({ commits: [{ files: { 'a.ts': text } }] }).git,
        task: `Fails: "${message}"`,
      })
      const path = 'a.ts' as RepoPath
      const facts = (await context.snapshot.facts([path]))._unsafeUnwrap().get(path)
      if (facts === undefined) throw new Error('expected facts')
      return (await rankSymbols(context, [{ path, rank: 0, facts }]))._unsafeUnwrap()[0]?.breakdown['strings']
    }
    expect(await scored('WARNING: no number is assigned for table: t1')).toBeGreaterThan(0)
    expect(await scored('WARNING: no number was ever assigned')).toBeUndefined()
  })
})

/** A class contains the lines of its methods, so it may be ranked before or after them. */
function withoutClasses(order: readonly string[]): readonly string[] {
  return order.filter((name) => !name.endsWith(':Session'))
}
