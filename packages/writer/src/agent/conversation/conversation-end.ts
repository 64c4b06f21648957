import type { GitError, ModelError, RedactError } from '@chronicle/core/contracts'

/** How a conversation ended. What was emitted in it is in the findings. */
export type ConversationEnd =
  | {
      /**
       * `done`: the model said that it was done or that there is nothing to record. `silent`: it ended without either,
       * twice. The others cut it off: its answer became too long, it used all turns, it used all tokens, or it refused.
       */
      readonly end: 'done' | 'silent' | 'max_tokens' | 'max_turns' | 'token_budget' | 'refused'
      /** The model's last text. */
      readonly text: string
      /** Whether the model called no tool at all. */
      readonly calledNothing?: boolean
    }
  | { readonly end: 'failed'; readonly error: GitError | ModelError | RedactError }
