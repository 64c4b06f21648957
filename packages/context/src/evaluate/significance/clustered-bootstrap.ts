/** A value of one case, and the cluster that the case is one of. */
export interface ClusteredValue {
  readonly cluster: string
  readonly value: number
}

/** A mean and how sure it is. */
export interface BootstrapInterval {
  readonly mean: number
  readonly low: number
  readonly high: number
  /** What was drawn: clusters, or single cases where there is one cluster alone, which says nothing of others. */
  readonly drawn: 'clusters' | 'cases'
  readonly samples: number
}

/** How to draw. */
export interface BootstrapOptions {
  /** Numbers in [0, 1). */
  readonly random: () => number
  /** Default 10,000. */
  readonly samples?: number
  /** Default 0.95. */
  readonly confidence?: number
}

/**
 * The mean of some values with a percentile bootstrap interval that draws whole clusters: cases of one repository are
 * alike, so drawing them one by one would promise more than the data hold. `undefined` for no values.
 */
export function clusteredBootstrap(
  values: readonly ClusteredValue[],
  { random, samples = 10_000, confidence = 0.95 }: BootstrapOptions,
): BootstrapInterval | undefined {
  if (values.length === 0) return undefined
  const clusters = new Map<string, { sum: number; count: number }>()
  for (const { cluster, value } of values) {
    const known = clusters.get(cluster)
    if (known === undefined) clusters.set(cluster, { sum: value, count: 1 })
    else {
      known.sum += value
      known.count++
    }
  }
  const single = clusters.size === 1
  const units = single ? values.map(({ value }) => ({ sum: value, count: 1 })) : [...clusters.values()]
  const means = new Float64Array(samples)
  for (let sample = 0; sample < samples; sample++) {
    let [sum, count] = [0, 0]
    for (let draw = 0; draw < units.length; draw++) {
      const unit = units[Math.floor(random() * units.length)]
      sum += unit?.sum ?? 0
      count += unit?.count ?? 0
    }
    means[sample] = sum / count
  }
  means.sort()
  const at = (share: number): number => means[Math.min(samples - 1, Math.max(0, Math.floor(share * samples)))] ?? 0
  const tail = (1 - confidence) / 2
  return {
    mean: values.reduce((sum, { value }) => sum + value, 0) / values.length,
    low: at(tail),
    high: at(1 - tail),
    drawn: single ? 'cases' : 'clusters',
    samples,
  }
}
