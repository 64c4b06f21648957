import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { repetitions } from '../../../workspace/src/testing/repetitions.ts'
import { useHookSpool } from './hook-spool.ts'
import { installHooks } from './install-hooks.ts'
import { inspect, PRELUDE, sh, START } from './run-scenario.ts'

const RUNS = repetitions(4, 10)
const FILES = ['a.ts', 'b.ts', 'c.ts', 'd.ts', 'e.ts'] as const

/** A random action on a branch. Numbers choose among the existing files or commits. */
type Step =
  | { readonly kind: 'add'; readonly file: number }
  | { readonly kind: 'amend' | 'reword' | 'onto'; readonly file: number }
  | { readonly kind: 'swap' | 'squash' | 'fixup' | 'drop' | 'split'; readonly at: number }
  | { readonly kind: 'soft' | 'hard'; readonly count: number }
  | { readonly kind: 'pick'; readonly at: number }

const number = fc.nat({ max: 9 })
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('add' as const), file: number }) },
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constantFrom('amend' as const, 'reword' as const, 'onto' as const), file: number }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constantFrom('swap' as const, 'squash' as const, 'fixup' as const, 'drop' as const, 'split' as const),
      at: number,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constantFrom('soft' as const, 'hard' as const),
      count: fc.integer({ min: 1, max: 3 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('pick' as const), at: number }) },
)

/** `todo AWK` runs an interactive rebase of all commits, with its plan edited by awk; a conflict aborts it. */
const TODO = `
todo() {
  printf '%s\\n' '#!/bin/sh' "awk '$1' \\"\\$1\\" > \\"$work/todo\\"; cp \\"$work/todo\\" \\"\\$1\\"" > "$work/seq"
  chmod +x "$work/seq"
  GIT_SEQUENCE_EDITOR="$work/seq" git rebase -q -i start 2>/dev/null || git rebase --abort
}
`

const spool = await useHookSpool()

test('no content is lost, whatever is done to a branch', async () => {
  const done = new Map<string, number>()
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 14 }), async (steps) => {
      const work = await mkdtemp(join(tmpdir(), 'chronicle-random-'))
      const errorsBefore = spool.errorTexts.length
      try {
        const dir = join(work, 'r')
        await sh(
          `${PRELUDE}begin r\n${START}for each in d e; do echo "// $each" > $each.ts; done; ci more; git tag start`,
          work,
          work,
        )
        await installHooks(dir, spool.self)
        const run = (script: string) => sh(`${PRELUDE}${TODO}${script}`, dir, work, { CHRONICLE_HOOKS: 'wait' })
        const branch = new Branch(run)
        await branch.add(0)
        for (const each of steps) {
          if (await branch.take(each)) done.set(each.kind, (done.get(each.kind) ?? 0) + 1)
        }
        const end = await inspect(dir, work, [])
        expect(spool.errorTexts.slice(errorsBefore)).toEqual([])
        expect(end.wrong).toEqual([])
        const once = end.found.map((found) => found.split(/[@?]/u)[0])
        // Each annotation is on the branch exactly once, unless its commit was dropped; then it is at least still where
        // it was.
        expect([...once].sort()).toEqual([...new Set(once)].sort())
        expect(new Set([...once, ...end.left])).toEqual(new Set(branch.units))
        expect(end.left.filter((unit) => !branch.givenUp.has(unit))).toEqual([])
      } finally {
        await rm(work, { recursive: true, force: true })
      }
    }),
    { numRuns: RUNS },
  )
  // A run without rewrites would prove nothing.
  expect(done.size).toBeGreaterThan(6)
})

/** A branch that is changed at random, and its annotations. */
class Branch {
  readonly units: string[] = []
  /** Units whose commits were dropped. */
  readonly givenUp = new Set<string>()
  readonly #run: (script: string) => Promise<string>
  readonly #droppedCommits: string[] = []

  constructor(run: (script: string) => Promise<string>) {
    this.#run = run
  }

  async add(file: number): Promise<void> {
    const unit = `unit${this.units.length}x`
    this.units.push(unit)
    await this.#run(`add ${unit} ${FILES[file % FILES.length] ?? 'a.ts'}`)
  }

  /** Returns whether the step was possible. */
  async take(step: Step): Promise<boolean> {
    const commits = (await this.#run('git rev-list --reverse start..HEAD')).split('\n').filter((id) => id !== '')
    const before = commits.at(-1)
    switch (step.kind) {
      case 'add':
        await this.add(step.file)
        return true
      case 'amend':
        if (commits.length > 0) await this.#run(`top ${fileOf(step.file)}; git commit -q -a --amend --no-edit`)
        break
      case 'reword':
        if (commits.length > 0) await this.#run(`git commit -q --amend -m 'in other words ${step.file}'`)
        break
      case 'onto':
        await this.#run(
          `git checkout -q -b up start; top ${fileOf(step.file)}; ci up; git checkout -q main; if git rebase -q up 2>/dev/null; then git tag -f start up >/dev/null; else git rebase --abort; fi; git branch -q -D up`,
        )
        break
      case 'swap':
        await this.#todo(
          commits,
          step.at,
          (n) => `NR==${n}{held=$0;next} {print} NR==${n + 1}{print held;held=""} END{if(held!="")print held}`,
        )
        break
      case 'squash':
      case 'fixup':
        if (commits.length > 1) {
          await this.#todo(commits.slice(1), step.at, (n) => `NR==${n + 1}{sub(/^pick/,"${step.kind}")} {print}`)
        }
        break
      case 'drop':
        await this.#giveUp(commits[step.at % Math.max(1, commits.length)], () =>
          this.#todo(commits, step.at, (n) => `NR==${n}{next} {print} END{print "noop"}`),
        )
        break
      case 'split':
        if (commits.length > 0) {
          await this.#run(
            'git reset -q HEAD^; for each in $(git diff --name-only); do git add "$each"; git commit -q -m "part of $each"; done',
          )
        }
        break
      case 'soft':
        if (step.count <= commits.length)
          await this.#run(`git reset -q --soft HEAD~${step.count}; git commit -q --allow-empty -m again`)
        break
      case 'hard':
        if (step.count > commits.length) break
        for (const commit of commits.slice(-step.count)) await this.#giveUp(commit)
        await this.#run(`git reset -q --hard HEAD~${step.count}`)
        break
      case 'pick': {
        const source = this.#droppedCommits[step.at % Math.max(1, this.#droppedCommits.length)]
        if (source !== undefined)
          await this.#run(`git cherry-pick ${source} >/dev/null 2>&1 || git cherry-pick --abort`)
        break
      }
    }
    return (await this.#run('git rev-parse HEAD')).trim() !== before
  }

  async #todo(commits: readonly string[], at: number, program: (line: number) => string): Promise<void> {
    if (commits.length > 0) await this.#run(`todo '${program((at % commits.length) + 1)}'`)
  }

  async #giveUp(commit: string | undefined, act: () => Promise<void> = () => Promise.resolve()): Promise<void> {
    if (commit === undefined) return
    const note = await this.#run(`git notes --ref=chronicle show ${commit} 2>/dev/null || :`)
    await act()
    this.#droppedCommits.push(commit)
    for (const [, unit = ''] of note.matchAll(/"intent":"why (\w+)"/gu)) this.givenUp.add(unit)
  }
}

function fileOf(file: number): string {
  return FILES[file % FILES.length] ?? 'a.ts'
}
