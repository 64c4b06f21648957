import { renderAnswer, type Answers } from '@chronicle/core'
import type { ToolAnswer } from './chronicle-tool.ts'

/** The published document, and its markdown. */
export function toolAnswer<O extends Answers[keyof Answers]>(answer: O): ToolAnswer {
  return { document: parseDocument(renderAnswer(answer, 'json')), text: renderAnswer(answer, 'markdown') }
}

/** A document that was rendered as JSON, with absent fields left out and scores rounded as published. */
export function parseDocument(json: string): Readonly<Record<string, unknown>> {
  return JSON.parse(json) as Readonly<Record<string, unknown>>
}
