import { createPaint } from '../host/paint.ts'
import type { ContextReceipt } from '@chronicle/schema'
import { correctCommand } from '../annotate/advice-lines.ts'
import { oneLine } from '../host/one-line.ts'

/** Formats the context kept for the next commit, for people. */
export function formatContext(
  { advice = [], context }: ContextReceipt,
  { empty, colour }: { readonly empty: string; readonly colour: boolean },
): string {
  if (context === undefined) return `${empty}\n`
  const label = (text: string): string => createPaint(colour)('gray', text)
  const lines = [`For the next commit, until ${context.expires}:`]
  const add = (name: string, text: string | undefined): void => {
    if (text !== undefined && text !== '') lines.push(`  ${label(`${name}:`.padEnd(14))}${oneLine(text)}`)
  }
  add('task', context.task)
  add('reasoning', context.reasoning)
  for (const line of (context.dependencies ?? '').split('\n')) add('dependency', line)
  for (const { approach, reason } of context.rejected) add('rejected', `${approach}: ${reason}`)
  for (const { id, text, place, kind = 'note', on } of context.notes) {
    const words = on === undefined ? text : `${on}: ${text}`
    add(kind, `[${id}] ${place === undefined ? words : `${words} (${place})`}`)
  }
  add('tags', context.tags.join(', '))
  add('squashed from', context.squash_sources.join(', '))
  for (const { message, where, correct } of advice) {
    add('look again', message)
    const id = /^note (\w+)$/.exec(where ?? '')?.[1]
    if (id !== undefined) lines.push(`      git chronicle note --remove ${id}`)
    if (correct !== undefined) lines.push(`      ${correctCommand(correct, 'WHY')}`)
  }
  return `${lines.join('\n')}\n`
}
