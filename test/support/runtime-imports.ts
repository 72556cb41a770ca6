import { readFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { root } from '#scripts/steps'

const { imports }: { imports: Record<string, string> } = JSON.parse(
  readFileSync(join(root, 'package.json'), 'utf8'),
)
const aliases = Object.entries(imports)

/** Resolves an import such as `#module/file` with the `imports` of package.json. */
function resolveAlias(specifier: string): string {
  for (const [alias, target] of aliases) {
    const [before = '', after] = alias.split('*')
    if (after === undefined ? specifier === alias : specifier.startsWith(before))
      return join(root, target.replace('*', specifier.slice(before.length)))
  }
  throw new Error(`package.json does not name ${specifier}`)
}

/** Finds the imports of a file. Leaves out type-only imports. */
function findRuntimeImports(file: string): string[] {
  const text = readFileSync(file, 'utf8').replace(/^(import|export) type [^;]*?from '[^']*'$/gm, '')
  const imports =
    /^(?:import|export)\b[^']*? from '([^']+)'$|^import '([^']+)'$|\bimport\('([^']+)'\)/gm
  return [...text.matchAll(imports)].map(([, ...groups]) => groups.find(Boolean) ?? '')
}

export interface RuntimeImports {
  /** The files of the project, by their paths from its root. */
  files: string[]
  /** The packages, each with the first file that imports it. */
  packages: Map<string, string>
}

/** Collects all direct and indirect imports of a file. Leaves out type-only imports. */
export function collectRuntimeImports(entry: string): RuntimeImports {
  const packages = new Map<string, string>()
  const visited = new Set<string>()
  const queue = [join(root, entry)]
  for (let file = queue.pop(); file !== undefined; file = queue.pop()) {
    if (visited.has(file)) continue
    visited.add(file)
    for (const specifier of findRuntimeImports(file)) {
      if (isBuiltin(specifier)) continue
      if (specifier.startsWith('.')) queue.push(join(dirname(file), specifier))
      else if (specifier.startsWith('#')) queue.push(resolveAlias(specifier))
      else {
        const name = specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/')
        if (!packages.has(name)) packages.set(name, relative(root, file))
      }
    }
  }
  return { files: [...visited].map((file) => relative(root, file)).sort(), packages }
}
