import { err, ok, type CodedError, type Result } from '@chronicle/schema'
import { nearestNames } from '@chronicle/core'
import { codedError } from '@chronicle/core/contracts'
import { CHRONICLE_TOOLS } from './chronicle-tools.ts'
import type { ChronicleTool } from './chronicle-tool.ts'

const PREFIX = 'chronicle_'

/** The names of all tools, in the order in which they are offered. */
export const TOOL_NAMES: readonly string[] = CHRONICLE_TOOLS.map(({ name }) => name)

/** The tools of the given names, with or without `chronicle_`; all of them without names. `usage` for a wrong name. */
export function selectTools(
  names: readonly string[] | undefined,
): Result<readonly ChronicleTool[], CodedError<'usage'>> {
  if (names === undefined) return ok(CHRONICLE_TOOLS)
  const wanted = new Set(names.map((name) => (name.startsWith(PREFIX) ? name : `${PREFIX}${name}`)))
  const unknown = [...wanted].find((name) => !TOOL_NAMES.includes(name))
  if (unknown === undefined && wanted.size > 0) return ok(CHRONICLE_TOOLS.filter(({ name }) => wanted.has(name)))
  const [nearest] = unknown === undefined ? [] : nearestNames(unknown, TOOL_NAMES, 1)
  const hint = nearest === undefined ? '' : ` Did you mean ${nearest}?`
  const said = unknown === undefined ? 'No tool is named.' : `There is no tool ${JSON.stringify(unknown)}.${hint}`
  return err(codedError('usage', `${said} There are: ${TOOL_NAMES.join(', ')}.`, { data: { names: TOOL_NAMES } }))
}
