import { readFileSync } from 'node:fs'
import { type Application, Converter, MinimalSourceFile, ReflectionKind } from 'typedoc'
import { entrySources, publishedPackages } from '../checks/workspace-packages.ts'

/**
 * Names each module of the reference after its import specifier, and adds the README of a package to its first module.
 */
export function describeModules(app: Application, readmeOf: (shortName: string) => string): void {
  const modules = new Map(
    publishedPackages().flatMap((pkg) =>
      [...entrySources(pkg)].map(([path, source]) => {
        const name = `${pkg.manifest.name}${path.slice(1)}`
        return [source.replaceAll('\\', '/'), { name, readme: path === '.' ? readmeOf(pkg.shortName) : undefined }]
      }),
    ),
  )
  app.converter.on(Converter.EVENT_RESOLVE_BEGIN, (context) => {
    for (const module of context.project.getChildrenByKind(ReflectionKind.Module)) {
      const source = context.project.files.getReflectionPath(module)
      const described = source === undefined ? undefined : modules.get(source)
      if (described === undefined) throw new Error(`No entry point is known for ${module.name}`)
      module.name = described.name
      if (described.readme === undefined) continue
      const file = new MinimalSourceFile(readFileSync(described.readme, 'utf8'), described.readme as never)
      module.readme = context.converter.parseRawComment(file, context.project.files).content
    }
  })
}
