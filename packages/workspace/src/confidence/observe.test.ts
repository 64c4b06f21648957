import { createTreeSitterParser } from '@chronicle/ast-tree-sitter'
import { createGitCli } from '@chronicle/git-cli'
import { createFixtureRepository } from '@chronicle/testing'
import { afterAll, expect, it } from 'vitest'
import { readMainline } from './mainline.ts'
import { followStatements, type Observation } from './observe.ts'
import { sampleStatements } from './sample-statements.ts'

const before = `export function send(bytes) {
  const size = bytes.length
  // Callers must never send before the handshake of the socket has finished.
  return socket.write(bytes, size)
}

export function stop() {
  // The timer must always be cleared before the socket is closed.
  return socket.end()
}
`
const after = `export function send(bytes) {
  const size = bytes.byteLength
  // Callers must never send anything before the handshake of the socket has finished.
  return socket.write(bytes, size)
}

export function stop() {
  return socket.end()
}
`

const repository = await createFixtureRepository()
const git = createGitCli({ dir: repository.dir })
await repository.commitFiles('start', { 'src/old.js': 'export const nothing = 0\n' })
await repository.commitFiles('add', { 'src/socket.js': before, 'test/socket.test.js': before })
await repository.rename('src/socket.js', 'src/stream.js')
await repository.commit('rename')
for (let i = 0; i < 48; i++) await repository.commit(`step ${i}`)
await repository.commitFiles('edit', { 'src/stream.js': after })
await repository.remove('src/stream.js')
await repository.commit('delete')
const mainline = await readMainline(repository.dir)
const statements = await sampleStatements(git, mainline, { rules: 10, intents: 10 }, 1)
const followed = await followStatements('fixture', { git, ast: createTreeSitterParser() }, mainline, statements)
const observations = followed.observations
const gone = followed.gone
await git.close()

afterAll(() => repository.dispose())

it('reads the mainline with what it did to source files', () => {
  expect(mainline).toHaveLength(53)
  expect(mainline[2]?.changes).toMatchObject([{ path: 'src/stream.js', from: 'src/socket.js', added: [] }])
  expect(mainline[52]?.changes).toMatchObject([{ path: 'src/stream.js', deleted: true, added: [] }])
})

it('draws the sentences that a commit added to its own code, not to tests', () => {
  expect(statements.map(({ path, kind, text }) => [path, kind, text]).sort()).toEqual([
    ['src/socket.js', 'constraint', 'Callers must never send before the handshake of the socket has finished.'],
    ['src/socket.js', 'constraint', 'The timer must always be cleared before the socket is closed.'],
  ])
})

it('tells a rule that was reworded slightly from one that is gone, and leaves its own line out of the share', () => {
  const of = (unit: string): Observation | undefined => observations.find(({ source }) => source.unit === unit)
  expect(observations).toHaveLength(2)
  // One of five lines was changed, and the comment line does not count: three of four lines are intact.
  expect(of('send')).toMatchObject({ horizon: 50, stillThere: true, intact: 0.75, anchorMatch: 'exact' })
  expect(of('stop')).toMatchObject({ horizon: 50, stillThere: false, intact: 1, anchorMatch: 'exact' })
})

it('counts deleted code, and makes no observation of it', () => {
  expect(gone).toBe(2)
})
