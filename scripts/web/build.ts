import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { build } from 'vite'
import { iconsPlugin } from './icons-plugin.ts'
import { mantineStylesPlugin } from './mantine-styles-plugin.ts'
import { messagesPlugin } from './messages-plugin.ts'

const root = join(import.meta.dirname, '../..')
const dist = join(root, 'packages/web/dist')

/** The root folder of the web app, for Vite. */
export const webFolder = join(root, 'packages/web')

/** Replaces the icon library by the generated icons (scripts/web/icons.ts). */
export const iconsAlias = { '@tabler/icons-react': join(webFolder, 'src/icons.generated.ts') }

/**
 * The two scripts that the first page loads instead of thirty small ones. The libraries change less often
 * than the app, so browsers reuse their script after an update.
 */
const initialChunks = [
  {
    name: 'libraries',
    tags: ['$initial' as const],
    test: /node_modules\/(react|react-dom|scheduler|use-sync-external-store|@tanstack)\//,
    priority: 2,
  },
  { name: 'app', tags: ['$initial' as const], priority: 1 },
  {
    name: 'shared', // contains small parts of most pages
    test: /components\/\w+\/(can-change|country-name|use-live-updates|use-roving-focus|use-url-filters)\.tsx?$/,
  },
]

/** The maximum size of the script that the first page loads before it renders. */
export const maxInitialKb = 135 // in KB, compressed with Brotli, which browsers load over HTTPS

/**
 * Builds the web app in a temporary folder, compresses every file, and replaces the old build in one step. A
 * running service serves either the old or the new build.
 *
 * @param hash  the hash of the sources
 */
export async function buildWeb(hash: string): Promise<{ initial: number }> {
  // does not use mkdtemp, whose folder other users cannot read, such as the user of the service
  const tempDir = join(webFolder, `dist.${randomBytes(6).toString('hex')}`)
  mkdirSync(tempDir)
  try {
    const packing = packPackages(join(tempDir, 'packages'))
    packing.catch(() => {}) // a later line awaits this promise; until then, a failed build takes precedence
    await build({
      configFile: false,
      root: webFolder,
      logLevel: 'warn',
      plugins: [
        react(),
        messagesPlugin,
        iconsPlugin(),
        mantineStylesPlugin(join(webFolder, 'src/mantine.css')),
      ],
      define: { 'process.env.NODE_ENV': '"production"' },
      build: {
        outDir: tempDir,
        emptyOutDir: false, // the folder is new, and the packages are written to it at the same time
        target: 'es2022',
        manifest: 'manifest.json',
        assetsInlineLimit: 0, // the content security policy of the page forbids inline content
        modulePreload: { polyfill: false },
        reportCompressedSize: false,
        rolldownOptions: { output: { codeSplitting: { groups: initialChunks } } },
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

/** Packs the packages in a separate process, so that the compiler and npm run in parallel with the build of the app. */
const packPackages = (folder: string) =>
  promisify(execFile)(process.execPath, [join(root, 'scripts/packages.ts'), folder], { cwd: root })

function renameIfExists(from: string, to: string): void {
  try {
    renameSync(from, to)
  } catch (error) {
    if ((error as { code?: string }).code !== 'ENOENT') throw error
  }
}

/** Compresses the files with a high level during the build, not at every request. */
async function compressAssets(folder: string): Promise<void> {
  const names = readdirSync(folder).filter((name) => /\.(js|css|svg)$/.test(name))
  await Promise.all(
    names.map(async (name) => {
      const bytes = readFileSync(join(folder, name))
      const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }
      writeFileSync(join(folder, `${name}.br`), await promisify(brotliCompress)(bytes, quality))
      writeFileSync(join(folder, `${name}.gz`), await promisify(gzip)(bytes, { level: 9 }))
    }),
  )
}

interface Chunk {
  file: string
  imports?: string[]
}

/**
 * Returns the compressed size in KB of the script that loads before the first render: the scripts of the document, and
 * their imports.
 */
function initialSize(folder: string): number {
  const manifest: Record<string, Chunk> = JSON.parse(
    readFileSync(join(folder, 'manifest.json'), 'utf8'),
  )
  const document = readFileSync(join(folder, 'index.html'), 'utf8')
  const scripts = [...document.matchAll(/<script type="module"[^>]* src="\/([^"]+)"/g)]
  const chunks = new Map(Object.values(manifest).map((chunk) => [chunk.file, chunk]))
  const visited = new Set<string>()
  const visit = (file: string): void => {
    if (visited.has(file)) return
    visited.add(file)
    for (const name of chunks.get(file)?.imports ?? []) visit(manifest[name]?.file ?? '')
  }
  for (const [, file = ''] of scripts) visit(file)
  if (visited.size === 0) throw new Error('The document of the web app has no script.')
  const sizes = [...visited].map((file) => statSync(join(folder, `${file}.br`)).size)
  return Math.round(sizes.reduce((sum, size) => sum + size, 0) / 1024)
}
