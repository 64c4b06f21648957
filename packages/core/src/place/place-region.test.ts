import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { FILE, placeInMemory, statesOf, unitRegion, type PlacingCase } from '../../test/place-in-memory.ts'

/** Three units of four lines, a blank line between them: lines 1–4, 6–9 and 11–14. */
const ALPHA = 'function alpha(host)\n  const socket = dial(host)\n  socket.wait(30)\n  return socket\n'
const BETA = 'function beta(queue)\n  const first = queue.take()\n  first.mark()\n  return first\n'
const GAMMA = 'function gamma(pool)\n  const spare = pool.idle()\n  spare.close()\n  return spare.count\n'
const ALL = [ALPHA, BETA, GAMMA].join('\n')
const lines = (start: number, end: number): PlacingCase['region'] => ({ lines: { start, end } })
const betaRegion = unitRegion('beta', lines(6, 9))

/**
 * Summarises a placement: `drifted, 3/4 at 6-9 by 2,1` means that three of its four lines are unchanged, on lines 6 to
 * 9, and that commits 2 and 1 changed it.
 */
async function judged(given: PlacingCase): Promise<string> {
  const { placement, driftedBy } = await placeInMemory(given)
  if (placement === undefined) return 'gone'
  const { freshness, intact, place, recorded } = placement
  const at = place === undefined ? '' : ` at ${place.start}-${place.end}`
  return `${freshness}, ${intact}/${recorded}${at}${driftedBy.length === 0 ? '' : ` by ${driftedBy.join()}`}`
}

