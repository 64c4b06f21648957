import { omitEmpty } from '@chronicle/schema'
import type { AstUnit } from '@chronicle/core/contracts'
import type { Language, Node, Tree, TreeCursor } from 'web-tree-sitter'
import type { UnitDraft, NodeResult, LanguageRules, Place, Rule } from '../rules/rule.ts'
import { signatureOf, skipAttributes } from './signature.ts'

/** Rules indexed by node type id. */
export type RuleTable = readonly (Rule | undefined)[]

/** Indexes the rules of a language by node type id. Keywords also have type names, but no rules. */
export function createRuleTable(language: Language, rules: LanguageRules): RuleTable {
  return language.types.map((type, id) =>
    Object.hasOwn(rules, type) && language.nodeTypeIsNamed(id) ? rules[type] : undefined,
  )
}

/** One level of the walk: the children of one node. */
interface Frame extends Place {
  scope: string
  /** The start of the enclosing wrapper, used by the first definition in it. */
  readonly opening: Opening | undefined
  /** Rows of the comments and attributes directly above, if any. */
  doc: Rows | undefined
}

interface Rows {
  readonly first: number
  readonly last: number
}

interface Opening {
  readonly row: number
  /** Offset at which its text starts, after decorators. */
  readonly index: number
  /**
   * Offset at which its first definition starts. The text before it is part of the signatures of all its definitions.
   */
  prefixEnd: number | undefined
}

/**
 * Finds the units of a tree, outer before inner. It visits only node types that have rules, keeps its own stack, and
 * also visits error nodes, in which whole definitions survive.
 */
export function walkTree(tree: Tree, source: string, table: RuleTable, scope = ''): WalkedTree {
  const units: AstUnit[] = []
  const root: Frame = {
    value: undefined,
    source,
    scope,
    owner: undefined,
    local: false,
    wrapper: undefined,
    opening: undefined,
    doc: undefined,
  }
  const frames: Frame[] = [root]
  const cursor = tree.walk()
  try {
    let more = cursor.gotoFirstChild()
    while (more) {
      const frame = frames.at(-1) ?? root
      const entered = visit(cursor, frame, table, units)
      if (entered !== undefined && frames.length < MAX_DEPTH && cursor.gotoFirstChild()) {
        frames.push(entered)
        continue
      }
      more = cursor.gotoNextSibling()
      while (!more && frames.length > 1) {
        cursor.gotoParent()
        frames.pop()
        more = cursor.gotoNextSibling()
      }
    }
  } finally {
    cursor.delete()
  }
  return { units: withoutRepeatedVariables(inSourceOrder(units)), fileScope: root.scope }
}

export interface WalkedTree {
  readonly units: readonly AstUnit[]
  /** The scope at the end of the file: `namespace App;`. */
  readonly fileScope: string
}

/** Sorts units by first line, outer before inner. */
export function inSourceOrder(units: readonly AstUnit[]): readonly AstUnit[] {
  return units.toSorted((a, b) => a.lines.start - b.lines.start || b.lines.end - a.lines.end)
}

/** Maximum nesting depth. Deeper code was not written by people, and names would grow with every level. */
const MAX_DEPTH = 200

/** Handles the node under the cursor. Returns the frame for its children if they are to be visited. */
function visit(cursor: TreeCursor, frame: Frame, table: RuleTable, units: AstUnit[]): Frame | undefined {
  const typeId = cursor.nodeTypeId
  const rule = typeId === ERROR_TYPE_ID ? 'inside' : table[typeId]
  if (rule === 'comment' || rule === 'attribute') {
    frame.doc = joinDoc(frame.doc, cursor, frame.source, rule)
    return undefined
  }
  const above = frame.doc
  frame.doc = undefined
  if (rule === undefined) return undefined
  if (rule === 'inside') return frameFor(frame, above && rowsDirectlyAbove(above, cursor.startPosition.row))
  const node = cursor.currentNode
  const startRow = node.startPosition.row
  const doc = above && rowsDirectlyAbove(above, startRow)
  const found = rule === 'wrapper' ? rule : rule(node, frame)
  if (found === undefined) return undefined
  if (found === 'inside') return frameFor(frame, doc)
  const firstRow = doc?.first ?? startRow
  if (found === 'wrapper') return wrapperFrame(frame, node, firstRow)
  for (const draft of found.units) if (!NAMELESS.test(draft.name)) units.push(unitOf(draft, node, frame, firstRow))
  return frameAfter(found, frame)
}

