import { dirname, join } from 'node:path/posix'
import { subModules } from './sub-modules.ts'

/*
 * The rules of the layout of the code. A file imports from its own module, and from modules below it through
 * their `#name`. `subModules` states what each sub-module imports. Imports form no cycle. This file reads the
 * imports of all files and reports each import that breaks a rule.
 */

/**
 * The layers of modules from bottom to top. A module may import from the modules before it. Add each new
 * module in this order.
 */
// biome-ignore format: one layer a line
const layers = [
  'contract',
  'platform',
  'domain/audit',
  'domain/accounts',
  'domain/api-keys',
  'domain/connections',
  'domain/catalogue',
  'domain/campaigns',
  'domain/spend',
  'domain/greetings',
  'domain/webhooks',
  'domain/email',
  'domain/chat-apps',
  'domain/donations',
  'domain/digital',
  'domain/products',
  'domain/gifting',
  'domain/one-links',
  'domain/gift-lists',
  'domain/contacts',
  'domain/sends',
  'domain/fulfilment',
  'domain/shops',
  'domain/occasions',
  'domain/chat-actions',
  'domain/attention',
  'domain/privacy',
  'connector-parts', // packages/connectors/aws: what several connectors share
  'connectors', // packages/connectors: one module for each kind, which only src/app imports
  'http',     // one layer of several modules, which do not import each other
  'client',   // packages/sdk and packages/cli, which use the service from outside
  'app',
] as const

type Layer = (typeof layers)[number]

interface Module {
  name: string
  layer: Layer
}

/** Finds all violations in these files (path from the root → text). Uses the imports of package.json. */
export function findLayerViolations(
  files: ReadonlyMap<string, string>,
  importAliases: Readonly<Record<string, string>>,
): string[] {
  return [...files].flatMap(([path, text]) => {
    const module = findModule(path)
    if (module === undefined) return [`${path} is in no module`]
    return findImports(text).flatMap((specifier) => {
      const problem = findViolation(path, module, specifier, importAliases)
      return problem === undefined ? [] : [`${path} imports ${specifier}: ${problem}`]
    })
  })
}

/** Finds every cycle of imports between these files, in the form `a → b → a`. Includes type-only imports. */
export function findImportCycles(
  files: ReadonlyMap<string, string>,
  importAliases: Readonly<Record<string, string>>,
): string[] {
  const imports = new Map(
    [...files].map(([path, text]) => [
      path,
      findImports(text).flatMap((specifier) => {
        const target = resolveImport(path, specifier, importAliases)
        return target !== undefined && files.has(target) ? [target] : []
      }),
    ]),
  )
  const cycles: string[] = []
  const done = new Set<string>()
  const visit = (path: string, trail: readonly string[]) => {
    const start = trail.indexOf(path)
    if (start >= 0) cycles.push([...trail.slice(start), path].join(' → '))
    if (start >= 0 || done.has(path)) return
    for (const target of imports.get(path) ?? []) visit(target, [...trail, path])
    done.add(path)
  }
  for (const path of files.keys()) visit(path, [])
  return cycles
}

/** Finds all files that a file imports, directly or through other files. Includes type-only imports. */
export function findReachableFiles(
  entry: string,
  files: ReadonlyMap<string, string>,
  importAliases: Readonly<Record<string, string>>,
): string[] {
  const found = new Set<string>()
  const visit = (path: string) => {
    if (found.has(path)) return
    found.add(path)
    for (const specifier of findImports(files.get(path) ?? '')) {
      const target = resolveImport(path, specifier, importAliases)
      if (target !== undefined && files.has(target)) visit(target)
    }
  }
  visit(entry)
  return [...found].sort()
}

/**
 * Finds the imports of the web app from outside its package that are not allowed. `admin-api.ts` may import
 * the contract of the admin API as types, which the build erases.
 */