describe('a region by lines', () => {
  it('is fresh where nothing changed, though its commit wrote none of it', async () => {
    const history = { commits: [{ files: { [FILE]: ALL } }, { files: { other: 'x\n' } }], recordedIn: 1 }
    expect(await judged({ ...history, region: lines(7, 8) })).toBe('fresh, 2/2 at 7-8')
  })

  it('has moved where lines were put above it', async () => {
    expect(await judged({ ...statesOf(ALL, `import x\n\n${ALL}`), region: lines(7, 8) })).toBe('moved, 2/2 at 9-10')
  })

  it('has drifted by the commit that changed a line of it', async () => {
    const changed = ALL.replace('first.mark()', 'first.mark(now)')
    expect(await judged({ ...statesOf(ALL, changed), region: lines(6, 9) })).toBe('drifted, 3/4 at 6-9 by 1')
    expect(await judged({ ...statesOf(ALL, changed), region: lines(11, 14) })).toBe('fresh, 4/4 at 11-14')
  })

  it.each([
    ['got other line ends', (text: string) => text.replaceAll('\n', '\r\n'), 'fresh, 2/2 at 7-8'],
    ['was indented', (text: string) => text.replaceAll(/^(?=.)/gmu, '    '), 'fresh, 2/2 at 7-8'],
    ['was put into a block', (text: string) => `{\n${text.replaceAll(/^(?=.)/gmu, '  ')}}\n`, 'moved, 2/2 at 8-9'],
  ])('stands where all of its file %s, changed by no edit of other lines', async (_, reformat, expected) => {
    const neighbour = ALL.replace('spare.close()', 'spare.close(now)')
    const history = statesOf(ALL, neighbour, reformat(neighbour))
    expect(await judged({ ...history, region: lines(7, 8) })).toBe(expected)
    const edited = neighbour.replace('first.mark()', 'first.mark(now)')
    expect(await judged({ ...statesOf(ALL, neighbour, edited, reformat(edited)), region: lines(7, 8) })).toBe(
      `${expected.replace(/^\w+, 2/u, 'drifted, 1')} by 2`,
    )
  })

  it('stays where it was when it is braces alone, and a later commit put in the same ones further down', async () => {
    const [one, uno, two, three] = ['one', 'uno', 'two', 'three'].map((name) => `${name}\n  }\n}\n\n`)
    const history = statesOf(`${one}${two}`, `${one}${three}${two}`, `${uno}${three}${two}`)
    expect(await judged({ ...history, region: lines(2, 4) })).toBe('fresh, 3/3 at 2-4')
  })

  it('stays with a line of which only the value was changed, and not with another one', async () => {
    const settings = 'level = debug\nkeepalive = 30\nport = 80\n'
    const edited = settings.replace('30', '60')
    expect(await judged({ ...statesOf(settings, edited), region: lines(2, 2) })).toBe('drifted, 0/1 at 2-2 by 1')
    expect(await judged({ ...statesOf(settings, edited), region: lines(1, 1) })).toBe('fresh, 1/1 at 1-1')
    const info = settings.replace('debug', 'info')
    expect(await judged({ ...statesOf(settings, info), region: lines(1, 1) })).toBe('drifted, 0/1 at 1-1 by 1')
    const hosted = `x\n${edited.replace('port = 80', 'host = a\nport = 8080')}`
    expect(await judged({ ...statesOf(settings, edited, hosted), region: lines(2, 3) })).toBe(
      'drifted, 0/2 at 3-5 by 2,1',
    )
    const replaced = settings.replace('keepalive = 30', 'retries = many')
    expect(await judged({ ...statesOf(settings, replaced), region: lines(2, 2) })).toBe('gone')
    const two = settings.replace('keepalive = 30', 'keepalive = 1\nkeepalive = 2')
    expect(await judged({ ...statesOf(settings, two), region: lines(2, 2) })).toBe('gone')
  })

  it('is at the line of its words, whatever was edited, inserted and deleted around it, until it is deleted', async () => {
    const step = fc.record({
      edit: fc.array(fc.nat(5), { maxLength: 4 }),
      remove: fc.option(fc.nat(5), { freq: 4 }),
      insert: fc.option(fc.nat(5), { freq: 2 }),
    })
    const property = fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 5 }), fc.nat(5), async (steps, own) => {
      const texts = [[0, 1, 2, 3, 4, 5].map((key) => ({ key, value: 0 }))]
      const edits: number[] = []
      for (const [index, { edit, insert, remove }] of steps.entries()) {
        const next = (texts.at(-1) ?? [])
          .filter(({ key }) => key !== remove)
          .map((line) => (edit.includes(line.key) ? { ...line, value: index + 1 } : line))
        if (insert !== null) next.splice(insert, 0, { key: 10 + index, value: 0 })
        if (edit.includes(own)) edits.unshift(index + 1)
        texts.push(next)
      }
      const written = texts.map((text) => text.map(({ key, value }) => `of_${key} is_${key} = ${value}\n`).join(''))
      const at = (texts.at(-1) ?? []).findIndex(({ key }) => key === own) + 1
      const { placement, driftedBy } = await placeInMemory({ ...statesOf(...written), region: lines(own + 1, own + 1) })
      expect(placement?.place).toEqual(at === 0 ? undefined : { start: at, end: at })
      if (at > 0) expect(driftedBy).toEqual(edits)
    })
    await fc.assert(property, { numRuns: 100 })
  })

  it('is gone where all of it was deleted', async () => {
    expect(await judged({ ...statesOf(ALL, [ALPHA, GAMMA].join('\n')), region: lines(6, 9) })).toBe('gone')
  })

  it('is gone where its file was not there at its commit, and where it had fewer lines', async () => {
    const later = { commits: [{ files: { other: 'x\n' } }, { files: { [FILE]: ALL } }], region: lines(6, 9) }
    expect(await judged(later)).toBe('gone')
    expect(await judged({ ...statesOf('one\n', ALL), region: lines(6, 9) })).toBe('gone')
  })
})

