import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pinnedNodePath } from './pick-node.js'

/**
 * Detects a damaged installation: npm reports success even if a full disk has truncated files. Reads the packages that
 * npm lists as installed, and runs the pinned Node, by far the largest file.
 * @param {string} root
 * @param {Record<string, { version?: string, link?: boolean }>} installed
 * @returns {string | undefined} the damage, if any
 */
export function findDamage(root, installed) {
  for (const [path, { version, link }] of Object.entries(installed)) {
    if (link === true || !path.includes('node_modules/')) continue
    if (readVersion(join(root, path, 'package.json')) !== version) return `${path} is incomplete`
  }
  const node = pinnedNodePath(root)
  if (!existsSync(node)) return undefined
  const { status, signal, stdout, error } = spawnSync(node, ['--version'], { encoding: 'utf8' })
  if (status === 0 && stdout.startsWith('v')) return undefined
  return `the pinned Node does not run (${error?.message ?? signal ?? `exit code ${status}`})`
}

/** @param {string} file */
function readVersion(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).version
  } catch {
    return undefined
  }
}
