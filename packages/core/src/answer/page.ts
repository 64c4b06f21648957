import type { RegionBlock } from '../format/region-blocks.ts'

/**
 * An answer ready for layout. Every text is one neutralised line, except in a block: recorded text is unchanged, and
 * the layout neutralises it.
 */
export interface Page {
  /** The question: `Dependents of src/a.rs — connect`. */
  readonly title: string
  /** Why there is nothing to show. Absent if there is something. */
  readonly absence?: string
  /** Whether recorded text follows and the page must say so. Default: true if there is no `absence`. */
  readonly isData?: boolean
  /** Information to read first: ambiguity, diagnostics. */
  readonly preamble: readonly PageBlock[]
  readonly sections: readonly PageSection[]
  /** How the answer was obtained. Empty if `absence` says it. */
  readonly stats: string
}

/** A part of a page. Without a heading it continues the previous section. */
export interface PageSection {
  readonly heading?: string
  /** Facts about the subject of the heading, on one line. */
  readonly facts?: readonly string[]
  readonly blocks: readonly PageBlock[]
}

/** A labelled text or list, or a list of items with further lines below each. */
export type PageBlock = (RegionBlock | PageItems) & {
  readonly tone?: 'warning' | 'accent'
  /** Markdown prints the label without marks: with many short texts, asterisks would take a tenth of the budget. */
  readonly isPlain?: true
}

/** A list of two levels without a label. All texts are neutralised lines. */
export interface PageItems {
  readonly items: readonly { readonly text: string; readonly below: readonly string[] }[]
}