describe('a region by name', () => {
  it('stays with its unit when the unit is put elsewhere in the file: a pure move', async () => {
    const history = statesOf(ALL, [BETA, ALPHA, GAMMA].join('\n'), [ALPHA, GAMMA, BETA].join('\n'))
    expect(await judged({ ...history, region: betaRegion })).toMatch(/^moved, 4\/4 at 11-14/u)
    expect(await judged({ ...history, region: unitRegion('alpha', lines(1, 4)) })).toContain('4/4')
  })

  it('needs no lines: those of its unit where it was recorded count', async () => {
    const changed = ALL.replace('first.mark()', 'first.mark(now)')
    expect(await judged({ ...statesOf(ALL, changed), region: unitRegion('beta') })).toBe('drifted, 3/4 at 6-9 by 1')
  })

  it('has drifted where lines were put in at its end, which belong to it', async () => {
    const longer = ALL.replace('return first\n', 'return first\n  audit(first)\n')
    expect(await judged({ ...statesOf(ALL, longer), region: betaRegion })).toBe('drifted, 4/4 at 6-10 by 1')
  })

  it('keeps the lines of which only the blanks changed, beside one that was edited', async () => {
    const wide = ALL.replaceAll('  ', '    ')
    const edited = wide.replace('first.mark()', 'first.mark(now)')
    expect(await judged({ ...statesOf(ALL, wide, edited), region: betaRegion })).toMatch(/^drifted, 3\/4 at 6-9/u)
    expect(await judged({ ...statesOf(ALL, edited), region: betaRegion })).toMatch(/^drifted, 3\/4 at 6-9/u)
  })

  it('counts as intact what is still in the unit, and tells what was taken out of it', async () => {
    const body = (names: string): string => [...names].map((name) => `  queue.${name}(${name})\n`).join('')
    const whole = `function beta(queue)\n${body('abcdefg')}`
    const split = `function beta(queue)\n${body('ab')}  rest(queue)\n\nfunction rest(queue)\n${body('cdefg')}`
    const history = statesOf([ALPHA, whole, GAMMA].join('\n'), [ALPHA, split, GAMMA].join('\n'))
    const region = unitRegion('beta', lines(6, 13))
    expect(await judged({ ...history, region })).toBe('drifted, 3/8 at 6-9 by 1')
    expect((await placeInMemory({ ...history, region })).placement?.extracted).toEqual([{ start: 12, end: 16 }])
    // A single common line does not count as extracted.
    const copied = statesOf(
      ALL,
      ALL.replace(BETA, `function beta(queue)\n  log(queue)\n\n${BETA.replace('beta', 'zeta')}`),
    )
    const { placement } = await placeInMemory({
      ...statesOf(ALL, `${ALL}\n${BETA.replace('beta', 'zeta')}`),
      region: betaRegion,
    })
    expect(placement).toMatchObject({ intact: 4, recorded: 4 })
    expect(placement).not.toHaveProperty('extracted')
    expect(await judged({ ...copied, region: betaRegion })).toMatch(/^drifted, 1\/4/u)
  })

  it('tells what was taken out of it with another indentation, and goes on to when a line of that is edited', async () => {
    const body = (indent: string, until = 3): string =>
      `${indent}const data = queue.readAll(first)\n${indent}if (data.version > ${until})\n${indent}refuse(data.version)\n${indent}return data.items\n`
    const whole = `function beta(queue)\n  const first = queue.take()\n${body('    ')}`
    const split = `function beta(queue)\n  const first = queue.take()\n  return rest(queue, first)\n`
    const states = (until?: number): PlacingCase['commits'] => [
      { files: { [FILE]: [ALPHA, whole, GAMMA].join('\n') } },
      { files: { [FILE]: [ALPHA, split, `function rest(queue, first)\n${body('  ', until)}`, GAMMA].join('\n') } },
    ]
    const region = unitRegion('beta', lines(6, 11))
    const extracted = async (commits: PlacingCase['commits']): Promise<unknown> =>
      (await placeInMemory({ commits, region })).placement?.extracted
    expect(await extracted(states())).toEqual([{ start: 11, end: 14 }])
    expect(await extracted(states(4))).toEqual([{ start: 10, end: 14 }])
    // Lines that another unit already had were not moved out of this one.
    const [before, after] = states() as [PlacingCase['commits'][0], PlacingCase['commits'][0]]
    const known = {
      files: { [FILE]: `${before?.files?.[FILE] as string}\nfunction rest(queue, first)\n${body('  ')}` },
    }
    expect(await extracted([known, after])).toBeUndefined()
  })

  it('is where it was inlined to, and not in a unit that only resembles it', async () => {
    const migrate =
      'function migrate(data)\n  data.items = data.entries\n  data.version = CURRENT_VERSION\n  data.entries = NOTHING_AT_ALL\n'
    const inlined = ALPHA.replace(
      '  return socket\n',
      `${migrate.slice(migrate.indexOf('\n') + 1).replaceAll('  ', '    ')}  return socket\n`,
    )
    const region = unitRegion('migrate', lines(6, 9))
    const { placement } = await placeInMemory({
      ...statesOf([ALPHA, migrate, GAMMA].join('\n'), [inlined, GAMMA].join('\n')),
      region,
    })
    expect(placement).toMatchObject({ place: { start: 4, end: 6 }, freshness: 'drifted', anchorMatch: 'line_overlap' })
    expect(placement?.units.map(({ name }) => name)).toEqual(['alpha'])
    const alike = [inlined, migrate, GAMMA].join('\n')
    expect(
      await judged({ ...statesOf(alike, [inlined, GAMMA].join('\n')), region: unitRegion('migrate', lines(9, 12)) }),
    ).toBe('gone')
  })

  it('goes by its lines where it and another unit swapped their names', async () => {
    const swapped = ALL.replace('beta', 'x').replace('gamma', 'beta').replace('x(', 'gamma(')
    const named = async (region: PlacingCase['region']): Promise<readonly unknown[]> => {
      const { placement } = await placeInMemory({ ...statesOf(ALL, swapped), region })
      return [placement?.units.map(({ name }) => name), placement?.place, placement?.extracted]
    }
    expect(await named(betaRegion)).toEqual([['gamma'], { start: 6, end: 9 }, undefined])
    expect(await named(unitRegion('gamma', lines(11, 14)))).toEqual([['beta'], { start: 11, end: 14 }, undefined])
  })

  it('is in the unit of its name and in the one that has its code, where that was put behind the name', async () => {
    const wrapped = ALL.replace(
      BETA,
      `function beta(queue)\n  log(queue)\n  betaNow(queue)\n\n${BETA.replace('beta', 'betaNow')}`,
    )
    const { placement } = await placeInMemory({ ...statesOf(ALL, wrapped), region: betaRegion })
    expect(placement?.units.map(({ name }) => name)).toEqual(['beta'])
    expect(placement?.extracted).toEqual([{ start: 11, end: 13 }])
  })

  it('stays with a unit of which no line is left', async () => {
    const rewritten = ALL.replace(BETA, 'function beta(source, limit)\n  source.read(limit)\n  log(limit)\n')
    expect(await judged({ ...statesOf(ALL, rewritten), region: betaRegion })).toBe('drifted, 0/4 at 6-8 by 1')
  })

  it('follows a unit under another name by its lines, and one that was rewritten and renamed by its steps', async () => {
    const renamed = ALL.replace('beta', 'takeFirst')
    const { placement } = await placeInMemory({ ...statesOf(ALL, renamed), region: betaRegion })
    expect(placement).toMatchObject({ place: { start: 6, end: 9 }, intact: 3, anchorMatch: 'line_overlap' })
    expect(placement?.units.map(({ name }) => name)).toEqual(['takeFirst'])
    const steps = [
      renamed.replace('first.mark()', 'first.mark(now)'),
      renamed.replace('first.mark()', 'first.mark(now)').replace('return first\n', 'return first.value\n'),
      renamed.replace(
        / {2}const first.*return first\n/su,
        '  const x = queue.next()\n  first.mark(now)\n  return first.value\n',
      ),
    ]
    const followed = await placeInMemory({ ...statesOf(ALL, renamed, ...steps), region: betaRegion })
    expect(followed.placement?.units.map(({ name }) => name)).toEqual(['takeFirst'])
    expect(followed.driftedBy).toEqual([4, 3, 2, 1])
  })

  it('is gone with its unit, and never that of a neighbour', async () => {
    expect(await judged({ ...statesOf(ALL, [ALPHA, GAMMA].join('\n')), region: betaRegion })).toBe('gone')
  })

  it('keeps overloads apart by their signatures', async () => {
    const overloads = 'function put(a)\n  one(a)\n\nfunction put(a, b)\n  two(a, b)\n'
    const region = {
      lines: { start: 4, end: 5 },
      ast_anchor: { type: 'function', name: 'put', signature: 'function put(a, b)' },
    }
    const swapped = 'function put(a, b)\n  two(a, b)\n\nfunction put(a)\n  one(a)\n'
    const { placement } = await placeInMemory({ ...statesOf(overloads, swapped), region })
    expect(placement).toMatchObject({ place: { start: 1, end: 2 }, freshness: 'moved', survival: 1 })
    expect(placement?.units).toHaveLength(1)
  })

  it('keeps a unit inside of another apart from one of that name at the top', async () => {
    const nested =
      'class Box\n  method open\n    lid.lift()\n    look(lid)\n\nfunction open\n  dial(home)\n  wait(home)\n'
    const region = { ast_anchor: { type: 'method', name: 'Box::open' } }
    const without = nested.replace('  method open\n    lid.lift()\n    look(lid)\n', '  method shut\n    slam()\n')
    expect(await judged({ ...statesOf(nested, without), region })).toBe('gone')
    const top = { ast_anchor: { type: 'function', name: 'open' } }
    expect(await judged({ ...statesOf(nested, without), region: top })).toContain('3/3')
  })
})

