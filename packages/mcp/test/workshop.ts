import { createFixtureRepository, type FixtureRepository } from '@chronicle/testing'
import { openChronicle, type Chronicle, type OpenOptions } from '@chronicle/node'

const CLIENT = `/** Talks to the broker. */
export class Client {
  host = ''

  connect(): void {
    dial(this.host)
  }

  close(): void {}
}

export function helper(): number {
  return 1
}
`

/** Source of every kind that reads encounter. */
const FILES: Parameters<FixtureRepository['write']>[0] = {
  'src/client.ts': CLIENT,
  'src/server.ts': 'export function helper(): number {\n  return 2\n}\n',
  'ten.txt': Array.from({ length: 10 }, (_, index) => `line ${index + 1}\n`).join(''),
  'wide.txt': `${'x'.repeat(300)}\nend`,
  'empty.txt': '',
  'crlf.txt': 'one\r\ntwo\r\n',
  'hidden.ts': 'const admin = "user\u202e \u2066// only\u2069 \u2066"\n\tconst s = "a\rb"\n',
  'latin1.txt': Uint8Array.from([0xe4, 10]),
  'binary.bin': Uint8Array.from([0, 1, 2]),
  'broken.ts': 'export function fine(): void {}\n\nexport function broken( {\n',
  'policy.rs': 'pub struct Policy;\n\nimpl Policy {\n    fn next(&self) {}\n}\n',
  'link-out': { symlink: '../outside.txt' },
}

/** An open repository with source files. */
export interface Workshop {
  readonly repository: FixtureRepository
  readonly chronicle: Chronicle
}

export async function createWorkshop(options: Partial<OpenOptions> = {}): Promise<Workshop> {
  const repository = await createFixtureRepository()
  await repository.commitFiles('One', FILES)
  return { repository, chronicle: openChronicle({ dir: repository.dir, ...options }) }
}

export async function disposeWorkshop({ repository, chronicle }: Workshop): Promise<void> {
  await chronicle.close()
  await repository.dispose()
}
