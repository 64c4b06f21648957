import { groupBy, type ContextPackage, type PackedFile, type PackedPart } from '@chronicle/schema'
import {
  codeSpan,
  commentSyntax,
  escapeUnsafe,
  neutralise,
  neutraliseLines,
  neutralisePath,
  quoteWord,
} from '@chronicle/core/text'

/** The fields of a package that a rendering needs. */
export type RenderedContent = Pick<
  ContextPackage,
  'task' | 'files' | 'tests' | 'recorded' | 'recorded_left_out' | 'dependency_edges'
> & {
  /** The task as displayed. */
  readonly shownTask: string
}

/** Whether hints name commands of the command line, or tools of the MCP server. */
export type ContextRemedies = 'command' | 'tool'

/** Renders a package as Markdown for people and models. */
export function renderMarkdown(content: RenderedContent, remedies: ContextRemedies = 'command'): string {
  const { task, recorded, code, types, tests, edges } = sectionsOf(content, remedies)
  return `${joinSections([task, code, recorded, types, tests, edges])}\n`
}

/** Default template of `renderPrompt`. */
export const DEFAULT_TEMPLATE = '{task}\n\n{context}\n\n{types}\n\n{tests}\n'

/** Renders a package by a template with the placeholders `{task}`, `{context}`, `{types}` and `{tests}`. */
export function renderPrompt(content: RenderedContent, template: string = DEFAULT_TEMPLATE): string {
  const { task, recorded, code, types, tests, edges } = sectionsOf(content)
  const context = joinSections([code, recorded, edges])
  const places: Readonly<Record<string, string>> = { task, context, types, tests }
  // Empty lines are removed after empty placeholders and at the end, but never inside the inserted content.
  const filled = template.replace(/\{(task|context|types|tests)\}\n*/g, (place, name: string) =>
    places[name] === '' ? '' : place,
  )
  return `${filled.trimEnd()}\n`.replace(/\{(task|context|types|tests)\}/g, (_, name: string) => places[name] ?? '')
}

type Section = 'task' | 'recorded' | 'code' | 'types' | 'tests' | 'edges'

/** Returns the sections of a rendering. Sections without content are empty. */
function sectionsOf(
  content: RenderedContent,
  remedies: ContextRemedies = 'command',
): Readonly<Record<Section, string>> {
  const code = content.files.filter((file) => !isTypes(file))
  return {
    task: taskSection(content),
    recorded: recordedSection(content, remedies),
    code: filesSection('## Code', code),
    types: filesSection('## Types and signatures', content.files.filter(isTypes)),
    tests: testsSection(content),
    edges: edgesSection(content),
  }
}

function joinSections(sections: readonly string[]): string {
  return sections.filter((section) => section !== '').join('\n\n')
}

/** Whether a file is included only because other code uses it, with no part to edit. */
function isTypes({ parts }: PackedFile): boolean {
  return parts.length > 0 && parts.every(({ tier }) => tier !== 'primary')
}

function taskSection({ shownTask }: RenderedContent): string {
  return `## Task\n${neutraliseLines(shownTask).join('\n')}`
}

function filesSection(heading: string, files: readonly PackedFile[]): string {
  const shown = files.filter(({ parts }) => parts.length > 0).map(renderFile)
  const named = files.filter(({ parts }) => parts.length === 0)
  const more = named.length === 0 ? [] : [`Also: ${named.map(({ path }) => neutralisePath(path)).join(', ')}`]
  return shown.length + more.length === 0 ? '' : [heading, ...shown, ...more].join('\n')
}

function renderFile({ path, language, parts }: PackedFile): string {
  const mark = commentSyntax(path)?.line[0] ?? '//'
  const body = parts.map((part, index) => renderPart(part, parts, index, mark)).join('\n')
  const fence = '`'.repeat(Math.max(3, longestRun(body) + 1))
  return `### ${neutralisePath(path)}\n${fence}${language ?? ''}\n${body}\n${fence}`
}

function renderPart(part: PackedPart, parts: readonly PackedPart[], index: number, mark: string): string {
  const { detail, lines, text, doc } = part
  if (!isSource(part)) return `${lines.start}: ${text}${doc === undefined ? '' : `  ${mark} ${doc}`}`
  if (continues(parts[index - 1], part) || (detail === 'whole' && parts.length === 1)) return text
  const next = parts.findIndex((each, at) => at > index && !continues(parts[at - 1], each))
  const last = parts.at(next === -1 ? -1 : next - 1) ?? part
  return `@@ ${lines.start}-${last.lines.end}\n${text}`
}

/** Whether a part is the source of its lines, and no signature. */
function isSource({ detail }: PackedPart): boolean {
  return detail === 'whole' || detail === 'body'
}

/** Whether a part is source that follows the source before it without a gap, so that they share a heading. */
function continues(before: PackedPart | undefined, part: PackedPart): boolean {
  return before !== undefined && isSource(before) && isSource(part) && part.lines.start === before.lines.end + 1
}

function longestRun(text: string): number {
  return Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length))
}

/** Maximum number of files to name in a hint. */
const MAX_HINTED = 3

function recordedSection(
  { files, recorded, recorded_left_out: leftOut = 0 }: RenderedContent,
  remedies: ContextRemedies,
): string {
  if (recorded.length === 0) return ''
  const lines = recorded.map(({ path, anchor, kind, text, commit, flagged = false }) => {
    const place = anchor === undefined ? neutralisePath(path) : `${neutralisePath(path)} ${anchor}`
    const what = `${kind.replace('_', ' ')}${flagged ? ', flagged as wrong' : ''}`
    return `- ${what} (${place}, ${commit.slice(0, 8)}): ${neutralise(text)}`
  })
  const packed = files.filter(({ parts }) => parts.length > 0).map(({ path }) => path)
  // Without packed code, notes are of files that the task names.
  const noted = [...new Set(recorded.map(({ path }) => path))]
  const paths = (packed.length === 0 ? noted : packed).slice(0, MAX_HINTED)
  const hint =
    remedies === 'command'
      ? `git chronicle read ${paths.map(quoteWord).join(' ')}`
      : `chronicle_read paths: ${escapeUnsafe(JSON.stringify(paths))}`
  const more = leftOut === 0 ? [] : [`- and ${leftOut} more: ${codeSpan(hint)}`]
  return ['## Recorded about this code', ...lines, ...more].join('\n')
}

function testsSection({ tests }: RenderedContent): string {
  if (tests.length === 0) return ''
  const lines = tests.flatMap(({ path, tests: named }) => [
    `### ${neutralisePath(path)}`,
    ...named.map(({ name, line, assertions }) => {
      const assertionText =
        assertions.length === 0 ? '' : `: ${assertions.map((assertion) => `\`${assertion}\``).join(', ')}`
      return `- ${name} (${line})${assertionText}`
    }),
  ])
  return ['## Tests', ...lines].join('\n')
}

function edgesSection({ dependency_edges: edges }: RenderedContent): string {
  if (edges.length === 0) return ''
  const lines = [...groupBy(edges, ([from]) => from)].map(
    ([from, own]) => `${neutralisePath(from)} → ${own.map(([, to]) => neutralisePath(to)).join(', ')}`,
  )
  return ['## Imports', ...lines].join('\n')
}
