import { anthropicWire } from './anthropic.ts'
import { compatibleWire } from './compatible.ts'
import { googleWire } from './google.ts'
import { openaiWire } from './openai.ts'
import type { Wire } from './wire.ts'

/** The wire formats of all supported APIs. */
export const wires: readonly Wire[] = [
  anthropicWire,
  openaiWire,
  googleWire,
  compatibleWire('openrouter', 'OPENROUTER_API_KEY'),
  compatibleWire('ollama', 'OLLAMA_API_KEY'),
]
