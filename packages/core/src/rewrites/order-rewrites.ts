import type { CommitId } from '@chronicle/schema'
import type { Rewrite } from './rewrite.ts'

/**
 * Sorts rewrites into layers in which they depend on one another: a layer reads what earlier layers wrote. Rewrites
 * with the same target are merged; a commit that replaced itself is omitted. A cycle, which a reset can cause, is
 * entered at the rewrite named first.
 */
export function orderRewrites(rewrites: readonly Rewrite[]): readonly (readonly Rewrite[])[] {
  let waiting = joinTargets(rewrites)
  const layers: (readonly Rewrite[])[] = []
  while (waiting.length > 0) {
    const targets = new Set(waiting.map(({ to }) => to))
    const ready = waiting.filter(({ from }) => !from.some((id) => targets.has(id)))
    const layer = ready.length > 0 ? ready : waiting.slice(0, 1)
    layers.push(layer)
    const done = new Set(layer)
    waiting = waiting.filter((each) => !done.has(each))
  }
  return layers
}

function joinTargets(rewrites: readonly Rewrite[]): readonly Rewrite[] {
  const byTarget = new Map<CommitId, Rewrite>()
  for (const { from, to, operation } of rewrites) {
    const known = byTarget.get(to)
    const all = [...new Set([...(known?.from ?? []), ...from])].filter((id) => id !== to)
    if (all.length === 0) continue
    // A rewrite takes precedence over a copy of the same commit: its sources are gone.
    const kept = known === undefined || known.operation === 'copy' ? operation : known.operation
    byTarget.set(to, { from: all, to, operation: kept === 'copy' ? 'copy' : all.length > 1 ? 'squash' : kept })
  }
  return [...byTarget.values()]
}
