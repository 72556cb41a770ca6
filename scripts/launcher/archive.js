import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** The file that an archive of a release has, and a checkout has not. */
export const archiveMarker = 'node_modules/.bestow-archive'

/**
 * Returns whether this is the folder of an archive (scripts/archive.ts). Its packages and builds are complete, and it has no
 * development tools.
 * @param {string} root
 */
export const isArchive = (root) => existsSync(join(root, archiveMarker))
