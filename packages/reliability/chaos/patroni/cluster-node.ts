import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { signalAll } from '../postgres-processes.ts'
import type { NetworkHost } from './network.ts'
import { findProgram } from './requirements.ts'

/** A host with its program, which is either etcd, or Patroni with PostgreSQL. */
export interface ClusterNode {
  name: string
  address: string
  start(): void
  /** Stops the program of the host in an orderly way, as an operator does. */
  stop(): Promise<void>
  /** Sends SIGKILL to all processes of the host. */
  kill(): Promise<void>
  /** Pauses all processes without ending them (SIGSTOP), or resumes them. */
  setFrozen(frozen: boolean): void
  setConnected(connected: boolean): void
  /** Returns how many times the log contains this text. */
  countInLog(text: string): number
}

interface NodeOptions {
  name: string
  host: NetworkHost
  program: string
  args: readonly string[]
  logFile: string
}

/** Creates a host that runs its program as the user postgres of the PostgreSQL package. */
export function createClusterNode({ name, host, program, args, logFile }: NodeOptions) {
  let child: ChildProcess | undefined
  const isRunning = () =>
    child !== undefined && child.exitCode === null && child.signalCode === null
  const node: ClusterNode = {
    name,
    address: host.address,
    start() {
      const log = openSync(logFile, 'a')
      const user = ['setpriv', '--reuid=postgres', '--regid=postgres', '--clear-groups']
      const [command = '', ...rest] = [...host.prefix, ...user, findProgram(program) ?? program]
      child = spawn(command, [...rest, ...args], { stdio: ['ignore', log, log] })
      closeSync(log)
    },
    async stop() {
      if (!isRunning()) return
      const exited = once(child as ChildProcess, 'exit')
      child?.kill('SIGTERM')
      await exited
    },
    async kill() {
      const exited = isRunning() ? once(child as ChildProcess, 'exit') : undefined
      // repeats the kill, since Patroni and PostgreSQL start new processes while others end
      for (let pids = host.pids(); pids.length > 0; pids = host.pids()) signalAll(pids, 'SIGKILL')
      await exited
    },
    setFrozen: (frozen) => signalAll(host.pids(), frozen ? 'SIGSTOP' : 'SIGCONT'),
    setConnected: host.setConnected,
    countInLog: (text) => readFileSync(logFile, 'utf8').split(text).length - 1,
  }
  return node
}
