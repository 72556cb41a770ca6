import { dirname, join } from 'node:path/posix'

/*
 * The house has floors, and a file may use its own room and the floors below, only through a #door.
 * This reads the imports of all files and says which of them break that rule.
 */

/** From the ground up. A room may lean on those before it. To add a room, put it in its place here. */
// biome-ignore format: one floor a line
const layers = [
  'contract',
  'platform',
  'domain/access',
  'domain/catalogue',
  'domain/campaigns',
  'domain/webhooks',
  'domain/mail',
  'domain/gifting',
  'domain/fulfilment',
  'domain/privacy',
  'surfaces', // all on one floor: each is a room of its own, blind to the others
  'client',   // the packages cli/ and sdk/: they know the service from outside
  'top',      // main.ts, cli.ts and what is only theirs
] as const

type Layer = (typeof layers)[number]

interface Module {
  name: string
  layer: Layer
}

/** Everything that is wrong with these files (path from the root → text), given package.json's imports. */
export function findLayerViolations(
  files: ReadonlyMap<string, string>,
  importAliases: Readonly<Record<string, string>>,
): string[] {
  return [...files].flatMap(([path, text]) => {
    const module = findModule(path)
    if (module === undefined) return [`${path} is in no room of the house`]
    return findImports(text).flatMap((specifier) => {
      const problem = findViolation(path, module, specifier, importAliases)
      return problem === undefined ? [] : [`${path} imports ${specifier}: ${problem}`]
    })
  })
}

/** What a file imports, in every way of saying it; not what its comments talk about. */
export function findImports(text: string): string[] {
  const code = text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '')
  const pattern = /\b(?:from|import|import\s*\(|require\s*\()\s*(['"])([^'"\n]+)\1/g
  return [...code.matchAll(pattern)].map((match) => match[2] ?? '')
}

function findViolation(
  path: string,
  module: Module,
  specifier: string,
  importAliases: Readonly<Record<string, string>>,
): string | undefined {
  if (specifier.startsWith('../')) return 'nobody climbs out of a folder'
  if (specifier.startsWith('./')) {
    const other = findModule(join(dirname(path), specifier))
    return other?.name === module.name ? undefined : 'another room is entered through its #door'
  }
  if (!specifier.startsWith('#')) return undefined
  if (specifier.startsWith('#test/')) {
    return path.endsWith('.test.ts') ? undefined : 'only tests may use what is made for tests'
  }
  const target = resolveAlias(specifier, importAliases)
  const other = target === undefined ? undefined : findModule(target)
  if (other === undefined) return 'there is no such door'
  if (other.name === module.name) return undefined
  if (layerIndex(other) < layerIndex(module)) return undefined
  return layerIndex(other) === layerIndex(module)
    ? 'surfaces are blind to each other'
    : 'that is upstairs'
}

const layerIndex = ({ layer }: Module) => layers.indexOf(layer)

/** The file behind a door, by the rules of package.json's imports. */
function resolveAlias(
  specifier: string,
  importAliases: Readonly<Record<string, string>>,
): string | undefined {
  for (const [alias, target] of Object.entries(importAliases)) {
    const [before = '', after] = alias.split('*')
    if (after === undefined ? specifier !== alias : !specifier.startsWith(before)) continue
    return join(target.replace('*', specifier.slice(before.length)))
  }
  return undefined
}

function findModule(path: string): Module | undefined {
  const [src, first = '', second = '', ...deeper] = path.split('/')
  if (src === 'cli' || src === 'sdk') return { name: src, layer: 'client' }
  if (src !== 'src') return undefined
  if (second === '') return { name: 'top', layer: 'top' }
  if (first === 'cli') return { name: 'top', layer: 'top' }
  if (first === 'surfaces' && deeper.length > 0) {
    return { name: `surfaces/${second}`, layer: 'surfaces' }
  }
  const layer = layers.find((name) => name === first || name === `${first}/${second}`)
  return layer === undefined || layer === 'surfaces' ? undefined : { name: layer, layer }
}
