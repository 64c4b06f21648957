import type { RegionBlock } from '../format/region-blocks.ts'

/**
 * An answer ready to be laid out. Every text is one neutralised line, except that of a block: recorded text as it
 * stands, which the layout neutralises.
 */
export interface Page {
  /** What was asked: `Dependents of src/a.rs — connect`. */
  readonly title: string
  /** Why there is nothing to show. Absent where something is. */
  readonly absence?: string
  /** Whether recorded text follows, so that the page says what it is. Default: unless there is an `absence`. */
  readonly isData?: boolean
  /** What to know before the rest: ambiguity, diagnostics. */
  readonly preamble: readonly PageBlock[]
  readonly sections: readonly PageSection[]
  /** How the answer was obtained; empty where the absence says it. */
  readonly stats: string
}

/** A part of a page. Without a heading it follows the one before without a break. */
export interface PageSection {
  readonly heading?: string
  /** Facts about what the heading names, on one line. */
  readonly facts?: readonly string[]
  readonly blocks: readonly PageBlock[]
}

/** A labelled text or list, or a list of things with more to say about each. */
export type PageBlock = (RegionBlock | PageItems) & {
  readonly tone?: 'warning' | 'accent'
  /** Markdown prints the label without marks: where many texts are short, a tenth of the budget would go to asterisks. */
  readonly isPlain?: true
}

/** A list without a label, of two levels. All texts are neutralised lines. */
export interface PageItems {
  readonly items: readonly { readonly text: string; readonly below: readonly string[] }[]
}
