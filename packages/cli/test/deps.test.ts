import { createFixtureRepository } from '@chronicle/testing'
import { afterAll, expect, test } from 'vitest'
import { annotate, chronicle } from './run-chronicle.ts'

const NET = `export class Client {
  connect(): void {}
  close(): void {}
}

export class Pool {
  connect(): void {}
}

export function connect(): Client {
  return new Client()
}
`

const repository = await createFixtureRepository()
afterAll(() => repository.dispose())
const gone = NET.replace('  close', '  gone(): void {}\n  close')
await repository.commitFiles('Add', { 'net/net.ts': gone, 'app/app.ts': 'export function run() {}\n' })
const on = (anchor: string, nature: string): object => ({ file: 'net/net.ts', anchor, nature })
await annotate(repository.dir, {
  summary: 'Runs',
  regions: [
    {
      file: 'app/app.ts',
      anchor: 'run',
      intent: 'Runs it',
      semantic_dependencies: [
        on('Client', 'on the type'),
        on('Client::connect', 'on the method'),
        on('Client.gone', 'on a method that is gone'),
        on('connect', 'on the function'),
        on('Pool::connect', 'on another method'),
        on('', 'on the file'),
        on('', "import { connect } from '../net/net.ts'"),
        on('', "import { Client } from '../net/net.ts'"),
        on('', "import * as net from '../net/net.ts'"),
      ],
    },
  ],
})
await repository.commitFiles('Remove gone', { 'net/net.ts': NET })

const ANY = ['on the file', "import * as net from '../net/net.ts'"]
const CLIENT = "import { Client } from '../net/net.ts'"
const CONNECT = "import { connect } from '../net/net.ts'"

test.each<[string, readonly string[]]>([
  ['net/net.ts:Client', ['on the type', 'on the method', 'on a method that is gone', CLIENT, ...ANY]],
  ['net/net.ts:Client::connect', ['on the method', CLIENT, ...ANY]],
  ['net/net.ts:2', ['on the method', CLIENT, ...ANY]],
  ['net/net.ts:Client::close', [CLIENT, ...ANY]],
  ['net/net.ts:Pool', ['on another method', ...ANY]],
  ['net/net.ts:10', ['on the function', CONNECT, ...ANY]],
])('what depends on %s', async (place, natures) => {
  // Like `read`, `lookup` of lines also covers the code around them.
  for (const name of /\d$/u.test(place) ? ['deps'] : ['deps', 'lookup']) {
    const { code, stdout } = await chronicle(repository.dir, [name, place, '--format', 'json'])
    const { dependents } = JSON.parse(stdout) as { readonly dependents: readonly { readonly nature: string }[] }
    const found = dependents.map(({ nature }) => nature)
    expect([code, found.toSorted()]).toEqual([0, [...natures].toSorted()])
  }
})

test('on the whole file: all of them', async () => {
  const { stdout } = await chronicle(repository.dir, ['deps', 'net/net.ts', '--format', 'json'])
  expect(JSON.parse(stdout)).toMatchObject({ stats: { dependents_found: 9 } })
})