export function findWebViolations(files: ReadonlyMap<string, string>): string[] {
  return [...files].flatMap(([path, text]) =>
    findImports(text)
      .filter((specifier) => /^#(?!web\/)|^\.\.?\//.test(specifier))
      .filter((specifier) => !isInsideWeb(path, specifier) && !isEnglishText(path, specifier))
      .filter((specifier) => path !== webContractFile || !isTypeImport(text, specifier))
      .filter((specifier) => !sharedModules[path]?.includes(specifier))
      .map((specifier) => `${path} imports ${specifier}: only types, in ${webContractFile}`),
  )
}

const webContractFile = 'packages/web/src/admin-api.ts'
/** The modules that the service and the web app share, by the file that imports them. */
const sharedModules: Readonly<Record<string, readonly string[]>> = {
  'packages/web/src/tables.ts': ['../../../src/platform/tables/index.ts'],
  'packages/web/src/components/formats/minor-units.ts': [
    '../../../../../src/platform/lib/currency-decimals.ts',
  ],
  'packages/web/src/i18n/shared.ts': [
    '../../../../src/contract/initials.ts',
    '../../../../src/contract/languages.ts',
    '../../../../src/contract/locale-language.ts',
    '../../../../src/platform/messages/resolve-message.ts',
  ],
}
const isInsideWeb = (path: string, specifier: string) =>
  specifier.startsWith('.') && join(dirname(path), specifier).startsWith('packages/web/src/')
/** Returns whether an import reads the types of the texts of an area. */
const isEnglishText = (path: string, specifier: string) =>
  path.startsWith('packages/web/src/i18n/') &&
  /^(\.\.\/){4}locales\/en\/app\/[\w-]+\.json$/.test(specifier)
const isTypeImport = (text: string, specifier: string) =>
  text.includes(`export type * from '${specifier}'`) &&
  /^(\.\.\/){3}src\/http\/admin\/(admin-api|contract)\.ts$/.test(specifier)

/** Finds the import specifiers of a file, in every form of import. Leaves out imports in comments. */
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
  if (!/^[.#]/.test(specifier)) return undefined
  if (specifier.startsWith('#test/'))
    return path.endsWith('.test.ts') ? undefined : 'only tests import test helpers'
  const target = resolveImport(path, specifier, importAliases)
  const other = target === undefined ? undefined : findModule(target)
  if (specifier.startsWith('.') && other?.name !== module.name)
    return 'another module is imported by its #name'
  if (target === undefined || other === undefined) return 'package.json has no such import'
  if (other.name === module.name) return findOrderViolation(path, target, module)
  if (other.layer === 'connectors' && module.layer !== 'app')
    return 'only src/app imports connectors'
  if (layerIndex(other) < layerIndex(module)) return undefined
  // allows the web app to share the operations of the public API
  if (module.name === 'http/admin' && other.name === 'http/api') return undefined
  return layerIndex(other) === layerIndex(module)
    ? 'modules of this layer do not import each other'
    : 'that is a higher layer'
}

/**
 * Returns why an import breaks the order of the sub-modules, or undefined. Tests may
 * import from their whole module.
 */
function findOrderViolation(path: string, target: string, { name }: Module): string | undefined {
  const allowed = subModules[name]
  if (allowed === undefined || path.endsWith('.test.ts')) return undefined
  const partOf = (file: string) => file.slice(`src/${name}/`.length).split('/')[0] ?? ''
  const [from, to] = [partOf(path), partOf(target)]
  const imports = allowed[from]
  if (imports === undefined || from === to || imports.includes(to)) return undefined
  return `${from} does not import ${to}`
}

const layerIndex = ({ layer }: Module) => layers.indexOf(layer)

function resolveImport(
  path: string,
  specifier: string,
  importAliases: Readonly<Record<string, string>>,
): string | undefined {
  if (specifier.startsWith('.')) return join(dirname(path), specifier)
  if (!specifier.startsWith('#')) return undefined
  for (const [alias, target] of Object.entries(importAliases)) {
    const [before = '', after] = alias.split('*')
    if (after === undefined ? specifier !== alias : !specifier.startsWith(before)) continue
    return join(target.replace('*', specifier.slice(before.length)))
  }
  return undefined
}

function findModule(path: string): Module | undefined {
  const [root, first = '', second = '', ...deeper] = path.split('/')
  if (root === 'packages' && (first === 'sdk' || first === 'cli'))
    return { name: first, layer: 'client' }
  if (root === 'packages' && first === 'connectors' && deeper.length > 0)
    return {
      name: `connectors/${second}`,
      layer: second === 'aws' ? 'connector-parts' : 'connectors',
    }
  if (root !== 'src') return undefined
  if (first === 'app') return { name: 'app', layer: 'app' }
  if (first === 'http' && deeper.length > 0) return { name: `http/${second}`, layer: 'http' }
  const layer = layers.find((name) => name === first || name === `${first}/${second}`)
  if (layer === undefined || layer === 'http') return undefined
  return first === 'domain' && deeper.length === 0 ? undefined : { name: layer, layer }
}
