import { renderAnswer, type Answers } from '@chronicle/core'
import type { ToolAnswer } from './chronicle-tool.ts'
import { showInvisible } from './show-invisible.ts'

/** The published document, and its markdown. */
export function toolAnswer<O extends Answers[keyof Answers]>(answer: O): ToolAnswer {
  return { document: parseDocument(renderAnswer(answer, 'json')), text: renderAnswer(answer, 'markdown') }
}

/**
 * A document that was rendered as JSON, with absent fields left out and scores rounded as published. Invisible
 * characters are written out, because what was recorded by others must not hide there.
 */
export function parseDocument(json: string): ToolAnswer['document'] {
  return showInvisible(JSON.parse(json) as ToolAnswer['document'])
}
