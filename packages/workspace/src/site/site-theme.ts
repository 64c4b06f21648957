import { DefaultTheme, PageEvent, ReflectionKind, type Models, type NavigationElement, type Renderer } from 'typedoc'

/** TypeDoc's theme, changed so that everything can be reached by keyboard and screen reader. */
export class SiteTheme extends DefaultTheme {
  constructor(renderer: Renderer) {
    super(renderer)
    renderer.on(PageEvent.END, (page) => {
      page.contents &&= reachableTables(withoutLinksInSummaries(page.contents))
    })
  }

  /** The navigation goes no deeper than modules. Each module's page lists its names. */
  override buildNavigation(project: Models.ProjectReflection): NavigationElement[] {
    return super.buildNavigation(project).map(withoutNames)
  }
}

function withoutNames({ children, ...element }: NavigationElement): NavigationElement {
  if (children === undefined || element.kind === ReflectionKind.Module) return element
  return { ...element, children: children.map(withoutNames) }
}

/** Removes the permalinks from the `<summary>` elements of a page. The headings in them keep their anchors. */
export function withoutLinksInSummaries(html: string): string {
  return html.replaceAll(/<summary[ >][^]*?<\/summary>/g, (summary) =>
    summary.replaceAll(/<a [^>]*class="tsd-anchor-icon"[^]*?<\/a>/g, ''),
  )
}

/** Wraps tables, so that the keyboard can scroll a table that is wider than the page. */
export function reachableTables(html: string): string {
  return html
    .replaceAll('<table>', '<div class="wide" role="group" aria-label="Table" tabindex="0"><table>')
    .replaceAll(/(<div class="wide"[^>]*><table>[^]*?<\/table>)/g, '$1</div>')
}
