import type { RepoPath } from '@chronicle/schema'
import { describe, expect, it } from 'vitest'
import type { RankedSymbol } from '../rank/rank-symbols.ts'
import { analyseTask } from '../task/analyse-task.ts'
import { namedUnits } from './named-units.ts'

const NAMES = [
  'Session',
  'Session::send',
  'Adapter::send',
  'Mixin::rebuild_proxies',
  'close',
  'a::sendAll',
  'b::sendAll',
]
const ranked = [...NAMES, 'c::sendEach', 'd::sendEach', 'e::sendEach', 'f::sendEach'].map(
  (name, index): RankedSymbol => ({
    ...{ path: 'a.py' as RepoPath, index, score: 0, breakdown: {} },
    symbol: { name, kind: 'function', lines: { start: index + 1, end: index + 1 }, references: {} },
  }),
)

describe('the units that a task names', () => {
  it.each([
    ['Fix rebuild_proxies', ['Mixin::rebuild_proxies']],
    ['Fix Session.rebuild_proxies.', ['Mixin::rebuild_proxies']],
    ['Session.send() is slow', ['Session::send']],
    ['Adapter#send and Session::send', ['Adapter::send', 'Session::send']],
    ['`send` is slow', ['Session::send', 'Adapter::send']],
    ['close the session, then send', []],
    ['`close` fails', ['close']],
    ['Rebuild_Proxies', []],
    ['sendAll', ['a::sendAll', 'b::sendAll']],
    ['sendEach', []],
    ['The title\n\nFix rebuild_proxies', []],
  ])('%j', (task, expected) => {
    expect(namedUnits(analyseTask(task), ranked).map(({ symbol }) => symbol.name)).toEqual(expected)
  })
})
