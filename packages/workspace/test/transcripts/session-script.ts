/** One event in a session. */
export type Step =
  /** The person types. A sentence that is a reason is enclosed in a tag named after the commit that it belongs to. */
  | { readonly say: string }
  /** The model answers. */
  | { readonly reply: string }
  /** The model writes a whole file. */
  | { readonly write: string; readonly text: string }
  /** The model replaces a text in a file. */
  | { readonly edit: string; readonly from: string; readonly to: string }
  /** The model runs a command that prints something. */
  | { readonly run: string; readonly prints: string }
  /** The model reads a file or page with this content. */
  | { readonly look: string; readonly finds: string }
  /** The agent program inserts text in the person's name: a reminder, a command, a summary, a hook. */
  | {
      readonly injected: string
      readonly as: 'reminder' | 'command' | 'summary' | 'hook' | 'meta' | 'interrupted' | 'agent'
    }
  /** The working tree is committed, by the model or by hand. */
  | { readonly commit: string; readonly subject: string; readonly by?: 'hand' }
  /** Files are restored to their committed state. */
  | { readonly discard: true }
  /** Minutes pass. */
  | { readonly wait: number }

/** A scripted session with an agent. */
export interface SessionScript {
  readonly agent: 'claude-code' | 'codex'
  readonly id: string
  /** RFC 3339. */
  readonly start: string
  readonly steps: readonly Step[]
}

const REASON = /<(\w+)>(.*?)<\/\1>/gu

/** Returns a step as the person saw it, without tags. */
export function untagged(step: Step): Step {
  return 'say' in step ? { say: step.say.replace(REASON, '$2') } : step
}

/** Returns the reasons that a step states. */
export function reasonsIn(step: Step): readonly { readonly sentence: string; readonly commit: string }[] {
  const found = 'say' in step ? step.say.matchAll(REASON) : []
  return Array.from(found, ([, commit = '', sentence = '']) => ({ sentence, commit }))
}
