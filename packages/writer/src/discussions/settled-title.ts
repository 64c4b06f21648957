/** Marks of an unfinished change in a title, which are obsolete after the merge. */
const UNFINISHED =
  /^(?:\s*(?:\[(?:wip|draft|do not merge|dnm)\]|\((?:wip|draft)\)|(?:wip|draft)\s*:))+\s*|(?<!\s)\s*[[(](?:wip|draft)[\])]\s*$/gi

/** Returns the title of a merged change without the marks of an unfinished one. */
export function settledTitle(title: string): string {
  const settled = title.replace(UNFINISHED, '')
  return settled === '' ? title : settled
}
