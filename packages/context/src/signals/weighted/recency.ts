import { ok, safeTry, type RepoPath } from '@chronicle/schema'
import { checkAborted } from '../../failure.ts'
import { signal, type Signal } from '../signal.ts'

/** Number of commits to read at a time, newest first. */
const BATCH = 500

/**
 * Scores files by the time of their last change: 0 for the oldest known commit, 1 for the newest. Reads each known
 * commit at most once, and stops as soon as every file has a time.
 */
export const recencySignal: Signal = signal('recency', ({ snapshot, call }) =>
  safeTry(async function* () {
    const { commits, files } = snapshot
    const newest = [...commits.ids].reverse()
    const times = new Map<RepoPath, number>()
    let oldestTime = Infinity
    let newestTime = -Infinity
    for (let from = 0; from < newest.length; from += BATCH) {
      yield* checkAborted(call.signal)
      const ids = newest.slice(from, from + BATCH)
      const facts = yield* commits.read(ids, call)
      for (const id of ids) {
        const commit = facts.get(id)
        if (commit === undefined) continue
        oldestTime = Math.min(oldestTime, commit.time)
        newestTime = Math.max(newestTime, commit.time)
        for (const path of commit.files) {
          if (snapshot.file(path) === undefined) continue
          const known = times.get(path)
          if (known === undefined || known < commit.time) times.set(path, commit.time)
        }
      }
      if (times.size === files.length && from + BATCH < newest.length) {
        const last = newest.slice(-1)
        for (const { time } of (yield* commits.read(last, call)).values()) oldestTime = Math.min(oldestTime, time)
        break
      }
    }
    const range = newestTime - oldestTime
    if (!(range > 0)) return ok(new Map())
    const scores = new Map<RepoPath, number>()
    for (const [path, time] of times) if (time > oldestTime) scores.set(path, (time - oldestTime) / range)
    return ok(scores)
  }),
)
