/** A comment or string. `innerStart` and `innerEnd` bound what a string holds; a comment has none. */
export interface TextPiece {
  readonly innerStart?: number
  readonly innerEnd?: number
  /** Offset after it. */
  readonly end: number
}
