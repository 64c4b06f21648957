/**
 * Returns the milliseconds that the processor works for this process while `work` runs. On a busy machine a clock also
 * counts what others do.
 */
export function processorTime(work: () => unknown): number {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}
