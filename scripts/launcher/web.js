import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { listFiles } from './files.js'
import { generatedFolders, generatorSources } from './generated.js'
import { forwardSignals, isWritable, progressIntervalMs } from './npm.js'
import { envWithNode } from './pick-node.js'

/**
 * Ensures that packages/web/dist matches its sources and the lock file. Usually it does, and the check takes a few
 * milliseconds. Without the build tools, or in a folder that is not writable, the service serves the existing build.
 * @param {string} root
 * @param {string} node
 */
export async function buildWebIfStale(root, node) {
  const built = readBuildInfo(root)
  if (built?.hash === hashOfWeb(root)) return
  const blocker = buildBlocker(root)
  if (blocker !== undefined) {
    const state = built === undefined ? 'has not been built' : 'is older than its sources'
    console.error(
      `The web app ${state}, and ${blocker}. To build it, run \`node scripts/run.js scripts/web.ts\` as the owner of ${root}.`,
    )
    return
  }
  console.error('Building the web app (once after each change; usually ten to twenty seconds) …')
  const { code, signal, output } = await runBuild(root, node)
  if (code === 0) return
  const ending = signal === null ? '' : ` The build was terminated by ${signal}.`
  throw new Error(
    `${output}\nThe web app could not be built${output === '' ? '.' : ', see above.'}${ending}`,
  )
}

/**
 * @param {string} root
 * @param {string} node
 * @returns {Promise<{ code: number | null, signal: string | null, output: string }>}
 */
async function runBuild(root, node) {
  const start = Date.now()
  const child = spawn(node, ['scripts/web.ts'], {
    cwd: root,
    env: envWithNode(node),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (chunk) => {
      output += chunk
    })
  const stop = forwardSignals((signal) => child.kill(signal))
  const heartbeat = setInterval(
    () => console.error(`  still building, ${Math.round((Date.now() - start) / 1000)} s …`),
    progressIntervalMs,
  )
  try {
    const [code, signal] = await once(child, 'close')
    return { code, signal, output: output.trim() }
  } finally {
    clearInterval(heartbeat)
    stop()
  }
}

/** @param {string} root */
function buildBlocker(root) {
  if (!existsSync(join(root, 'node_modules', 'vite')))
    return 'the tools to build it are not installed'
  if (!isWritable(join(root, 'packages/web'))) return 'this user cannot write to packages/web'
  return undefined
}

/**
 * Reads the metadata that a build writes as its last step.
 * @param {string} root
 * @returns {{ hash: string, initial: number } | undefined}
 */
export function readBuildInfo(root) {
  try {
    return JSON.parse(readFileSync(join(root, 'packages/web/dist/built.json'), 'utf8'))
  } catch {
    return undefined
  }
}

const sources = [
  'package-lock.json',
  'scripts/web',
  'packages/web',
  'src/platform/tables',
  'src/platform/messages',
  'src/contract/languages.ts',
  'locales',
  'packages/sdk',
  'packages/cli',
  'packages/python/src',
  'packages/python/build_backend',
  'packages/python/README.md',
  'scripts/packages.ts',
  'scripts/cli',
  ...generatorSources,
]

/**
 * Returns a hash of all sources of packages/web/dist: the app, its libraries, the packages for integrators, and the
 * build scripts. The hash does not depend on the spelling of the root path or on the order of directory entries.
 * @param {string} root
 */
export function hashOfWeb(root) {
  const hash = createHash('sha256')
  const paths = new Set(sources.flatMap((source) => listFiles(root, source)))
  for (const path of [...paths].sort()) {
    if (generatedFolders.some((folder) => path.startsWith(`${folder}/`))) continue
    hash.update(`${path}\n`)
    hash.update(readFileSync(join(root, path)))
  }
  return hash.digest('hex')
}
