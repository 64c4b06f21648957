import { omitUndefined } from '@chronicle/schema'

/** Waits up to twice the given time, because two processes that collided would otherwise collide again. */
export async function sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
  const { setTimeout: wait } = await import('node:timers/promises')
  // eslint-disable-next-line no-restricted-properties -- what waits takes the whole function as an argument
  const share = 1 + Math.random()
  await wait(milliseconds * share, undefined, omitUndefined({ signal })).catch(
    // After an abort, the next step reports it.
    () => undefined,
  )
}