describe('what is no drift', () => {
  it('is an edit of blanks and comments alone, committed or not', async () => {
    const commented = ALL.replace('  first.mark()', '  // Seen once.\n  first.mark()  // by us')
    const once = 'fresh, 4/4 at 6-10'
    expect(await judged({ ...statesOf(ALL, commented), region: betaRegion })).toBe(once)
    expect(await judged({ ...statesOf(ALL), index: { [FILE]: commented }, region: betaRegion })).toBe(once)
  })

  it('is a comment that was changed beside a change of the code by another commit', async () => {
    const commented = ALL.replace('first.mark()', 'first.mark() // by us')
    const changed = commented.replace('return first\n', 'return first.value\n')
    expect(await judged({ ...statesOf(ALL, commented, changed), region: betaRegion })).toMatch(/ by 2$/u)
  })
})

describe('what changed a region', () => {
  it('is every commit, though two changed the same line, and an edit that is not committed', async () => {
    const once = ALL.replace('first.mark()', 'first.mark(1)')
    const twice = ALL.replace('first.mark()', 'first.mark(2)')
    const staged = ALL.replace('first.mark()', 'first.mark(3)')
    expect(await judged({ ...statesOf(ALL, once, twice), region: betaRegion })).toMatch(/ by 2,1$/u)
    expect(await judged({ ...statesOf(ALL, once, twice), index: { [FILE]: staged }, region: betaRegion })).toBe(
      'drifted, 3/4 at 6-9 by uncommitted,2,1',
    )
  })

  it('is a commit that only deleted lines of it', async () => {
    const shorter = ALL.replace('  first.mark()\n', '')
    expect(await judged({ ...statesOf(ALL, shorter), region: betaRegion })).toBe('drifted, 3/4 at 6-8 by 1')
  })

  it('is a commit that deleted its first or its last lines', async () => {
    for (const line of ['function beta(queue)\n', '  return first\n']) {
      expect(await judged({ ...statesOf(ALL, ALL.replace(line, '')), region: lines(6, 9) })).toMatch(
        /^drifted, 3\/4 .*by 1$/u,
      )
      const index = { [FILE]: ALL.replace(line, '') }
      expect(await judged({ ...statesOf(ALL), index, region: lines(6, 9) })).toMatch(/ by uncommitted$/u)
    }
    // The line after the range does not belong to the region.
    expect(await judged({ ...statesOf(ALL, ALL.replace(BETA, `${BETA}x\n`), ALL), region: lines(6, 8) })).toMatch(
      /^fresh, \S+ at \S+$/u,
    )
  })

  it('is not one that changed its neighbours', async () => {
    const first = ALL.replace('socket.wait(30)', 'socket.wait(60)\n  socket.warm()')
    const second = first.replace('first.mark()', 'first.mark(now)')
    const third = second.replace('spare.close()', 'spare.end()')
    expect(await judged({ ...statesOf(ALL, first, second, third), region: betaRegion })).toBe(
      'drifted, 3/4 at 7-10 by 2',
    )
  })

  it('is nothing where a change was taken back', async () => {
    const changed = ALL.replace('first.mark()', 'first.mark(now)')
    expect(await judged({ ...statesOf(ALL, changed, ALL), region: betaRegion })).toBe('fresh, 4/4 at 6-9')
  })

  it('is the commit of a merged branch, and not the merge that took it as it was', async () => {
    const changed = ALL.replace('first.mark()', 'first.mark(now)')
    const commits = [
      { files: { [FILE]: ALL } },
      { files: { [FILE]: changed }, parents: [0] },
      { files: { [FILE]: `${ALL}\nfunction delta\n  rest()\n` }, parents: [0] },
      { files: { [FILE]: `${changed}\nfunction delta\n  rest()\n` }, parents: [2, 1] },
    ]
    expect(await judged({ commits, region: betaRegion })).toBe('drifted, 3/4 at 6-9 by 1')
  })

  it('is a merge that changed the file of a branch, though another side never had it', async () => {
    const commits = [
      { files: { other: 'x\n' } },
      { files: { [FILE]: ALL }, parents: [0] },
      { files: { other: 'y\n' }, parents: [0] },
      { files: { [FILE]: ALL.replace('first.mark()', 'first.mark(now)'), other: 'y\n' }, parents: [1, 2] },
    ]
    expect(await judged({ commits, recordedIn: 1, region: betaRegion })).toMatch(/, 3\/4 .*by 3$/u)
  })

  it('is a merge that made something of both sides', async () => {
    const state = (argument: string): string => ALL.replace('first.mark()', `first.mark(${argument})`)
    const commits = [
      { files: { [FILE]: ALL } },
      { files: { [FILE]: state('ours') }, parents: [0] },
      { files: { [FILE]: state('theirs') }, parents: [0] },
      { files: { [FILE]: state('ours, theirs') }, parents: [1, 2] },
    ]
    expect(await judged({ commits, region: betaRegion })).toMatch(/, 3\/4 .*by 3,2,1$/u)
  })
})

