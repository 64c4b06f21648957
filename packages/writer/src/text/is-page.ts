const PAGE = /\.(?:md|mdx|rst|adoc|txt|tex)$/i
/** Change logs, lists of authors, licences, and texts by other people. */
const NOT_OF_AUTHORS =
  /(?:^|\/)(?:change(?:s|log)?|history|news|authors|contributors|maintainers|release[-_ ]?notes|licen[sc]e|copying|notice)\b[^/]*$|(?:^|\/)(?:node_modules|vendor|vendored|third[_-]?party|external|fixtures?|testdata|snapshots?|locales?)\//i

/** Returns whether a file is a page of prose that the project's authors write for readers, judged by its path. */
export function isPage(path: string): boolean {
  return PAGE.test(path) && !NOT_OF_AUTHORS.test(path)
}
