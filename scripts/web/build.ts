import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip, gzipSync } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { build } from 'vite'

const root = join(import.meta.dirname, '../..')
const web = join(root, 'packages/web')
const dist = join(web, 'dist')

/** What the first page loads before it can show anything must stay below this. */
export const maxInitialKb = 250 // KB, gzipped

/**
 * Builds the web app beside its place, packs every file once more for browsers that take that, and
 * puts it into its place in one step: a service that runs meanwhile serves the old one or the new one.
 *
 * @param hash  says what it is made from
 */
export async function buildWeb(hash: string): Promise<{ initial: number }> {
  // mkdtemp would make a folder that no other user can read, such as the one that a service runs as
  const tempDir = join(web, `dist.${randomBytes(6).toString('hex')}`)
  mkdirSync(tempDir)
  try {
    const packing = packPackages(join(tempDir, 'packages'))
    packing.catch(() => {}) // awaited below; a build that fails first is the error to show
    await build({
      configFile: false,
      root: web,
      logLevel: 'warn',
      plugins: [react()],
      resolve: { alias: { '@tabler/icons-react': join(web, 'src/icons.generated.ts') } },
      define: { 'process.env.NODE_ENV': '"production"' },
      build: {
        outDir: tempDir,
        emptyOutDir: false, // the folder is new, and gets the packages meanwhile
        target: 'es2022',
        manifest: 'manifest.json',
        assetsInlineLimit: 0, // nothing inline: the page's policy allows none
        modulePreload: { polyfill: false },
        reportCompressedSize: false,
      },
    })
    await compressAssets(join(tempDir, 'assets'))
    await packing
    const initial = initialSize(tempDir)
    writeFileSync(join(tempDir, 'built.json'), JSON.stringify({ hash, initial }))
    const old = `${tempDir}.old`
    renameIfExists(dist, old)
    renameSync(tempDir, dist)
    rmSync(old, { recursive: true, force: true })
    return { initial }
  } catch (error) {
    rmSync(tempDir, { recursive: true, force: true })
    throw error
  }
}

/** In a process of its own: the compiler and npm then work beside the build of the app. */
const packPackages = (folder: string) =>
  promisify(execFile)(process.execPath, [join(root, 'scripts/packages.ts'), folder], { cwd: root })

function renameIfExists(from: string, to: string): void {
  try {
    renameSync(from, to)
  } catch (error) {
    if ((error as { code?: string }).code !== 'ENOENT') throw error
  }
}

/** Once at build time, as tightly as it goes, in place of at every request. */
async function compressAssets(folder: string): Promise<void> {
  const names = readdirSync(folder).filter((name) => /\.(js|css|svg)$/.test(name))
  await Promise.all(
    names.map(async (name) => {
      const bytes = readFileSync(join(folder, name))
      const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }
      writeFileSync(join(folder, `${name}.br`), await promisify(brotliCompress)(bytes, quality))
      writeFileSync(join(folder, `${name}.gz`), await promisify(gzip)(bytes, { level: 9 }))
    }),
  )
}

interface Chunk {
  file: string
  isEntry?: boolean
  imports?: string[]
}

/** KB, gzipped, of the script that is loaded before anything is shown: the entry and all it imports. */
function initialSize(folder: string): number {
  const manifest: Record<string, Chunk> = JSON.parse(
    readFileSync(join(folder, 'manifest.json'), 'utf8'),
  )
  const visited = new Set<string>()
  const visit = (name: string): void => {
    const chunk = manifest[name]
    if (chunk === undefined || visited.has(chunk.file)) return
    visited.add(chunk.file)
    chunk.imports?.forEach(visit)
  }
  for (const [name, { isEntry }] of Object.entries(manifest)) if (isEntry) visit(name)
  const sizes = [...visited].map((file) => gzipSync(readFileSync(join(folder, file))).length)
  return Math.round(sizes.reduce((sum, size) => sum + size, 0) / 1024)
}
