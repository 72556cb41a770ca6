import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { iconsPath } from './icons.ts'

const virtual = '\0icons'

/**
 * Replaces the icon library by one module for each icon of the generated file, so that the first page loads only its own
 * icons. The icons of other pages load with them.
 */
export function iconsPlugin(): Plugin {
  const file = readFileSync(join(import.meta.dirname, '../..', iconsPath), 'utf8')
  const icons = new Map(
    [...file.matchAll(/^export const (\w+) = .*$/gm)].map(([line, name = '']) => [name, line]),
  )
  const factory = file
    .slice(0, file.indexOf('\nexport const '))
    .replace('const icon =', 'export const icon =')
  return {
    name: 'icons',
    enforce: 'pre',
    resolveId: (id) =>
      id === '@tabler/icons-react' ? virtual : id.startsWith(virtual) ? id : undefined,
    load(id) {
      if (!id.startsWith(virtual)) return undefined
      const name = id.slice(virtual.length + 1)
      const line = icons.get(name)
      const code =
        name === ''
          ? [...icons.keys()]
              .map((each) => `export { ${each} } from '${virtual}/${each}'`)
              .join('\n')
          : line === undefined
            ? factory
            : `import { icon } from '${virtual}/icon'\n${line}`
      return { code, moduleType: 'ts', moduleSideEffects: false }
    },
  }
}
