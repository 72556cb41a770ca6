import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'

/** The packages of Debian and Ubuntu that contain the programs of a cluster. */
const packages = 'postgresql patroni python3-etcd etcd-server haproxy iproute2'
const programs = ['patroni', 'etcd', 'haproxy', 'ip', 'setpriv']
const versionsDir = '/usr/lib/postgresql'

/**
 * Returns why this machine cannot run a Patroni cluster, and what to do about
 * it. Returns undefined if it can.
 */
export function patroniSkipReason(): string | undefined {
  if (process.getuid?.() !== 0) return 'only root can create network namespaces'
  const missing = programs.filter((name) => findProgram(name) === undefined)
  if (missing.length > 0 || findPostgresBin() === undefined)
    return `missing: ${[...missing, ...(findPostgresBin() === undefined ? ['postgresql'] : [])].join(', ')}. Install them: apt-get install ${packages}`
  const namespace = `bestow-probe-${process.pid}`
  if (spawnSync('ip', ['netns', 'add', namespace]).status !== 0)
    return 'this machine does not allow network namespaces'
  execFileSync('ip', ['netns', 'delete', namespace])
  return undefined
}

/**
 * Returns the path of a program. Also searches the folders of administration programs,
 * which the PATH of some users lacks.
 */
export const findProgram = (name: string): string | undefined =>
  [...(process.env.PATH ?? '').split(':'), '/usr/sbin', '/sbin']
    .map((folder) => `${folder}/${name}`)
    .find((path) => existsSync(path))

/** Returns the folder with the programs of the newest installed PostgreSQL. */
export function findPostgresBin(): string | undefined {
  if (!existsSync(versionsDir)) return undefined
  return readdirSync(versionsDir)
    .sort((a, b) => Number(b) - Number(a))
    .map((version) => `${versionsDir}/${version}/bin`)
    .find((folder) => existsSync(`${folder}/pg_rewind`))
}

/**
 * Returns the version of etcd's API that Patroni uses. With version 3, Patroni before 3.1 has a bug: a leader
 * that was frozen takes the lock back from its successor, and the data of the successor is lost
 * (patroni/patroni#2689).
 */
export function etcdApi(): 2 | 3 {
  const output = execFileSync(findProgram('patroni') ?? 'patroni', ['--version'], {
    encoding: 'utf8',
  })
  const [, major = 0, minor = 0] = /(\d+)\.(\d+)/.exec(output)?.map(Number) ?? []
  return major > 3 || (major === 3 && minor >= 1) ? 3 : 2
}
