import { err, ok, type CodedError, type LookupOutput, type Result } from '@chronicle/schema'
import { renderAnswer, namedScorer } from '@chronicle/core'
import { onlyPath } from '../read/find-path.ts'
import type { HookContext } from './hook-context.ts'
import { isNews } from './session-memory.ts'

/** An agent edits some dozens of files in a session, and did not ask. */
const MAX_TOKENS = 600

/** What is recorded about a file. `undefined`: nothing is, or the session has been told. */
export async function beforeEdit(
  path: string,
  { repository, settings, info, dir, call, session }: HookContext,
): Promise<Result<string | undefined, CodedError>> {
  const file = await onlyPath(path, { git: repository.git, repository: info, dir, revision: 'HEAD', call })
  if (file.isErr()) return err(file.error)
  if (file.value === undefined || file.value === '') return ok(undefined)
  const queries = repository.createQueries({
    notesRefs: settings.notesRefs,
    scorer: namedScorer(settings.scorer, { halfLifeDays: settings.recencyHalfLife }),
    depsScanLimit: settings.depsScanLimit,
  })
  // What was withheld is to be asked for by a command, which counts towards the budget.
  const look = { verbose: false, remedies: 'command' } as const
  const { sources } = settings
  const question = { file: file.value, sources, maxTokens: MAX_TOKENS, format: 'markdown', ...look } as const
  const answer = await queries.lookup(question, call)
  if (answer.isErr()) return err(answer.error)
  if (isEmpty(answer.value)) return ok(undefined)
  const text = renderAnswer(answer.value, 'markdown', { ...look, colour: false }).trimEnd()
  return ok((await isNews(info.chronicleDir, session, `${info.worktreeDir ?? ''}\0${text}`)) ? text : undefined)
}

/** Whether there is nothing that the code itself does not say: quotations of comments that stand in it do not count. */
function isEmpty({ regions, stats, cross_cutting: groups, held_by_tests: tests = [] }: LookupOutput): boolean {
  const { dependents, history_steps: steps, open_corrections: open } = stats
  const said = regions.filter(({ comment }) => comment !== 'stands').length
  return said + dependents + steps + open + groups.length + tests.length === 0
}
