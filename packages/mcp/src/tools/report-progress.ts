import type { CallOptions, Progress } from '@chronicle/core/contracts'
import type { ServerContext } from '@modelcontextprotocol/server'

/**
 * Reports the progress of a call if the client requested it. The protocol requires one increasing number. Each step of
 * a call counts from zero, so the totals of earlier steps are added.
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
    // The client may be disconnected by now; the call then ends through its signal.
    mcpReq.notify({ method: 'notifications/progress', params }).catch(() => undefined)
  }
  return { onProgress }
}