/** Where a name is missing, the grammar inserts an empty one. */
const NAMELESS = /(?:^|::)$/u

/** Node type of text that could not be parsed. */
const ERROR_TYPE_ID = 65_535

function rowsDirectlyAbove(rows: Rows, row: number): Rows | undefined {
  return row <= rows.last + 1 ? rows : undefined
}

/**
 * Properties are written out because there is a frame for every statement, and spreading took longer than the rest of
 * the visit.
 */
function frameFor({ source, scope, owner, local, value }: Frame, doc: Rows | undefined): Frame {
  return { source, scope, owner, local, value, wrapper: undefined, opening: undefined, doc }
}

function wrapperFrame(frame: Frame, node: Node, firstRow: number): Frame {
  const opening = frame.opening ?? { row: firstRow, index: skipAttributes(node), prefixEnd: undefined }
  const { source, scope, owner, local, value } = frame
  return { source, scope, owner, local, value, wrapper: node, opening, doc: undefined }
}

function frameAfter(found: NodeResult, frame: Frame): Frame | undefined {
  if (found.followingScope !== undefined) frame.scope = found.followingScope
  if (found.inside === undefined) return undefined
  const { scope, owner, local, value = frame.value } = found.inside
  return { source: frame.source, scope, owner, local, value, wrapper: undefined, opening: undefined, doc: undefined }
}

function unitOf(draft: UnitDraft, node: Node, { source, opening }: Frame, firstRow: number): AstUnit {
  const first = opening !== undefined && opening.prefixEnd === undefined
  if (first) opening.prefixEnd = node.startIndex
  const start = first ? opening.row : firstRow
  const signature = signatureOf(node, draft, source, opening)
  return {
    type: draft.type,
    name: draft.name,
    ...omitEmpty({ signature }),
    lines: { start: start + 1, end: Math.max(start, lastRow(node, source)) + 1 },
  }
}

/** Returns the row of a node's last visible character. Some grammars extend nodes into the next line. */
function lastRow(node: Node, source: string): number {
  let row = node.endPosition.row
  for (let index = node.endIndex - 1; index > node.startIndex; index--) {
    const code = source.charCodeAt(index)
    if (code === LINE_FEED) row--
    else if (code !== SPACE && code !== TAB && code !== CARRIAGE_RETURN) break
  }
  return row
}

/** Adds a comment or attribute to those above the next definition, or starts a new group. */
function joinDoc(
  doc: Rows | undefined,
  cursor: TreeCursor,
  source: string,
  mark: 'comment' | 'attribute',
): Rows | undefined {
  const { row } = cursor.startPosition
  if (mark === 'comment') {
    const index = cursor.startIndex
    if (!startsLine(source, index) || ENCLOSING_DOC_PREFIXES.some((sign) => source.startsWith(sign, index)))
      return undefined
  }
  const end = cursor.endPosition
  const last = end.column === 0 && end.row > row ? end.row - 1 : end.row
  return { first: doc !== undefined && row <= doc.last + 1 ? doc.first : row, last }
}

/** Comments about the enclosing code: Rust's inner documentation, and a script's interpreter line. */
const ENCLOSING_DOC_PREFIXES = ['//!', '/*!', '#!'] as const

function startsLine(source: string, index: number): boolean {
  for (let at = index - 1; at >= 0; at--) {
    const code = source.charCodeAt(at)
    if (code === LINE_FEED) return true
    if (code !== SPACE && code !== TAB) return false
  }
  return true
}

const TAB = 9
const LINE_FEED = 10
const CARRIAGE_RETURN = 13
const SPACE = 32

/** Keeps only the first assignment of a variable that is assigned several times. */
function withoutRepeatedVariables(units: readonly AstUnit[]): readonly AstUnit[] {
  const seen = new Set<string>()
  return units.filter(({ type, name }) => {
    if (type !== 'variable' && type !== 'constant' && type !== 'field') return true
    const repeated = seen.has(name)
    seen.add(name)
    return !repeated
  })
}
