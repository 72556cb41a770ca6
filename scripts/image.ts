import { execFileSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { startImage } from './image/start-image.ts'
import { pinnedNodePath } from './launcher/pick-node.js'
import { readVersion } from './release/versions.ts'

import { root } from './steps.ts'

/*
 * `npm run image [-- --to dist/image.tar]`: builds deploy/Dockerfile without a container engine and without a registry of
 * images, and writes an OCI archive. The steps are those of the Dockerfile. Only its two base images are made here: from
 * the packages of Debian, and from the Node.js and npm of this installation. At the end, the image is started.
 *
 * Needs root, and on Debian: apt-get install buildah debootstrap fuse-overlayfs
 */

const { values } = parseArgs({ options: { to: { type: 'string', default: 'dist/image.tar' } } })
const archive = resolve(root, values.to)

const mirror = process.env.DEBIAN_MIRROR ?? 'http://deb.debian.org/debian'
const debian = 'docker.io/library/debian:bookworm-slim'
const node = 'docker.io/library/node:24-bookworm-slim'

/** What the published base image leaves out, too. */
const unneeded = [
  ...['usr/share/doc', 'usr/share/man', 'usr/share/info', 'usr/share/locale', 'usr/share/lintian'],
  ...['var/lib/apt/lists', 'var/cache/apt/archives', 'var/log/bootstrap.log'],
]

const options = { cwd: root, encoding: 'utf8' } as const

/** Runs a program. Returns its output without the line feed at its end. */
function run(program: string, ...args: string[]): string {
  try {
    return execFileSync(program, args, { ...options, stdio: ['ignore', 'pipe', 'inherit'] }).trim()
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT'
    throw isMissing ? new Error(`${program} is not installed: apt-get install ${program}`) : error
  }
}

/** Runs a program whose output the user sees. */
function show(program: string, ...args: string[]): void {
  execFileSync(program, args, { ...options, stdio: ['ignore', 'inherit', 'inherit'] })
}

/** Makes an image from another one, or from nothing, unless it exists. `fill` changes the files in a folder. */
function makeImage(name: string, from: string, fill: (folder: string) => void): void {
  if (run('buildah', 'images', '--quiet', '--filter', `reference=${name}`) !== '') return
  console.error(`Making ${name} …`)
  const container = run('buildah', 'from', '--pull-never', from)
  try {
    fill(run('buildah', 'mount', container))
    run('buildah', 'umount', container)
    run('buildah', 'commit', '--quiet', container, name)
  } finally {
    run('buildah', 'rm', container)
  }
}

makeImage(debian, 'scratch', (folder) => {
  run('debootstrap', '--variant=minbase', 'bookworm', folder, mirror)
  for (const path of unneeded) rmSync(join(folder, path), { recursive: true, force: true })
  mkdirSync(join(folder, 'var/cache/apt/archives/partial'), { recursive: true })
  writeFileSync(
    join(folder, 'etc/apt/apt.conf.d/no-cache'),
    'Dir::Cache::pkgcache "";\nDir::Cache::srcpkgcache "";\n',
  )
})
makeImage(node, debian, (folder) => {
  const npm = dirname(dirname(run('sh', '-c', 'realpath "$(command -v npm)"'))) // …/npm/bin/npm-cli.js
  cpSync(pinnedNodePath(root), join(folder, 'usr/local/bin/node'))
  cpSync(npm, join(folder, 'usr/local/lib/node_modules/npm'), { recursive: true })
  for (const name of ['npm', 'npx'])
    run(
      'ln',
      '-s',
      `../lib/node_modules/npm/bin/${name}-cli.js`,
      join(folder, 'usr/local/bin', name),
    )
  // These include the authority of a network that inspects TLS, if the machine trusts it.
  const authorities = '/etc/ssl/certs/ca-certificates.crt'
  if (!existsSync(authorities)) return
  cpSync(realpathSync(authorities), join(folder, 'usr/local/etc/ca.pem'))
  writeFileSync(join(folder, 'usr/local/etc/npmrc'), 'cafile=/usr/local/etc/ca.pem\n')
})

const image = `bestow:${readVersion(root)}`
console.error(`Building ${image} from deploy/Dockerfile …`)
show(
  'buildah',
  ...['build', '--isolation', 'chroot', '--pull-never', '--layers', '--format', 'docker'],
  ...['--file', 'deploy/Dockerfile', '--tag', image, '.'],
)
mkdirSync(dirname(archive), { recursive: true })
rmSync(archive, { force: true })
run('buildah', 'push', '--quiet', image, `oci-archive:${archive}:${image}`)
console.error(`Wrote ${archive}, ${Math.ceil(statSync(archive).size / 1e6)} MB.`)

const startMs = await startImage(image, run)
console.error(`It starts in ${startMs} ms as another user with a read-only root.`)
process.exit()
