import { readdirSync } from 'node:fs'
import { join } from 'node:path'

/** A pattern for folders with packages, builds and bytecode, which are no sources. */
const ignoredPattern = /\/(dist(\.\w+)*|node_modules|__pycache__)$/

/**
 * Returns the paths of the files of a folder, or of one file, relative to the root and with slashes. Not all releases of
 * Node 20 can list folders recursively.
 * @param {string} root
 * @param {string} path
 * @returns {string[]}
 */
export function listFiles(root, path) {
  if (ignoredPattern.test(path)) return []
  try {
    // One call for each folder and none for each file: lists of a thousand files are read before every command.
    return readdirSync(join(root, path), { withFileTypes: true }).flatMap((entry) => {
      const child = `${path}/${entry.name}`
      return entry.isFile() ? [child] : listFiles(root, child)
    })
  } catch (error) {
    const { code } = /** @type {{ code?: string }} */ (error)
    if (code === 'ENOTDIR') return [path]
    if (code === 'ENOENT') return [] // a partial checkout, as in the container image
    throw error
  }
}
