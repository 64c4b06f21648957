import { err, ok, type CodedError, type Result } from '@chronicle/schema'
import { nearestNames } from '@chronicle/core'
import { codedError } from '@chronicle/core/contracts'
import { CHRONICLE_TOOLS } from './chronicle-tools.ts'
import type { ChronicleTool } from './chronicle-tool.ts'
import { LEGACY_TOOLS } from './source/legacy-tools.ts'

const PREFIX = 'chronicle_'

/** Names of the tools that are offered by default, in the order of the list. */
export const TOOL_NAMES: readonly string[] = CHRONICLE_TOOLS.map(({ name }) => name)

/** Names of the tools that `read` replaces, which are offered only on request. */
export const LEGACY_TOOL_NAMES: readonly string[] = LEGACY_TOOLS.map(({ name }) => name)

/** Names for groups of tools. */
const GROUPS: ReadonlyMap<string, readonly string[]> = new Map([
  ['default', TOOL_NAMES],
  ['chronicle', TOOL_NAMES.filter((name) => name.startsWith(PREFIX))],
  ['legacy', LEGACY_TOOL_NAMES],
])

/** Names of tool groups, which are valid wherever tool names are. */
export const TOOL_GROUPS: readonly string[] = [...GROUPS.keys()]

const TOOLS: readonly ChronicleTool[] = [...CHRONICLE_TOOLS, ...LEGACY_TOOLS]
const NAMES: readonly string[] = TOOLS.map(({ name }) => name)

/**
 * Returns the tools with the given names: those of `TOOL_NAMES` with or without `chronicle_`, where `read` means `read`
 * itself; `chronicle` for all but `read`; `legacy` and `default` for the whole of either list. Without names, returns
 * the default tools. Fails with `usage` for an unknown name.
 */
export function selectTools(
  names: readonly string[] | undefined,
): Result<readonly ChronicleTool[], CodedError<'usage'>> {
  if (names === undefined) return ok(CHRONICLE_TOOLS)
  const wanted = new Set(names.flatMap((name) => GROUPS.get(name) ?? fullName(name)))
  const unknown = [...wanted].find((name) => !NAMES.includes(name))
  if (unknown === undefined && wanted.size > 0) return ok(TOOLS.filter(({ name }) => wanted.has(name)))
  const [nearest] = unknown === undefined ? [] : nearestNames(unknown, NAMES, 1)
  const hint = nearest === undefined ? '' : ` Did you mean ${nearest}?`
  const problem = unknown === undefined ? 'No tool is named.' : `There is no tool ${JSON.stringify(unknown)}.${hint}`
  const known = `There are: ${TOOL_NAMES.join(', ')}; and legacy, for ${LEGACY_TOOL_NAMES.join(', ')}.`
  return err(codedError('usage', `${problem} ${known}`, { data: { names: NAMES } }))
}

function fullName(name: string): string {
  return NAMES.includes(name) || name.startsWith(PREFIX) ? name : `${PREFIX}${name}`
}
