import { createFixtureRepository, type FixtureRepository } from '@chronicle/testing'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openChronicle } from '../src/index.ts'

/* Of two units with the same body, a diff of the file may take either for the other one. */

const CLOSE = '    def close(self):\n        if self.peer:\n            self.peer.close()\n        self.peer = None\n'
const A = `class A:\n${CLOSE}\n    def name(self):\n        return 'a'\n`
const B = `class B:\n${CLOSE}\n    def title(self):\n        return 'b'\n`
const RULE = 'Closing it twice is fine.'

let repository: FixtureRepository
beforeEach(async () => {
  repository = await createFixtureRepository()
  await repository.commitFiles('Begin', { 'm.py': `${A}\n\n${B}` })
  await using chronicle = openChronicle({ dir: repository.dir, cacheDir: false })
  const rule = { file: 'm.py', intent: 'Peers go.', constraints: [RULE] }
  const regions = ['A::close', 'A::name'].map((anchor) => ({ ...rule, anchor }))
  ;(await chronicle.record({ regions }))._unsafeUnwrap()
})
afterEach(() => repository.dispose())

/** Returns the places, among these, of which the rule is told by a lookup, a read and a summary. */
async function placesTold(...places: readonly (readonly [file: string, anchor: string])[]): Promise<unknown> {
  await using chronicle = openChronicle({ dir: repository.dir, cacheDir: false })
  const told: string[][] = []
  for (const [file, anchor] of places) {
    const lookup = (await chronicle.lookup({ file, anchor }))._unsafeUnwrap()
    const read = (await chronicle.read({ files: [file], anchor }))._unsafeUnwrap()
    const summary = (await chronicle.summary({ file, anchor }))._unsafeUnwrap()
    const rules = [lookup.regions, read.regions, summary.units].map((all) =>
      all.flatMap(({ constraints }) => constraints.map(({ text }) => text)),
    )
    for (const each of rules) if (each.length > 0) told.push([file, anchor])
  }
  return told.map((each) => each.join(':'))
}

const thrice = (...places: readonly string[]): readonly string[] => places.flatMap((each) => [each, each, each])

it('a rule stays with its unit when two classes change places', async () => {
  await repository.commitFiles('Turn them', { 'm.py': `${B}\n\n${A}` })
  expect(await placesTold(['m.py', 'A::close'], ['m.py', 'B::close'], ['m.py', 'A::name'])).toEqual(
    thrice('m.py:A::close', 'm.py:A::name'),
  )
})

it('a rule goes to another file with its class, and not to the class that stays', async () => {
  await repository.commitFiles('Split it', { 'm.py': B, 'a.py': A })
  const places = [
    ['m.py', 'B::close'],
    ['a.py', 'A::close'],
    ['a.py', 'A::name'],
  ] as const
  expect(await placesTold(...places)).toEqual(thrice('a.py:A::close', 'a.py:A::name'))
  await repository.commitFiles('Edit both', { 'm.py': `# Part B.\n${B}`, 'a.py': `# Part A.\n${A}` })
  expect(await placesTold(...places)).toEqual(thrice('a.py:A::close', 'a.py:A::name'))
})

it('a rule goes with its class, and not to the class that stays', async () => {
  await repository.commitFiles('Edit before', { 'm.py': `# Parts.\n${A}\n\n${B}` })
  await repository.commitFiles('Leave A out', { 'm.py': `# Parts.\n${B}` })
  await repository.commitFiles('Edit after', { 'm.py': `# Part B.\n${B}` })
  expect(await placesTold(['m.py', 'B::close'])).toEqual([])
})

it('a unit of a renamed class keeps its rule beside one with the same body', async () => {
  await repository.commitFiles('Rename A', { 'm.py': `${A.replace('class A', 'class First')}\n\n${B}` })
  expect(await placesTold(['m.py', 'First::close'], ['m.py', 'B::close'])).toEqual(thrice('m.py:First::close'))
})

it('a rule goes along with a unit that takes the name of one like it', async () => {
  const greet = (name: string, more = ''): string =>
    `def ${name}(peer):\n    peer.open()\n    peer.say('hello')\n${more}    peer.wait()\n    peer.read()\n    return peer\n`
  const more = '    peer.keep_alive()\n'
  await repository.commitFiles('Greet', { 'm.py': `${greet('connect')}\n\n${greet('dial', more)}` })
  await using chronicle = openChronicle({ dir: repository.dir, cacheDir: false })
  const rule = { file: 'm.py', anchor: 'dial', intent: 'Peers sleep.', constraints: [RULE] }
  ;(await chronicle.record({ regions: [rule] }))._unsafeUnwrap()
  await repository.commitFiles('Connect as dial did', { 'm.py': greet('connect', more) })
  expect(await placesTold(['m.py', 'connect'])).toEqual(thrice('m.py:connect'))
})

it('a rule goes along with a class that takes the name of another one', async () => {
  await using chronicle = openChronicle({ dir: repository.dir, cacheDir: false })
  const rule = { file: 'm.py', anchor: 'B::close', intent: 'Peers go.', constraints: [RULE] }
  ;(await chronicle.record({ regions: [rule] }))._unsafeUnwrap()
  await repository.commitFiles('Let B be A', { 'm.py': B.replace('class B', 'class A') })
  expect(await placesTold(['m.py', 'A::close'])).toEqual(thrice('m.py:A::close'))
})
