/** The value of one case, and the cluster of the case. */
export interface ClusteredValue {
  readonly cluster: string
  readonly value: number
}

/** A mean and its confidence interval. */
export interface BootstrapInterval {
  readonly mean: number
  readonly low: number
  readonly high: number
  /**
   * The unit of resampling: clusters, or single cases if there is only one cluster. A single cluster says nothing about
   * others.
   */
  readonly drawn: 'clusters' | 'cases'
  readonly samples: number
}

/** Options for resampling. */
export interface BootstrapOptions {
  /** Returns numbers in [0, 1). */
  readonly random: () => number
  /** Default 10,000. */
  readonly samples?: number | undefined
  /** Default 0.95. */
  readonly confidence?: number | undefined
}

/**
 * Returns the mean of some values with a percentile bootstrap interval that resamples whole clusters. Cases of one
 * repository are alike, so resampling single cases would overstate the precision. Returns `undefined` for no values.
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
