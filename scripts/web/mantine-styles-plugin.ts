import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'

/** The styles that every component needs. */
const always = ['baseline', 'default-css-variables', 'global']

/**
 * Rejects a build if the list of styles lacks those of a component of Mantine in the build, or has those of another one.
 * A missing one would leave a component without its looks.
 *
 * @param file  the path of the list, a style sheet that imports those of the components
 */
export const mantineStylesPlugin = (file: string): Plugin => ({
  name: 'mantine-styles',
  generateBundle(_options, bundle) {
    const listed = findNames(readFileSync(file, 'utf8'), /@mantine\/core\/styles\/([\w-]+)\.css/g)
    const modules = Object.values(bundle).flatMap((each) =>
      each.type === 'chunk' ? each.moduleIds : [],
    )
    const used = findNames(modules.join('\n'), /@mantine\/core\/.*\/(\w+)\.module\.mjs$/gm)
    const expected = new Set([...always, ...used])
    const missing = [...expected.difference(listed)]
    const unused = [...listed.difference(expected)]
    if (missing.length + unused.length > 0)
      throw new Error(
        `${file} must have the styles of the components in the build. Add: ${missing.join(', ') || 'none'}. Remove: ${unused.join(', ') || 'none'}.`,
      )
  },
})

const findNames = (text: string, pattern: RegExp) =>
  new Set([...text.matchAll(pattern)].map(([, name = '']) => name))
