import type { GitError, ModelError, RedactError } from '@chronicle/core/contracts'

/** What a conversation came to, beside what was emitted in it. */
export type ConversationEnd =
  | {
      /**
       * `done`: the model said that it was, or that there is nothing. `silent`: it ended without either, twice.
       * The others cut it off: its answer became too long, it had its turns, the tokens were spent, it refused.
       */
      readonly end: 'done' | 'silent' | 'max_tokens' | 'max_turns' | 'token_budget' | 'refused'
      /** What it said last. */
      readonly text: string
      /** It called no tool at all. */
      readonly calledNothing?: boolean
    }
  | { readonly end: 'failed'; readonly error: GitError | ModelError | RedactError }
