import { afterAll } from 'vitest'
import { createFixtureRepository, type FixtureRepository } from '@chronicle/testing'
import type { CommitId } from '@chronicle/schema'
import { annotate } from './run-chronicle.ts'

const CLIENT = `use std::io;

/// Talks to the broker.
pub struct MqttClient {
    url: String,
}

impl MqttClient {
    /// Connects, and gives up after some attempts.
    pub fn connect(&self, attempts: u32) -> io::Result<()> {
        for _ in 0..attempts {
            self.dial()?;
        }
        Ok(())
    }

    fn dial(&self) -> io::Result<()> {
        Ok(())
    }

    pub fn close(&self) {}
}
`

const POOL = `export function acquire(limit: number): number {
  return Math.min(limit, 4)
}

export class Pool {
  acquire(): void {}
  release(): void {}
}
`

/** A repository with annotated history, and its commits by purpose. */
export interface Station {
  readonly repository: FixtureRepository
  readonly dir: string
  readonly first: CommitId
  readonly retry: CommitId
  readonly pool: CommitId
}

/**
 * Creates four commits: a client, a text file annotated by inference, retries in the client, linked to the first, and a
 * pool that depends on them.
 */
export async function createStation(): Promise<Station> {
  const repository = await createFixtureRepository()
  const { dir } = repository
  const first = await repository.commitFiles('Add the client', {
    'src/client.rs': CLIENT.replace('attempts: u32', '').replace(/ {8}for[^]*?\n {8}\}\n/u, '        self.dial()?;\n'),
  })
  await annotate(dir, {
    summary: 'A client for the broker',
    regions: [
      { file: 'src/client.rs', anchor: 'close', intent: 'Lets go of the socket', tags: ['lifecycle'] },
      { file: 'src/client.rs', anchor: 'MqttClient', intent: 'One client per process', tags: ['design'] },
    ],
  })
  await repository.commitFiles('Add the runbook', { 'docs/runbook.txt': 'Restart the broker.\nThen wait.\n' })
  await annotate(dir, {
    context_level: 'inferred',
    summary: 'A runbook',
    regions: [{ file: 'docs/runbook.txt', lines: '1:2', intent: 'What to do at night', tags: ['ops'] }],
  })

  const retry = await repository.commitFiles('Retry', { 'src/client.rs': CLIENT })
  await annotate(dir, {
    summary: 'Retry instead of failing',
    regions: [
      {
        file: 'src/client.rs',
        anchor: 'connect',
        intent: 'Survive a restart of the broker',
        reasoning: 'Half of the alarms were restarts that took less than a second.',
        constraints: ['Give up before the watchdog does, which is after 5 s'],
        tags: ['reliability'],
        risk_notes: 'A broker that accepts and drops keeps this busy.',
        rejected_alternatives: [{ approach: 'retry for ever', reason: 'the watchdog' }],
        related_annotations: [{ commit: first, anchor: 'MqttClient', relationship: 'follows from' }],
      },
    ],
  })

  const pool = await repository.commitFiles('Add a pool', { 'src/pool.ts': POOL })
  await annotate(dir, {
    summary: 'Share connections',
    regions: [
      {
        file: 'src/pool.ts',
        anchor: 'Pool.acquire',
        intent: 'Hands out at most four connections',
        semantic_dependencies: [
          { file: 'src/client.rs', anchor: 'MqttClient::connect', nature: 'expects it to fail within 5 s' },
        ],
      },
    ],
    cross_cutting: [
      { description: 'Timeouts', regions: ['src/client.rs:MqttClient::connect', 'src/pool.ts:Pool::acquire'] },
    ],
  })
  return { repository, dir, first, retry, pool }
}

/** Creates the station of a test file, and disposes of it after its tests. */
export async function useStation(): Promise<Station> {
  const station = await createStation()
  afterAll(() => station.repository.dispose())
  return station
}
