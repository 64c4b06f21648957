const PAGE = /\.(?:md|mdx|rst|adoc|txt|tex)$/i
/** Lists of what changed or who did it, texts of licences, and what others wrote. */
const NOT_OF_AUTHORS =
  /(?:^|\/)(?:change(?:s|log)?|history|news|authors|contributors|maintainers|release[-_ ]?notes|licen[sc]e|copying|notice)\b[^/]*$|(?:^|\/)(?:node_modules|vendor|vendored|third[_-]?party|external|fixtures?|testdata|snapshots?|locales?)\//i

/** Returns whether a file is a page of prose that the authors of a project write for its readers, by its path. */
export function isPage(path: string): boolean {
  return PAGE.test(path) && !NOT_OF_AUTHORS.test(path)
}
