import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')
const library = join(root, 'node_modules/@tabler/icons-react')

/*
 * The icons of the web app. The icon library has six thousand icons in eighteen thousand files: 89 MB to
 * install at each first start, and an index that takes longer to parse than the rest of the app. The app
 * imports from the library and uses its types, but the build replaces the library by a generated file
 * (scripts/web/build.ts).
 */

const renderHeader = (
  version: string,
) => `// Made by \`npm run fix\` from @tabler/icons-react ${version}. Do not edit.
// MIT License, Copyright (c) 2020-2026 Paweł Kuna: https://github.com/tabler/tabler-icons

import { createElement } from 'react'

type Shape = readonly [string, Readonly<Record<string, string>>]
type Props = Readonly<Record<string, unknown>>

const icon =
  (isFilled: boolean, name: string, shapes: string | readonly Shape[]) =>
  ({ color = 'currentColor', size = 24, stroke = 2, title, className, children, ...rest }: Props) =>
    createElement(
      'svg',
      {
        xmlns: 'http://www.w3.org/2000/svg',
        viewBox: '0 0 24 24',
        width: size,
        height: size,
        className: ['tabler-icon', \`tabler-icon-\${name}\`, className].filter(Boolean).join(' '),
        ...(isFilled
          ? { fill: color, stroke: 'none' }
          : { fill: 'none', stroke: color, strokeWidth: stroke, strokeLinecap: 'round', strokeLinejoin: 'round' }),
        ...rest,
      },
      typeof title === 'string' ? createElement('title', { key: 'title' }, title) : null,
      ...(typeof shapes === 'string' ? [['path', { d: shapes }] as const] : shapes).map(([tag, attributes]) => createElement(tag, attributes)),
      children as never,
    )
`

/** The path of the generated file from the root of the project. */
export const iconsPath = 'packages/web/src/icons.generated.ts'

/** Generates the file again if the imports of the web app have changed. */
export async function updateIcons(): Promise<void> {
  const file = join(root, iconsPath)
  const generated = await renderIconsFile()
  const current = existsSync(file) ? readFileSync(file, 'utf8') : ''
  if (generated !== current) writeFileSync(file, generated)
}

/**
 * Renders the module that replaces the library. The module has only the icons that packages/web/src imports.
 */
export async function renderIconsFile(): Promise<string> {
  const { version } = JSON.parse(readFileSync(join(library, 'package.json'), 'utf8'))
  const icons = await Promise.all(importedIcons().map(renderIcon))
  return `${renderHeader(version)}\n${icons.join('')}`
}

function importedIcons(): string[] {
  const names = globSync('packages/web/src/**/*.{ts,tsx}', { cwd: root }).flatMap((path) => {
    const text = readFileSync(join(root, path), 'utf8')
    return [...text.matchAll(/import \{([^}]*)\} from '@tabler\/icons-react'/g)].flatMap(
      ([, list = '']) => list.match(/(?<!type )\bIcon[A-Z]\w*/g) ?? [],
    )
  })
  return [...new Set(names)].sort()
}

type IconNode = readonly [string, Readonly<Record<string, string>>][]

async function renderIcon(exported: string): Promise<string> {
  const file = join(library, 'dist/esm/icons', `${exported}.mjs`)
  const { __iconNode }: { __iconNode: IconNode } = await import(file)
  // the shapes are arguments of createElement, so they need no keys
  const shapes = __iconNode.map(([tag, attributes]) => [tag, { ...attributes, key: undefined }])
  const [, type, name] =
    /createReactComponent\("(\w+)", "([\w-]+)"/.exec(readFileSync(file, 'utf8')) ?? []
  const path = type === 'filled' ? undefined : joinPaths(__iconNode)
  return `export const ${exported} = icon(${type === 'filled'}, '${name}', ${JSON.stringify(path ?? shapes)})\n`
}

/**
 * Joins the lines of an icon into one path, which looks the same and loads faster. Returns undefined if the
 * icon has other shapes.
 */
function joinPaths(shapes: IconNode): string | undefined {
  const lines = shapes.map(([tag, { key: _, d = '', ...others }]) =>
    tag === 'path' && Object.keys(others).length === 0 && d.startsWith('M') ? d : undefined,
  )
  return lines.includes(undefined) ? undefined : lines.join('')
}
