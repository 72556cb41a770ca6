import { mkdtempSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { buildCli, buildCliCode } from './cli/build.ts'
import { generateIfStale } from './launcher/generated.js'
import { packPython } from './python/pack.ts'
import { buildSdk, buildSdkCode, packSdk } from './sdk/build.ts'
import { root } from './steps.ts'

/*
 * Packs the client libraries and the command line for integrators.
 *
 *   npm run pack [-- FOLDER]   writes sdk.tgz, cli.tgz and python.tar.gz, into dist/ by default
 *   --in-place sdk|cli         only builds the code in the package's own folder, which `npm pack` in that
 *                              folder requires
 *
 * Each instance serves the files at /docs/sdk.tgz, /docs/cli.tgz and /docs/python.tar.gz.
 */

const builders = { sdk: [buildSdk, buildSdkCode], cli: [buildCli, buildCliCode] } as const

generateIfStale(root, process.execPath)
const [firstArgument, name] = process.argv.slice(2)
if (firstArgument === '--in-place') {
  if (name !== 'sdk' && name !== 'cli') throw new Error('--in-place requires sdk or cli')
  builders[name][1](join(root, 'packages', name))
} else packAll(resolve(process.env.INIT_CWD ?? '.', firstArgument ?? join(root, 'dist')))

function packAll(folder: string): void {
  const tempDir = mkdtempSync(join(tmpdir(), 'bestow packages '))
  try {
    for (const [name, [build]] of Object.entries(builders)) {
      const built = join(tempDir, name)
      build(built)
      renameSync(packSdk(built, folder), join(folder, `${name}.tgz`))
      console.log(join(folder, `${name}.tgz`))
    }
    console.log(packPython(join(folder, 'python.tar.gz')))
  } finally {
    rmSync(tempDir, { recursive: true, force: true })
  }
}
