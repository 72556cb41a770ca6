import { randomBytes } from 'node:crypto'
import {
  globSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { basename, join } from 'node:path'
import { build } from 'vite'
import { bundleFolder, isBundled, stateOfService } from './launcher/service.js'
import { root } from './steps.ts'

/*
 * Writes the service as a few files into dist/service. Its own modules and the packages with the most modules become
 * part of them; other packages are loaded from node_modules. The sources are 1,500 modules, and Node.js takes 0.4 ms of
 * processor time and 60 KB of memory for each. With --check, a bundle that is up to date is not written again.
 */

/** Packages of many small modules. */
const bundledPackages = ['typebox', 'ajv']

/** The modules that a process or a thread starts with. */
const entries = [
  'src/app/main.ts',
  ...globSync('src/**/*-worker.ts', { cwd: root }).map((path) => path.replaceAll('\\', '/')),
]

const weekMs = 7 * 24 * 60 * 60 * 1000
const nameOf = (path: string) => basename(path, '.ts')
const ageOf = (path: string) => Date.now() - statSync(path).mtimeMs

const state = stateOfService(root)
if (!process.argv.includes('--check') || !isBundled(root)) await writeBundle()

/**
 * Writes a temporary folder, and moves its files: those that processes start with come last. A running process may still
 * load parts of an older bundle, so these stay for a week.
 */
async function writeBundle(): Promise<void> {
  const folder = join(root, bundleFolder)
  const tempDir = `${folder}.${randomBytes(6).toString('hex')}`
  mkdirSync(folder, { recursive: true })
  try {
    await build({
      configFile: false,
      root,
      publicDir: false,
      logLevel: 'warn',
      ssr: { noExternal: bundledPackages },
      build: {
        ssr: true,
        outDir: tempDir,
        target: 'node24',
        minify: false, // names and lines in stack traces
        reportCompressedSize: false,
        rolldownOptions: {
          input: Object.fromEntries(entries.map((path) => [nameOf(path), join(root, path)])),
          // In one folder, because modules find the threads from there.
          output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
        },
      },
    })
    const isEntry = (file: string) => entries.some((path) => `${nameOf(path)}.js` === file)
    const files = readdirSync(tempDir).sort((a, b) => Number(isEntry(a)) - Number(isEntry(b)))
    for (const file of files) renameSync(join(tempDir, file), join(folder, file))
    writeFileSync(join(folder, 'bundled.json'), JSON.stringify({ state }))
    for (const file of readdirSync(folder))
      if (!files.includes(file) && ageOf(join(folder, file)) > weekMs) rmSync(join(folder, file))
  } finally {
    rmSync(tempDir, { recursive: true, force: true })
  }
}
