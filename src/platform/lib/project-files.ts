import { existsSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'

/*
 * Finds files of the installation. The service runs from its sources, or from a bundle in `dist/service`
 * (scripts/service-bundle.ts), so a module does not find other files by its own location.
 */

const root = findRoot(import.meta.dirname)

function findRoot(folder: string): string {
  if (existsSync(join(folder, 'package-lock.json'))) return folder
  if (folder === dirname(folder)) throw new Error('The files of Bestow are incomplete.')
  return findRoot(dirname(folder))
}

/** Returns the absolute path of a file or folder, such as `locales/en`. */
export const projectPath = (path: string): string => join(root, path)

const isArchive = existsSync(join(root, 'node_modules/.bestow-archive'))

/** The commands that messages name: those of a clone, or of the archive of a release (scripts/archive.ts). */
export const commands = isArchive
  ? { start: './bestow serve', operator: './bestow', receiver: './bestow receiver' }
  : { start: 'npm start', operator: 'npx bestow', receiver: 'npm run receiver' }

/** Returns the URL of the module of a worker thread, such as `src/platform/tables/table-worker.ts`. */
export const workerModule = (path: string): URL =>
  pathToFileURL(
    import.meta.filename.endsWith('.ts')
      ? join(root, path)
      : join(import.meta.dirname, `${basename(path, '.ts')}.js`),
  )
