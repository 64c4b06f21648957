import type { CallOptions, Progress } from '@chronicle/core/contracts'
import type { ServerContext } from '@modelcontextprotocol/server'

/**
 * Tells the client how far a call is, if it asked to be told. The protocol wants one number that grows; the steps of a
 * call each count from zero, so what earlier steps came to is added.
 */
export function reportProgress({ mcpReq }: ServerContext): Pick<CallOptions, 'onProgress'> {
  const progressToken = mcpReq._meta?.progressToken
  if (progressToken === undefined) return {}
  let step: string | undefined
  let before = 0
  let latest = 0
  const onProgress = (report: Progress): void => {
    if (report.step !== step) {
      before = latest
      step = report.step
    }
    const progress = before + report.done
    if (progress <= latest) return
    latest = progress
    const total = report.total === undefined ? {} : { total: before + report.total }
    const params = { progressToken, progress, ...total, message: report.step }
    // A client that is gone by now is told nothing; the call ends through its signal.
    mcpReq.notify({ method: 'notifications/progress', params }).catch(() => undefined)
  }
  return { onProgress }
}
