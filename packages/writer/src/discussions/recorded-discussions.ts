import {
  omitUndefined,
  parseRepoPath,
  type Annotation,
  type Evidence,
  type Region,
  type RepoPath,
} from '@chronicle/schema'
import type { MergedChange, Remark } from '@chronicle/core/contracts'
import type { CommitDiscussion, PlacedThread } from './commit-discussion.ts'

/** Maximum number of remarks per commit. */
const MAX_REMARKS = 200

/**
 * Returns the quotations that an annotation contains from the discussions of its commit, each as a remark with its URL
 * and author. An import stores no other text of the discussions, so the surrounding remarks are missing.
 */
export function recordedDiscussions({ regions }: Pick<Annotation, 'regions'>): readonly CommitDiscussion[] {
  const changes = new Map<string, { readonly remarks: Remark[]; readonly threads: PlacedThread[] }>()
  const seen = new Set<string>()
  for (const region of regions) {
    for (const [address, remarks] of groupByChange(region.evidence)) {
      const fresh = remarks.filter(({ url, author, text }) => {
        const key = JSON.stringify([url, author.name, text])
        return seen.size < MAX_REMARKS && !seen.has(key) && seen.add(key)
      })
      if (fresh.length === 0) continue
      const change = changes.get(address) ?? { remarks: [], threads: [] }
      changes.set(address, change)
      const path = filePath(region)
      const aboutWhole = fresh.filter(({ url }) => path === undefined || url === address)
      change.remarks.push(...aboutWhole)
      const rest = fresh.filter((remark) => !aboutWhole.includes(remark))
      if (path !== undefined && rest.length > 0) change.threads.push(threadAt(path, region, rest))
    }
  }
  return [...changes].map(([url, { remarks, threads }]) => ({
    change: changeAt(url),
    whole: { template: new Set<string>(), remarks },
    threads,
  }))
}

/** Skips quotations without a URL or an author, which cite nothing. */
function groupByChange(evidence: readonly Evidence[]): ReadonlyMap<string, readonly Remark[]> {
  const groups = new Map<string, Remark[]>()
  for (const { kind, quote, url, author } of evidence) {
    if (kind !== 'discussion' || quote === undefined || author === undefined) continue
    if (url === undefined || !/^https?:\/\/\S+$/.test(url)) continue
    const address = url.replace(/#.*$/, '')
    const program = /\[bot\]$/i.test(author)
    const remark: Remark = { author: { name: author, program }, at: 0, url, text: quote }
    groups.set(address, [...(groups.get(address) ?? []), remark])
  }
  return groups
}

/** Returns the path of a region's file. `undefined`: the region is about a folder or the whole commit. */
function filePath({ file }: Region): RepoPath | undefined {
  return file === undefined || file.endsWith('/') ? undefined : parseRepoPath(file).unwrapOr(undefined)
}

function threadAt(path: RepoPath, { lines }: Region, remarks: readonly Remark[]): PlacedThread {
  return { path, thread: { remarks }, ...omitUndefined({ lines }) }
}

/** Title and description are not stored as such. What was quoted from them is among the remarks. */
function changeAt(url: string): MergedChange {
  const [, kind, number = '0'] = /\/(pull|merge_requests)\/(\d+)$/.exec(url) ?? []
  const label = kind === undefined ? url : `${kind === 'pull' ? '#' : '!'}${number}`
  const nobody = { name: '', program: false }
  return { number: Number(number), label, url, title: '', description: '', author: nobody, mergedAt: 0, revision: '' }
}
