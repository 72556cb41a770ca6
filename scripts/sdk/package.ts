import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { bin } from '#scripts/steps'
import { buildSdk, packSdk, run } from './build.ts'

/**
 * The maximum size of each entry in bytes, after bundling it with its
 * dependencies, minifying and compressing.
 */
const maxBytesByEntry: Readonly<Record<string, number>> = {
  index: 12 * 1024,
  webhooks: 5 * 1024,
  testing: 6 * 1024,
  prove: 12 * 1024,
}

/** Finds the problems of the package that would be published. */
export async function findPackageProblems(): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'bestow sdk '))
  try {
    const built = join(folder, 'sdk')
    buildSdk(built)
    const tarball = packSdk(built, folder)
    return [
      ...collectError(() => run(bin('publint'), ['run', '--strict', tarball], folder)),
      ...collectError(() =>
        run(bin('attw'), ['--profile=esm-only', '--no-emoji', tarball], folder),
      ),
      ...(await findHeavyEntries(built)),
    ]
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function collectError(check: () => string): string[] {
  try {
    check()
    return []
  } catch (error) {
    return [String(error)]
  }
}

async function findHeavyEntries(built: string): Promise<string[]> {
  const problems = Object.entries(maxBytesByEntry).map(async ([name, limit]) => {
    const size = await compressedSize(join(built, 'dist', `${name}.js`))
    return size <= limit ? [] : [`sdk: ${name} has ${size} bytes compressed, more than ${limit}.`]
  })
  return (await Promise.all(problems)).flat()
}

/**
 * Returns the compressed size of an entry in bytes. The bundle targets no platform, so an import of a Node
 * module makes the function fail.
 */
async function compressedSize(entry: string): Promise<number> {
  const { outputFiles } = await build({
    entryPoints: [entry],
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    platform: 'neutral',
  })
  return gzipSync(outputFiles[0]?.contents ?? '', { level: 9 }).length
}
