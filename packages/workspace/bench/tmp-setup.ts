import { busiestFiles, cloneBundles } from './bundles.ts'
import { ANNOTATED_COMMITS, annotateFiles } from './synthetic-notes.ts'
const clones = await cloneBundles('/tmp/w')
for (const clone of clones) { const f = await busiestFiles(clone.dir, 4); await annotateFiles(clone, f, ANNOTATED_COMMITS); console.log(clone.name, clone.dir, f.join(' ')) }