describe('a region about a whole file', () => {
  it('holds as long as the file lives, whatever becomes of its lines', async () => {
    const changed = ALL.replace('first.mark()', 'first.mark(now)')
    expect(await judged({ ...statesOf(ALL, changed), region: {} })).toBe('fresh, 0/0')
    expect(await judged({ ...statesOf(ALL, 'another();\n'), region: {} })).toBe('fresh, 0/0')
    expect(await judged({ ...statesOf(ALL), index: { [FILE]: 'another();\n' }, region: {} })).toBe('fresh, 0/0')
  })

  it('holds for a binary file, which any change leaves nothing of', async () => {
    const bytes = (last: number): Uint8Array => new Uint8Array([0, 1, 10, last])
    const commits = [{ files: { logo: bytes(1) } }, { files: { logo: bytes(2) } }]
    const region = { file: 'logo', lines: { start: 1, end: 1 } }
    expect(await judged({ commits: commits.slice(0, 1), region })).toBe('fresh, 0/0')
    expect(await judged({ commits, region })).toBe('drifted, 0/0 by 1')
    const { placement } = await placeInMemory({ commits, region })
    expect(placement?.survival).toBe(0)
    expect(await judged({ commits, index: { logo: bytes(3) }, region })).toMatch(/ by uncommitted,1$/u)
  })
})
