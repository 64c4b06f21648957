import { onTestFinished } from 'vitest'
import type { FixtureRepository } from '@chronicle/testing'
import { serveLoopback, type Loopback, type Reply } from '../../llm-ai-sdk/test/loopback.ts'
import type { Wire } from '../../llm-ai-sdk/test/wire/wire.ts'

type Settings = Readonly<Record<string, string>>

/** Sets `chronicle.*` in the configuration of a repository. */
export async function configure(repository: FixtureRepository, settings: Settings): Promise<void> {
  for (const [key, value] of Object.entries(settings)) await repository.git('config', `chronicle.${key}`, value)
}

/** Returns the settings for a server that uses a wire. */
export function modelSettings(wire: Wire, { url }: { readonly url: string }): Settings {
  return { provider: wire.provider, model: 'test-model', baseUrl: url + wire.root }
}

/** Starts a server with scripted model replies, for the duration of the test. */
export async function serveReplies(replies: readonly Reply[]): Promise<Loopback> {
  const server = await serveLoopback(replies)
  onTestFinished(() => server.close())
  return server
}

/** Starts such a server and configures the repository to use it. */
export async function serveModel(
  repository: FixtureRepository,
  wire: Wire,
  replies: readonly Reply[],
  settings: Settings = {},
): Promise<Loopback> {
  const server = await serveReplies(replies)
  await configure(repository, { ...modelSettings(wire, server), ...settings })
  return server
}
