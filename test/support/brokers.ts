import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eventually } from './eventually.ts'

/* Message brokers from Debian's packages nats-server, redis-server and rabbitmq-server. */

const isInstalled = (command: string): boolean =>
  spawnSync('which', [command], { stdio: 'ignore' }).status === 0

export const hasNats = isInstalled('nats-server')
export const hasRedis = isInstalled('redis-server')
export const hasRabbitMq = isInstalled('rabbitmq-server')

export const brokerUser = { user: 'bestow', password: 'a broker password' }

export interface BrokerProcess {
  port: number
  folder: string
  /** Kills the broker without notice, and starts it again with its data. */
  restart(): Promise<void>
  kill(): Promise<void>
  start(): Promise<void>
  close(): Promise<void>
}

/** Finds a free port below those that the system gives to connections, so that none takes it before the broker starts. */
async function findBrokerPort(): Promise<number> {
  for (let attempt = 0; attempt < 50; attempt += 1) {
    const port = randomInt(20_000, 30_000)
    const server = createServer().listen(port, '127.0.0.1')
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    )
    server.close()
    if (isFree) return port
  }
  throw new Error('found no free port')
}

async function runBroker(
  name: string,
  launch: (folder: string, port: number) => ChildProcess,
  isReady: (port: number, folder: string) => Promise<boolean> = (port) => accepts(port),
): Promise<BrokerProcess> {
  const folder = mkdtempSync(join(tmpdir(), `${name}-`))
  const port = await findBrokerPort()
  let child: ChildProcess | undefined
  const start = async () => {
    child = launch(folder, port)
    await eventually(() => isReady(port, folder), { timeoutMs: 200_000, intervalMs: 50 })
  }
  const kill = async () => {
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return
    const exited = once(child, 'exit')
    if (child.spawnfile.includes('rabbitmq')) process.kill(-(child.pid ?? 0), 'SIGKILL')
    else child.kill('SIGKILL')
    await exited
  }
  await start()
  return {
    port,
    folder,
    start,
    kill,
    async restart() {
      await kill()
      await start()
    },
    async close() {
      await kill()
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

async function accepts(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  const isOpen = await once(socket, 'connect').then(
    () => true,
    () => false,
  )
  socket.destroy()
  return isOpen
}

/** Starts NATS with JetStream. */
export const startNats = (): Promise<BrokerProcess> =>
  runBroker('nats', (folder, port) => {
    const config = join(folder, 'nats.conf')
    const { user, password } = brokerUser
    writeFileSync(
      config,
      `listen: "127.0.0.1:${port}"\njetstream { store_dir: "${folder}/data" }\nauthorization { user: "${user}", password: "${password}" }\n`,
    )
    return spawn('nats-server', ['--config', config], { stdio: 'ignore' })
  })

/** Starts Redis with a file that has each event before its confirmation. */
export const startRedis = (): Promise<BrokerProcess> =>
  runBroker('redis', (folder, port) => {
    const options = { bind: '127.0.0.1', port, dir: folder, requirepass: brokerUser.password }
    const safety = { appendonly: 'yes', appendfsync: 'always', save: '' }
    const args = Object.entries({ ...options, ...safety }).flatMap(([name, value]) => [
      `--${name}`,
      String(value),
    ])
    return spawn('redis-server', args, { stdio: 'ignore' })
  })

/** Starts RabbitMQ, which takes some seconds, with a port mapper of its own that ends with it. */
export async function startRabbitMq(): Promise<BrokerProcess> {
  const mapperPort = await findBrokerPort()
  const mapper = spawn('epmd', ['-port', String(mapperPort), '-address', '127.0.0.1'], {
    stdio: 'ignore',
  })
  const server = await runBroker('rabbitmq', (folder, port) => {
    const { user, password } = brokerUser
    writeFileSync(
      join(folder, 'rabbitmq.conf'),
      `listeners.tcp.1 = 127.0.0.1:${port}\ndefault_user = ${user}\ndefault_pass = ${password}\n`,
    )
    writeFileSync(join(folder, 'plugins'), '[].\n')
    const env = {
      PATH: process.env.PATH,
      HOME: folder,
      RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS: '+S 1:1 +SDio 1',
      ERL_EPMD_PORT: String(mapperPort),
      RABBITMQ_NODENAME: `bestow${port}@localhost`,
      RABBITMQ_DIST_PORT: String(port + 1),
      RABBITMQ_MNESIA_BASE: join(folder, 'data'),
      RABBITMQ_LOG_BASE: join(folder, 'log'),
      RABBITMQ_PID_FILE: join(folder, 'pid'),
      RABBITMQ_CONFIG_FILE: join(folder, 'rabbitmq.conf'),
      RABBITMQ_ENABLED_PLUGINS_FILE: join(folder, 'plugins'),
    }
    return spawn('/usr/lib/rabbitmq/bin/rabbitmq-server', { env, stdio: 'ignore', detached: true })
  })
  return {
    ...server,
    async close() {
      await server.close()
      mapper.kill()
    },
  }
}
