import { spawnSync } from 'node:child_process'
import { globSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'

/** A runtime of JavaScript, which an npm package brings. */
export interface Runtime {
  name: string
  /** The packages of npm that contain the program. */
  packages: readonly string[]
  /** The path of the program in node_modules. */
  program: string
  /** The arguments in front of a file. */
  args: readonly string[]
  /** Whether the command line runs on it, too. */
  hasCli: boolean
}

const { arch } = process
const bunArch = arch === 'arm64' ? 'aarch64' : arch

const node = (version: string, hasCli: boolean): Runtime => ({
  name: `Node ${version}`,
  packages: [`node-linux-${arch}@${version}`],
  program: `node-linux-${arch}/bin/node`,
  args: [],
  hasCli,
})

/**
 * The oldest and a recent version of each supported line of Node: the packages name the oldest in `engines`. Bun and Deno
 * in one recent version.
 */
export const runtimes: readonly Runtime[] = [
  node('20.19.0', false),
  node('20.20.2', false),
  node('22.12.0', true),
  node('22.23.3', true),
  node('24.21.0', true),
  node('26.12.1', true),
  {
    name: 'Bun 1.4.5',
    packages: [`@oven/bun-linux-${bunArch}@1.4.5`],
    program: `@oven/bun-linux-${bunArch}/bin/bun`,
    args: ['run'],
    hasCli: false,
  },
  {
    name: 'Deno 2.9.6',
    packages: [`@deno/linux-${arch}-glibc@2.9.6`],
    program: `@deno/linux-${arch}-glibc/deno`,
    args: ['run', '--no-lock', '--allow-net', '--allow-env', '--allow-read'],
    hasCli: false,
  },
]

/** The first version of Python that the library supports, and the names of interpreters. */
const firstMinor = 10
const pythonNames = [
  'python3',
  ...Array.from({ length: 6 }, (_each, index) => `python3.${firstMinor - 1 + index}`),
  ...globSync('versions/3.*/bin/python', {
    cwd: process.env.PYENV_ROOT ?? join(homedir(), '.pyenv'),
  }).map((path) => join(process.env.PYENV_ROOT ?? join(homedir(), '.pyenv'), path)),
]

/** A Python of this machine that can install packages. */
export interface Python {
  version: string
  program: string
  isSupported: boolean
}

/** Finds one interpreter for each version of Python, from the last unsupported one on, in the order of the versions. */
export function findPythons(): Python[] {
  const script =
    'import sys, venv, ensurepip; print("%d.%d" % sys.version_info[:2], sys.executable)'
  const found = new Map<number, Python>()
  for (const name of pythonNames) {
    const { status, stdout } = spawnSync(name, ['-c', script], { encoding: 'utf8' })
    const [version = '', program = ''] = status === 0 ? stdout.trim().split(' ') : []
    const minor = Number(version.split('.')[1])
    if (minor >= firstMinor - 1 && !found.has(minor))
      found.set(minor, { version, program, isSupported: minor >= firstMinor })
  }
  return [...found.entries()].sort(([a], [b]) => a - b).map(([, python]) => python)
}
