import { execFileSync, spawnSync } from 'node:child_process'
import { randomBytes, randomInt } from 'node:crypto'

/** A host of the network: a network namespace with one address. */
export interface NetworkHost {
  address: string
  /** The command, with its arguments, that runs a program on this host. */
  prefix: readonly string[]
  /** Returns the ids of the processes on this host. */
  pids(): number[]
  /** Disconnects the host from all others, or connects it again. */
  setConnected(connected: boolean): void
}

/** A network on one machine: several hosts on one bridge. The machine itself has the address `gateway`. */
export interface Network {
  gateway: string
  addHost(): NetworkHost
  /** Removes all hosts of the network. Their processes must have ended. */
  remove(): void
}

/** Creates the network. Requires root. */
export function createNetwork(): Network {
  const suffix = randomBytes(3).toString('hex')
  const bridge = `bst${suffix}`
  const subnet = `10.${randomInt(128, 255)}.${randomInt(0, 255)}`
  const namespaces: string[] = []
  ip('link', 'add', bridge, 'type', 'bridge')
  ip('address', 'add', `${subnet}.1/24`, 'dev', bridge)
  ip('link', 'set', bridge, 'up')

  function addHost(): NetworkHost {
    const number = namespaces.length + 10
    const namespace = `bestow-${suffix}-${number}`
    const [outside, inside] = [`bso${suffix}${number}`, `bsi${suffix}${number}`]
    const address = `${subnet}.${number}`
    ip('netns', 'add', namespace)
    namespaces.push(namespace)
    ip('link', 'add', outside, 'type', 'veth', 'peer', 'name', inside, 'netns', namespace)
    ip('link', 'set', outside, 'master', bridge, 'up')
    ip('-netns', namespace, 'address', 'add', `${address}/24`, 'dev', inside)
    ip('-netns', namespace, 'link', 'set', inside, 'up')
    ip('-netns', namespace, 'link', 'set', 'lo', 'up')
    return {
      address,
      prefix: ['ip', 'netns', 'exec', namespace],
      pids: () => ip('netns', 'pids', namespace).split('\n').filter(Boolean).map(Number),
      setConnected: (connected) => ip('link', 'set', outside, connected ? 'up' : 'down'),
    }
  }

  return {
    gateway: `${subnet}.1`,
    addHost,
    remove() {
      for (const namespace of namespaces) spawnSync('ip', ['netns', 'delete', namespace])
      spawnSync('ip', ['link', 'delete', bridge])
    },
  }
}

const ip = (...args: string[]): string => execFileSync('ip', args, { encoding: 'utf8' })
