import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '#scripts/demo/processes'
import { endOnSignal, terminate } from './end-on-signal.ts'

export interface RedisServer {
  port: number
  pid: number
  stop(): Promise<void>
}

/** Returns whether Redis is installed on this machine. */
export const hasRedis = (): boolean => spawnSync('redis-server', ['--version']).status === 0

/** Starts a Redis with an append-only file. Redis flushes the file at every write, or every second. */
export async function startRedis(dir: string, fsync: 'always' | 'everysec'): Promise<RedisServer> {
  const port = await freePort()
  const settings = {
    port: String(port),
    bind: '127.0.0.1',
    dir: join(dir),
    appenddirname: `redis-${fsync}`,
    appendonly: 'yes',
    appendfsync: fsync,
    'maxmemory-policy': 'noeviction',
    save: '',
  }
  const args = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, value])
  const child = spawn('redis-server', args, { stdio: 'ignore' })
  endOnSignal(child)
  for (let i = 0; i < 100 && !(await isReachable(port)); i++) await sleep(50)
  return {
    port,
    pid: child.pid ?? 0,
    stop: () => terminate(child),
  }
}

async function isReachable(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  try {
    await once(socket, 'connect')
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}
