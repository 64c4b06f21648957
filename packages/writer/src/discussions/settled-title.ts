/** Marks by which a title says that the change is not finished, which is over once it is merged. */
const UNFINISHED =
  /^(?:\s*(?:\[(?:wip|draft|do not merge|dnm)\]|\((?:wip|draft)\)|(?:wip|draft)\s*:))+\s*|\s*[[(](?:wip|draft)[\])]\s*$/gi

/** Returns the title of a merged change, without the marks of one that is not finished. */
export function settledTitle(title: string): string {
  const settled = title.replace(UNFINISHED, '')
  return settled === '' ? title : settled
}
