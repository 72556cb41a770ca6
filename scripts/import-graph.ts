import { dirname, join, normalize } from 'node:path/posix'

/**
 * Returns the files that use the file with this path: they import it, start it as a process, or
 * contain its name or its folder.
 */
export type ImportGraph = (path: string) => readonly string[]

const modulePattern = /\.[cm]?[jt]sx?$/
export const isModule = (path: string) => modulePattern.test(path)

/**
 * Builds the graph of the modules of the project. Imports of types are no edges,
 * because the type check covers them.
 *
 * @param texts    the text of each module, by its path from the root
 * @param files    all files of the project
 * @param aliases  the `imports` of package.json and the `paths` of tsconfig.json
 */
export function buildImportGraph(
  texts: ReadonlyMap<string, string>,
  files: readonly string[],
  aliases: Readonly<Record<string, string>>,
): ImportGraph {
  const users = new Map<string, Set<string>>()
  const readers = new Map<string, Set<string>>()
  const names = new Set(files.flatMap((path) => [path, ...namesOf(path)]))
  const add = (map: Map<string, Set<string>>, key: string, path: string) => {
    const paths = map.get(key)
    if (paths === undefined) map.set(key, new Set([path]))
    else paths.add(path)
  }
  for (const [path, text] of texts) {
    for (const specifier of findImports(text)) {
      const target = resolveImport(path, specifier, aliases)
      if (target !== undefined) add(users, target, path)
    }
    for (const literal of findPaths(text))
      for (const target of [literal.replace(/^(\.\.?\/)+/, ''), join(dirname(path), literal)])
        if (target !== path && names.has(target)) add(readers, target, path)
  }
  return (path) => {
    const readersOf = [path, ...namesOf(path)].flatMap((name) => [...(readers.get(name) ?? [])])
    return [...new Set([...(users.get(path) ?? []), ...readersOf])]
  }
}

/**
 * Returns the texts by which a module can refer to a file that it reads: the name of the file, or a folder.
 * Returns nothing for a module, because only its path refers to it.
 */
function namesOf(path: string): string[] {
  if (isModule(path)) return []
  const parts = path.split('/')
  const folders = parts.slice(1).map((_part, index) => parts.slice(0, index + 1).join('/'))
  return [parts.at(-1) ?? '', ...folders]
}

function findImports(text: string): string[] {
  const code = text.replace(/^(?:import|export) type [^;]*?from '[^']*'$/gm, '')
  return [...code.matchAll(/(?:\bfrom|^import) '([^']+)'|\bimport\(\s*'([^']+)'/gm)].map(
    ([, from, dynamic]) => from ?? dynamic ?? '',
  )
}

/** Finds the string literals that can be paths, except those of imports. */
const findPaths = (text: string): string[] =>
  [...text.replace(/\bfrom '[^']*'/g, '').matchAll(/(['"`])((?:[\w@.-]+\/)*[\w@.-]+)\/?\1/g)].map(
    ([, , path]) => path ?? '',
  )

function resolveImport(
  from: string,
  specifier: string,
  aliases: Readonly<Record<string, string>>,
): string | undefined {
  if (specifier.startsWith('.')) return join(dirname(from), specifier)
  for (const [alias, target] of Object.entries(aliases)) {
    const [before = '', after] = alias.split('*')
    if (after === undefined ? specifier === alias : specifier.startsWith(before))
      return normalize(target.replace('*', specifier.slice(before.length)))
  }
  return undefined
}
